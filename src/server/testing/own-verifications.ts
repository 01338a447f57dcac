import { expect } from 'vitest'
import { ownerViewSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { createVerification, enter, type Person, post, wholeSubmission } from './people.ts'
import type { TestApp } from './test-app.ts'

/** How many rows there are of everything that a creation writes. */
export async function countEverything(test: TestApp) {
  return test.database.row<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM verifications) AS verifications, (SELECT count(*) FROM audit_events) AS events,
      (SELECT count(*) FROM subscription_usage) AS usage, (SELECT count(*) FROM documents) AS documents,
      (SELECT count(*) FROM documents WHERE attached_at IS NOT NULL) AS attached`)
}

/** A refusal as answered: its status and its problem. */
export async function readRefusal(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, await answer.json()] as [number, Record<string, unknown>]
}

/** What its owner is shown of a verification. */
export async function viewAsOwner(test: TestApp, id: string, by: Person) {
  const answer = await test.app.request(`/api/verifications/${id}`, by)
  expect(answer.status).toBe(200)
  return ownerViewSchema.parse(await answer.json())
}

/** A verification that its third party has completed. Answers its id. */
export async function completeOne(test: TestApp, by: Person): Promise<string> {
  const { id } = await createVerification(test, by)
  const sam = await enter(test, id)
  expect((await post(test, sam, await wholeSubmission(test, sam))).status).toBe(200)
  return id
}
