import type { JobType } from '../platform/jobs/index.ts'
import type { LivePage } from './live-page.ts'
import type { Person } from './people.ts'
import { madeCopy, unzipCopy } from './privacy-calls.ts'
import { mailsTo } from './records.ts'
import type { TestApp } from './test-app.ts'

/** Replaces ids, tokens and signatures, which differ between installations, by numbers in order of appearance. */
export function nameAlike(text: string): string {
  const names = new Map<string, string>()
  const random = /[0-9a-f]{64}|[0-9a-f]{6}[0-9a-f-]{30}|[\w-]{43}|(?<=Reference )\S+|\b10(?:\.\d+){3}\b/g
  return text.replace(random, (found) => {
    if (!names.has(found)) names.set(found, `#${names.size + 1}`)
    return names.get(found) ?? ''
  })
}

/** An answer in one text: its status, the names of its headers and its body. */
export async function describeAnswer(name: string, given: Response | Promise<Response>): Promise<string> {
  const answer = await given
  const kinds = [...answer.headers.keys()].filter((key) => key !== 'date')
  return `${name} ${answer.status} ${kinds.join(',')} ${await answer.text()}`
}

/**
 * Everything that a creator can read about these requests of theirs: pages, lists, usage, the links, the mails, and with
 * `withCopy` their copy of their data, of which a test can have three made.
 */
export async function lookAsCreator(
  test: TestApp,
  { creator, ids }: { creator: Person; ids: readonly string[] },
  when: string,
  { withCopy = false } = {},
): Promise<string[]> {
  const seen: string[] = []
  const paths = [
    ...ids.map((id) => `/api/verifications/${id}`),
    '/api/verifications?limit=20',
    '/api/usage',
    ...ids.map((id) => `/api/public/verifications/${id}`),
    '/api/account/closing',
  ]
  for (const path of paths)
    seen.push(await describeAnswer(`${when} ${path}`, test.app.request(path, creator)))
  for (const id of ids) {
    const path = `/api/public/verifications/${id}`
    seen.push(await describeAnswer(`${when} as a visitor`, test.app.request(path)))
  }
  const files = withCopy ? await unzipCopy(test, await madeCopy(test, creator)) : []
  // A sealed record doesn't change any more, and its signature differs each time.
  for (const [name, content] of files)
    if (/(?:account|verification)\.json$/.test(name)) seen.push(`${when} copy ${name} ${content}`)
  for (const { subject, text } of await mailsTo(test, creator.email))
    seen.push(`${when} mail ${subject} ${text}`)
  return seen
}

/** The live events of an open page, to the first that matches `last`. */
export async function readLive(page: LivePage, last: RegExp): Promise<string[]> {
  const seen: string[] = []
  for (let message = await page.next(); message !== null; message = await page.next()) {
    seen.push(`live ${message}`)
    if (last.test(message)) break
  }
  page.leave()
  return seen
}

/** Runs recurring jobs, and the jobs that they enqueue. */
export async function runDue(test: TestApp, ...jobs: JobType<object>[]): Promise<void> {
  for (const job of jobs) await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}
