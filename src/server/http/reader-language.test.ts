import { expect, it } from 'vitest'
import type { LanguageTag } from '../../domain/language.ts'
import { describeWait } from '../../words/wait.ts'
import { createApp } from '../app.ts'
import { speakIn } from '../platform/language/index.ts'
import { readProblem } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()

/** Asks an app without free calls, so that the refusal has a value in its sentence. */
async function askTooOften(path: string, headers: Record<string, string>): Promise<Response> {
  const spent = { allowed: false, retryAfterSeconds: 12, points: 1 }
  const rateLimits = { ...test.platform.rateLimits, consume: async () => spent }
  const json = { ...headers, 'content-type': 'application/json' }
  return createApp({ ...test.platform, rateLimits }).request(path, {
    method: 'POST',
    headers: json,
    body: '{}',
  })
}

/** In a language that is read from right to left, a value is isolated from its sentence. */
const writeWait = (tag: LanguageTag) =>
  speakIn(tag, () => (tag === 'ar' ? `\u2068${describeWait(12)}\u2069` : describeWait(12)))

it.each<[string, Record<string, string>, LanguageTag]>([
  ['the chosen language', { cookie: 'language=ar', 'accept-language': 'de' }, 'ar'],
  ['the best language that the browser accepts', { 'accept-language': 'tlh, de-AT;q=0.7, ar;q=0.8' }, 'ar'],
  ['English where the browser accepts none of ours', { 'accept-language': 'tlh' }, 'en'],
  ['English where no language is asked for', {}, 'en'],
  [
    'an accepted language for a choice that does not exist',
    { cookie: 'language=xx', 'accept-language': 'de' },
    'de',
  ],
  ['English for a choice that only looks like a language', { cookie: 'language=constructor' }, 'en'],
])('answers in %s (WORDS-5)', async (_, headers, tag) => {
  const answer = await askTooOften('/api/check', headers)
  expect([answer.status, answer.headers.get('content-language')]).toEqual([429, tag])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await readProblem(answer)).detail).toContain(writeWait(tag))
})

it('answers two readers at the same time, each in their own language (WORDS-5)', async () => {
  const tags = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'ar' : 'de'))
  const answers = await Promise.all(
    tags.map((tag) => askTooOften('/api/check', { cookie: `language=${tag}` })),
  )
  expect(answers.map(({ headers }) => headers.get('content-language'))).toEqual(tags)
})

it('answers in the reader’s language where the server fails (WORDS-5)', async () => {
  const database = { ...test.platform.database, row: () => Promise.reject(new Error('a bug')) }
  const app = createApp({ ...test.platform, database: database as never })
  const id = '0b0a1bd4-6b5e-4f6c-9c8e-0d3c4d7e8f90'
  const answer = await app.request(`/api/public/verifications/${id}`, { headers: { cookie: 'language=ar' } })
  expect([answer.status, answer.headers.get('content-language')]).toEqual([500, 'ar'])
})

it('keeps the wire of the auth protocol English (WORDS-5)', async () => {
  const answer = await askTooOften('/auth/v1/token?grant_type=password', { cookie: 'language=ar' })
  expect(await answer.json()).toMatchObject({
    msg: 'Request rate limit reached. Please try again in 12 seconds.',
  })
})
