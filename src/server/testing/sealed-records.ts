import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { type RecordView, recordViewSchema } from '../../contract/record.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import type { Person } from './people.ts'
import { completeRecord, mailedLink } from './records.ts'
import type { TestApp } from './test-app.ts'

/** The caller of a record: a signed-in person, or the holder of a link. */
export type RecordCaller = { headers: { authorization: string } }

/** A person's sealed record, with the third party's link to it. */
export async function sealRecord(
  test: TestApp,
  by: Person,
  more: Parameters<typeof completeRecord>[2] = {},
): Promise<{ id: string; sam: RecordCaller }> {
  const id = await completeRecord(test, by, more)
  await test.runJobs()
  return { id, sam: await mailedLink(test, id) }
}

export const fetchRecord = (test: TestApp, id: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}`, by)

export const fetchFile = (test: TestApp, id: string, file: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}/files/${file}`, by)

export const withdraw = (test: TestApp, id: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}/withdrawal`, { method: 'POST', ...by })

/** A record as a person sees it. */
export async function viewRecord(test: TestApp, id: string, by: RecordCaller): Promise<RecordView> {
  const answer = await fetchRecord(test, id, by)
  expect(answer.status).toBe(200)
  return recordViewSchema.parse(await answer.json())
}

export async function fetchBytes(
  test: TestApp,
  id: string,
  file: string,
  by: RecordCaller,
): Promise<Uint8Array> {
  const answer = await fetchFile(test, id, file, by)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A refusal as answered: its status and its code. */
export async function readRefusal(answer: Response): Promise<[number, string]> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

/** The text of a PDF on one line, without the marks that readers put around what runs from right to left. */
export async function readWords(pdf: Uint8Array): Promise<string> {
  return (await readText(pdf)).replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/\s+/g, ' ')
}

/** The text of a PDF, laid out as its pages are. */
export async function readText(pdf: Uint8Array): Promise<string> {
  return (await onFiles({ 'a.pdf': pdf }, 'pdftotext', '-layout', 'a.pdf', '-')).output
}
