import { beforeEach, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { countWrongCodes } from '../mailed-codes/index.ts'
import { createMetrics } from '../operations/index.ts'
import { createVerification, from, knock, newAddress, register } from '../testing/people.ts'
import { mailedDigits, send } from '../testing/privacy-calls.ts'
import { mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app-for.ts'

const test = testAppForFile({ emailCode: true })
const sam = 'sam@example.com'
beforeEach(() => test.clock.advance(24 * 60 * 60 * 1000))

const enter = async (code: string) =>
  (await send(test, '/api/my-data/code/entry', { email: sam, code })).status

/** What comes of the right digits after two wrong ones. */
async function enterAfterTwoWrong(): Promise<number> {
  await send(test, '/api/my-data/code', { email: sam })
  const code = await mailedDigits(test, sam)
  for (let n = 0; n < 2; n += 1) expect(await enter('wrong')).toBe(422)
  return enter(code)
}

it('has two tries at a code instead of five after 300 wrong ones in the installation, for an hour (ERROR-71)', async () => {
  expect(await enterAfterTwoWrong()).toBe(200)
  const limit = { name: 'wrong-codes', points: 300, seconds: 3600 }
  for (let n = 0; n < 299; n += 1) await test.platform.rateLimits.consume(limit, 'all')
  expect(await countWrongCodes(test.platform)).toBe(301)
  expect(await enterAfterTwoWrong()).toBe(422)
  test.clock.advance(60 * 60 * 1000)
  expect(await enterAfterTwoWrong()).toBe(200)
})

it('is told to the mailbox from the third code of a day on (GATE-71)', async () => {
  for (let n = 0; n < 4; n += 1) {
    await send(test, '/api/my-data/code', { email: 'jo@example.com' })
    test.clock.advance(1000)
    await test.runJobs()
  }
  const { id } = await createVerification(test, await register(test))
  for (let n = 0; n < 4; n += 1) {
    await knock(test, id, sam)
    test.clock.advance(1000)
    await test.runJobs()
  }
  for (const address of ['jo@example.com', sam]) {
    const codes = (await mailsTo(test, address)).filter(({ subject }) => subject === 'Your confirmation code')
    const tells = codes.slice(-4).map(({ text }) => text.includes('third code today'))
    expect(tells).toEqual([false, false, true, true])
  }
})

it('is counted for the gate and for /my-data together, and told to who operates (ERROR-71)', async () => {
  const { id } = await createVerification(test, await register(test))
  expect((await knock(test, id, sam)).status).toBe(200)
  await test.app.request(
    `/api/public/verifications/${id}/gate/code`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: sam, code: 'wrong' }),
    },
    from(newAddress()),
  )
  expect(await enterAfterTwoWrong()).toBe(200)
  const disk = { measureRoom: async () => ({ freeBytes: 1, totalBytes: 2 }) }
  const app = createApp(test.platform, { metrics: createMetrics({ process: true, disk }) })
  const answer = await app.request('/metrics', { headers: { host: 'localhost:3000' } }, from('127.0.0.1'))
  expect(await answer.text()).toContain('wrong_codes 3')
})

it('keeps nobody from a link by guessing at its address from many networks (GATE-6)', async () => {
  const { id } = await createVerification(test, await register(test))
  const knockFrom = (email: string) =>
    test.app.request(
      `/api/public/verifications/${id}/gate`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      },
      from(newAddress()),
    )
  for (let n = 0; n < 60; n += 1) await knockFrom(`wrong${n}@example.com`)
  const answer = await knockFrom(sam)
  expect([answer.status, await answer.json()]).toMatchObject([200, { codeSent: true }])
})
