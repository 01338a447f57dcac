import { expect } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { storedFiles } from './stored-files.ts'
import type { TestApp } from './test-app.ts'

/** A refusal as answered: its status, its code and its words. */
export async function readProblem(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return { status: answer.status, ...((await answer.json()) as { code: string; title: string }) }
}

/** Everything that a third party could have changed, but for the trail. */
export async function readState(test: TestApp) {
  const rows = await test.database.rows(sql`SELECT * FROM verifications ORDER BY id`)
  const documents = await test.database.rows(sql`SELECT * FROM documents ORDER BY id`)
  return { rows, documents, files: await storedFiles(test) }
}

export async function readStatus(test: TestApp, id: string) {
  const row = await test.database.row<{ status: string }>(
    sql`SELECT status FROM verifications WHERE id = ${id}`,
  )
  return row?.status
}
