import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { DataExport } from '../../contract/privacy.ts'
import { createVerification, from, newAddress, type Person, postJson, register } from './people.ts'
import { completeRecord, mailsTo } from './records.ts'
import type { TestApp } from './test-app.ts'

type Headers = { authorization: string }

export function send(test: TestApp, path: string, body: object, headers: Record<string, string> = {}) {
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return test.app.request(path, request, from(newAddress()))
}

/** The digits last mailed to an address for access to the data about it. */
export async function mailedDigits(test: TestApp, email: string): Promise<string> {
  await test.runJobs()
  const mails = await mailsTo(test, email)
  const mail = mails.filter(({ subject }) => subject === 'Your confirmation code').at(-1)
  return /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

export async function proveAddress(test: TestApp, email: string): Promise<Headers> {
  await send(test, '/api/my-data/code', { email })
  const code = await mailedDigits(test, email)
  const answer = await send(test, '/api/my-data/code/entry', { email, code })
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

/** The state of the newest export of a person's data. */
export async function newestCopy(test: TestApp, by: Person): Promise<DataExport | null> {
  const answer = await test.app.request('/api/data-exports/newest', { headers: by.headers })
  return ((await answer.json()) as { newest: DataExport | null }).newest
}

/** Requests an export, has it made, and returns its signed URL. */
export async function madeCopy(test: TestApp, by: Person): Promise<string> {
  await postJson(test, '/api/data-exports', {}, by.headers)
  await test.runJobs()
  return (await newestCopy(test, by))?.url ?? ''
}

/** The files of an export. */
export const unzipCopy = async (test: TestApp, address: string) => unzip(await test.app.request(address))

/** The files of an answer, read by a different implementation than the writer. */
export async function unzip(served: Response): Promise<Map<string, Buffer>> {
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const zip = await fromBufferPromise(Buffer.from(await served.arrayBuffer()))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** Every call about one's own data that needs a proof or an export to succeed. */
export function privacyCalls(test: () => TestApp) {
  const sam = 'sam@example.com'
  return {
    'GET /api/data-exports/:id/file': async () =>
      test().app.request(await madeCopy(test(), await register(test()))),
    'POST /api/my-data/code/entry': () => proveAddress(test(), 'entry@example.com'),
    'GET /api/my-data': async () => {
      await completeRecord(test(), await register(test()))
      return test().app.request('/api/my-data', { headers: await proveAddress(test(), sam) })
    },
    'POST /api/my-data/erasure': async () =>
      send(test(), '/api/my-data/erasure', {}, await proveAddress(test(), 'unknown@example.com')),
    'POST /api/my-data/requests/:id/decline': async () => {
      const { id } = await createVerification(test(), await register(test()))
      return send(test(), `/api/my-data/requests/${id}/decline`, {}, await proveAddress(test(), sam))
    },
    'DELETE /api/my-data/blocks': async () =>
      test().app.request('/api/my-data/blocks', {
        method: 'DELETE',
        headers: await proveAddress(test(), sam),
      }),
    'POST /api/my-data/records/:id/link': async () => {
      const id = await completeRecord(test(), await register(test()))
      return send(test(), `/api/my-data/records/${id}/link`, {}, await proveAddress(test(), sam))
    },
    'POST /api/account/closing': async () => {
      const { headers } = await register(test())
      return send(test(), '/api/account/closing', { password: 'Correct-Horse-7' }, headers)
    },
  }
}
