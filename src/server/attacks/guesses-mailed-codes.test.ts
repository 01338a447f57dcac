import { beforeEach, expect, it } from 'vitest'
import { countWrongCodes } from '../accounts/index.ts'
import { createApp } from '../app.ts'
import { createMetrics } from '../operations/routes.ts'
import { openPass } from '../records/index.ts'
import {
  createVerification,
  from,
  fromAnywhere,
  newAddress,
  postJson,
  register,
  requestPass,
} from '../testing/people.ts'
import { mailedDigits, send } from '../testing/privacy-calls.ts'
import { completeRecord, mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile({ emailCode: true })
const sam = 'sam@example.com'
beforeEach(() => test.clock.advance(24 * 60 * 60 * 1000))

const postFrom = (address: string, path: string, body: object) =>
  postJson(test, path, body, {}, from(address))
const enter = async (code: string, address = '198.51.100.7', email = sam) =>
  (await postFrom(address, '/api/my-data/code/entry', { email, code })).status

/** Uses up points of the installation's hourly limit, as wrong codes entered by others do. */
async function spendBudget(points: number): Promise<void> {
  const limit = { name: 'wrong-codes', points: 300, seconds: 3600 }
  for (let n = 0; n < points; n += 1) await test.platform.rateLimits.consume(limit, 'all')
}

const fifty = (enterOne: (n: number) => unknown) =>
  Promise.all(Array.from({ length: 50 }, (_, n) => enterOne(n)))

/** The status of entering the correct code after two wrong ones. */
async function enterAfterTwoWrong(): Promise<number> {
  await send(test, '/api/my-data/code', { email: sam })
  const code = await mailedDigits(test, sam)
  for (let n = 0; n < 2; n += 1) expect(await enter('wrong')).toBe(422)
  return enter(code)
}

it('a code allows two tries instead of five for an hour after 300 wrong codes in the installation (ERROR-71)', async () => {
  expect(await enterAfterTwoWrong()).toBe(200)
  await spendBudget(299)
  expect(await countWrongCodes(test.platform)).toBe(301)
  expect(await enterAfterTwoWrong()).toBe(422)
  test.clock.advance(60 * 60 * 1000)
  expect(await enterAfterTwoWrong()).toBe(200)
})

it('from the third code mailed in a day on, the mail mentions the count (GATE-71)', async () => {
  for (let n = 0; n < 4; n += 1) {
    await send(test, '/api/my-data/code', { email: 'jo@example.com' })
    test.clock.advance(60_000)
    await test.runJobs()
  }
  const { id } = await createVerification(test, await register(test))
  for (let n = 0; n < 4; n += 1) {
    await requestPass(test, id, sam)
    test.clock.advance(60_000)
    await test.runJobs()
  }
  for (const address of ['jo@example.com', sam]) {
    const codes = (await mailsTo(test, address)).filter(({ subject }) => subject === 'Your confirmation code')
    const tells = codes.slice(-4).map(({ text }) => text.includes('third email with a code today'))
    expect(tells).toEqual([false, false, true, true])
  }
})

it('every spelling of an address counts towards the third code of its mailbox (GATE-71)', async () => {
  const mailed: string[] = []
  for (const address of ['kim@example.com', 'kim+1@example.com', 'kim+2@example.com']) {
    await send(test, '/api/my-data/code', { email: address })
    test.clock.advance(60_000)
    await test.runJobs()
    mailed.push((await mailsTo(test, address))[0]?.text ?? '')
  }
  expect(mailed.map((text) => text.includes('third email with a code today'))).toEqual([false, false, true])
})

it('wrong codes count for the gate and for /my-data together, and are reported to the operator (ERROR-71)', async () => {
  const { id } = await createVerification(test, await register(test))
  expect((await requestPass(test, id, sam)).status).toBe(200)
  await postFrom(newAddress(), `/api/public/verifications/${id}/gate/code`, { email: sam, code: 'wrong' })
  expect(await enterAfterTwoWrong()).toBe(200)
  const disk = { measureRoom: async () => ({ freeBytes: 1, totalBytes: 2 }) }
  const app = createApp(test.platform, { metrics: createMetrics({ process: true, disk }) })
  const answer = await app.request('/metrics', { headers: { host: 'localhost:3000' } }, from('127.0.0.1'))
  expect(await answer.text()).toContain('wrong_codes 3')
})

it('guessing a link’s address from many networks doesn’t block it (GATE-6)', async () => {
  const { id } = await createVerification(test, await register(test))
  const knockFrom = (email: string) => requestPass(test, id, email, {}, fromAnywhere())
  for (let n = 0; n < 60; n += 1) await knockFrom(`wrong${n}@example.com`)
  const answer = await knockFrom(sam)
  expect([answer.status, await answer.json()]).toMatchObject([200, { codeSent: true }])
})

it('five of fifty concurrent wrong codes are checked, at the gate, at a record, at /my-data and in an account, and only those are counted (ERROR-71)', async () => {
  const creator = await register(test)
  const { id } = await createVerification(test, creator)
  await requestPass(test, id, sam)
  await fifty(() => send(test, `/api/public/verifications/${id}/gate/code`, { email: sam, code: 'wrong' }))
  expect(await countWrongCodes(test.platform)).toBe(5)
  await send(test, '/api/my-data/code', { email: sam })
  await fifty(() => enter('wrong'))
  expect(await countWrongCodes(test.platform)).toBe(10)
  await test.app.request('/auth/v1/reauthenticate', { headers: creator.headers })
  await fifty(() => send(test, '/api/account/closing', { code: 'wrong' }, creator.headers))
  expect(await countWrongCodes(test.platform)).toBe(15)
  test.platform.settings.emailCode = false
  const record = await completeRecord(test, await register(test))
  test.platform.settings.emailCode = true
  const { token } = await openPass(test.platform, test.database, record, 'link')
  const link = { authorization: `Bearer ${token}` }
  expect((await send(test, `/api/records/${record}/code`, {}, link)).status).toBe(202)
  await fifty(() => send(test, `/api/records/${record}/code/entry`, { code: 'wrong' }, link))
  expect(await countWrongCodes(test.platform)).toBe(20)
})

it('a code allows two tries from the 300th wrong code on, even with fifty concurrent entries at ten codes (ERROR-71)', async () => {
  const people = Array.from({ length: 10 }, (_, n) => `pat${n}@example.com`)
  for (const email of people) await send(test, '/api/my-data/code', { email })
  await spendBudget(296)
  await fifty((n) => enter('wrong', '198.51.100.7', people[Math.floor(n / 5)]))
  // Four entries were left before the limit.
  expect(await countWrongCodes(test.platform)).toBeLessThanOrEqual(296 + 20 + 4)
})

it('a stranger can’t lock the owner in another network out of /my-data by requesting codes or entering wrong ones (PRIVACY-20)', async () => {
  const [stranger, owner] = ['203.0.113.9', '198.51.100.7']
  const ask = (address: string) => postFrom(address, '/api/my-data/code', { email: sam })
  expect((await ask(owner)).status).toBe(202)
  const first = await mailedDigits(test, sam)
  for (let n = 0; n < 15; n += 1) {
    test.clock.advance(60_000)
    expect((await ask(stranger)).status).toBe(202)
  }
  expect(await mailedDigits(test, sam)).toBe(first)
  for (let n = 0; n < 10; n += 1) expect(await enter('wrong', stranger)).toBe(422)
  expect((await ask(owner)).status).toBe(202)
  expect(await enter(first, owner)).toBe(200)

  // A network that has used up its tries gets new codes, five an hour. The last one stays valid for its owner.
  test.clock.advance(60 * 60_000)
  for (let n = 0; n < 7; n += 1) {
    await ask(stranger)
    for (let tries = 0; tries < 5; tries += 1) await enter('wrong', stranger)
  }
  expect((await ask(stranger)).status).toBe(429)
  expect((await ask(owner)).status).toBe(202)
  expect(await enter(await mailedDigits(test, sam), owner)).toBe(200)
})

it('a code of /my-data ends after a hundred wrong ones from all networks, even concurrent ones (PRIVACY-20)', async () => {
  await send(test, '/api/my-data/code', { email: sam })
  const code = await mailedDigits(test, sam)
  await Promise.all(Array.from({ length: 110 }, () => enter('wrong', newAddress())))
  expect(await countWrongCodes(test.platform)).toBe(100)
  expect(await enter(code)).toBe(422)
  await send(test, '/api/my-data/code', { email: sam })
  expect(await enter(await mailedDigits(test, sam))).toBe(200)
})

it('the wrong codes of an account’s owner count together with all others, and their code allows two tries too (ERROR-71, AUTH-17)', async () => {
  const person = await register(test)
  await spendBudget(300)
  await test.app.request('/auth/v1/reauthenticate', { headers: person.headers })
  await test.runJobs()
  const mail = (await mailsTo(test, person.email)).at(-1)
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  const close = async (digits: string) =>
    (await send(test, '/api/account/closing', { code: digits }, person.headers)).status
  for (let n = 0; n < 2; n += 1) expect(await close('wrong')).toBe(422)
  expect(await close(code)).toBe(422)
  expect(await countWrongCodes(test.platform)).toBe(302)
})

it('a stolen session can cause fifteen mailed codes a day (AUTH-17)', async () => {
  const person = await register(test)
  const limit = { name: 'reauthentication-mailbox-day', points: 15, seconds: 24 * 60 * 60 }
  const ask = () => test.app.request('/auth/v1/reauthenticate', { headers: person.headers })
  expect((await ask()).status).toBe(200)
  for (let n = 0; n < 14; n += 1) await test.platform.rateLimits.consume(limit, `own ${person.email}`)
  test.clock.advance(60 * 1000)
  const answer = await ask()
  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    { error_code: 'over_email_send_rate_limit' },
  ])
})
