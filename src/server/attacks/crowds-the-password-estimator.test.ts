import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { type AuthCaller, createAuthCaller, password, registration } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app.ts'

/**
 * Each spelling of it is a word of the address below, in each of its places: the slowest password to estimate that we
 * could construct.
 */
const costly = '4@'.repeat(128)
const costlyAddress = Array.from({ length: 29 }, (_, i) => 'a'.repeat(i + 3))
  .join(' ')
  .slice(0, 500)

const test = testAppForFile({ trustProxy: true })
let auth: AuthCaller
let number = 0
/**
 * How many costly passwords have been estimated, and how many of them between the arrival and the answer of each other
 * password.
 */
let costlyEstimated = 0
let waitedFor: number[] = []
/** Called when a password arrives to be estimated. */
let arrive = async () => {}
beforeAll(async () => {
  const { passwords } = test.platform
  const guess: typeof passwords.guess = async (given, ...more) => {
    await arrive()
    const before = costlyEstimated
    const answer = await passwords.guess(given, ...more)
    if (given !== costly) waitedFor.push(costlyEstimated - before)
    else if (answer !== 'busy') costlyEstimated += 1
    return answer
  }
  const platform = { ...test.platform, rateLimits: noRateLimits, passwords: { ...passwords, guess } }
  auth = createAuthCaller(test, createApp(platform))
})

/** Blocks every estimate until `count` passwords have arrived. */
function gather(count: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  arrive = () => {
    come += 1
    if (come === count) resolve()
    return promise
  }
  onTestFinished(() => {
    arrive = async () => {}
  })
}

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const attacker = from('203.0.113.7')
const bystander = from('198.51.100.9')
const signUpSlowly = () =>
  auth.post(
    '/signup',
    {
      email: `crowd${++number}@example.org`,
      password: costly,
      data: { ...registration, address: costlyAddress },
    },
    attacker,
  )

const crowd = (size: number) => Promise.all(Array.from({ length: size }, signUpSlowly))

it('a person who sends many slow passwords gets a share of the queue, and is told when to retry', async () => {
  gather(40)
  const answers = await crowd(40)
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200 || status === 422)).toHaveLength(9)
  expect(refused).toHaveLength(31)
  for (const { body, headers } of refused) {
    expect(body['code']).toBe('over_request_rate_limit')
    expect(headers.get('retry-after')).toBe('5')
  }
})

it('a person with a session gets a smaller share, from any number of networks', async () => {
  const email = `crowd${++number}@example.org`
  await auth.signUp(email)
  const { accessToken } = await auth.confirm(email)
  gather(20)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      auth.call('PUT', '/auth/v1/user', {
        token: accessToken,
        body: { password: `Aa1${costly}`.slice(0, 256), current_password: 'not this' },
        ...from(`192.0.2.${i}`),
      }),
    ),
  )
  expect(answers.filter(({ body }) => body['code'] === 'over_request_rate_limit')).toHaveLength(17)
})

it('many slow passwords of one sender delay others little: a registration waits for a few of them, a sign-in or refresh for none', async () => {
  const session = await auth.signUp('ann@example.org')
  waitedFor = []
  const crowded = crowd(30)
  const ofOthers = await Promise.all([
    auth.post('/token?grant_type=refresh_token', { refresh_token: session.refreshToken }, bystander),
    auth.post('/token?grant_type=password', { email: 'ann@example.org', password }, bystander),
    auth.post('/signup', { email: 'ben@example.org', password, data: registration }, bystander),
  ])
  expect(ofOthers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await crowded).filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  // One that was being estimated, and one whose network was first in turn.
  expect(waitedFor).toHaveLength(1)
  expect(waitedFor[0]).toBeLessThanOrEqual(2)
})
