import { afterEach, beforeEach, expect, it } from 'vitest'
import { english } from '../../words/language.ts'
import { mirrored, speak } from '../../words/testing/mirrored.ts'
import { translateRefusal } from './auth-refusal.ts'

const language = await mirrored()
beforeEach(() => speak(language))
afterEach(() => speak(english))

const answer = (body: unknown, headers: Record<string, string> = {}, status = 422) =>
  new Response(JSON.stringify(body), { status, headers })

async function say(code: string, more: object = {}, headers: Record<string, string> = {}) {
  const translated = await translateRefusal(answer({ code, message: 'In English', ...more }, headers))
  return ((await translated.json()) as { message: string }).message
}

const mirror = (text: string) => `⟪מילים ועוד ${text}⟫`

it.each([
  ['user_already_exists', 'User already registered'],
  [
    'email_asked',
    'You sent a request to this address, and it is still open. Cancel the request first, then change your address.',
  ],
  ['bad_jwt', 'Something went wrong. Please try again.'],
  ['toString', 'Something went wrong. Please try again.'],
])('a page says the refusal %s in its language (WORDS-17)', async (code, text) => {
  expect(await say(code)).toBe(mirror(text))
})

it('says when to try again (WORDS-17)', async () => {
  const message = await say('over_request_rate_limit', {}, { 'retry-after': '60' })
  expect(message).toContain('Request rate limit reached')
  expect(message).toContain('in 60 seconds')
  expect(message.replace(/⟪[^⟪⟫]*(⟪[^⟪⟫]*⟫)?[^⟪⟫]*⟫/g, '')).not.toMatch(/\w/)
  expect(await say('over_email_send_rate_limit')).toContain(mirror('later'))
})

it('says what is wrong with typed data, for which the protocol has one code (WORDS-17)', async () => {
  const faults = { 'x-refused-for': 'fullName phoneNumber toString' }
  expect(await say('validation_failed', {}, faults)).toBe(
    `${mirror('Name must be at least 2 characters')}. ${mirror('Please enter a valid phone number')}`,
  )
  expect(await say('validation_failed')).toBe(mirror('The request is not valid'))
})

it.each([
  [['length'], 'Password must be at least 8 characters'],
  [['length', 'characters'], 'Password must be at least 8 characters'],
  [['pwned'], 'This password is one of the first that people guess. Choose another.'],
  [['characters'], 'This password is easy to guess. Choose another, or make it longer.'],
  [[], 'Password is too weak'],
])('says why a password is weak: %j (WORDS-17)', async (reasons, text) => {
  expect(await say('weak_password', { weak_password: { reasons } })).toBe(mirror(text))
})

it('keeps all other parts of a refusal, and leaves other answers unchanged (WORDS-17)', async () => {
  const body = { code: 'weak_password', message: 'x', weak_password: { reasons: ['pwned'] } }
  const translated = await translateRefusal(answer(body, { 'x-supabase-api-version': '2024-01-01' }))
  expect([translated.status, translated.headers.get('x-supabase-api-version')]).toEqual([422, '2024-01-01'])
  expect(await translated.json()).toEqual({ ...body, message: expect.stringContaining('⟪') })
  for (const other of [
    answer({ code: 'kept', message: 'x' }, {}, 200),
    answer({ error: 'invalid_request' }, {}, 400),
    new Response('no JSON', { status: 502 }),
    new Response(null, { status: 500 }),
  ])
    expect(await translateRefusal(other)).toBe(other)
})
