import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verificationChangedSchema } from '../../contract/verification.ts'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { createShutdown } from '../platform/processes/index.ts'
import { createAuthCaller } from '../testing/auth-caller.ts'
import { type Asked, type LivePage, openLivePage } from '../testing/live-page.ts'
import { createVerification, enter, type Person, post, register, wholeSubmission } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { announceChange } from './index.ts'
import { heartbeatMs } from './routes.ts'

const test = testAppForFile()
let ada: Person
const streams: LivePage[] = []
beforeEach(async () => {
  ada = await register(test)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const stream of streams.splice(0)) stream.leave()
})

async function follow(by: { headers: Record<string, string> }, app: Asked = test.app): Promise<LivePage> {
  const page = await openLivePage(app, by)
  streams.push(page)
  return page
}

describe('the owner’s event stream', () => {
  it('tells each open page of the owner about a completion, and no other page (LIVE-1)', async () => {
    const eve = await register(test)
    const { id } = await createVerification(test, ada)
    const pages = [await follow(ada), await follow(ada)]
    const foreign = await follow(eve)
    for (const page of [...pages, foreign]) expect(await page.next()).toBe(': connected')
    expect(Object.fromEntries(pages[0]?.answer.headers ?? [])).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })

    const sam = await enter(test, id)
    expect((await post(test, sam, await wholeSubmission(test, sam))).status).toBe(200)
    for (const page of pages) {
      const message = (await page.next()) ?? ''
      expect(message.startsWith('data: ')).toBe(true)
      const change = verificationChangedSchema.strict().parse(JSON.parse(message.slice(6)))
      expect(change).toEqual({ verificationId: id, status: 'verified' })
    }
    // Eve's next message is about her own verification, so none was about Ada's.
    const { id: own } = await createVerification(test, eve, { type: 'person' })
    expect(await foreign.next()).toContain(own)
  })

  it('tells each open page of the account that its address was confirmed, and no other page (LIVE-6)', async () => {
    const auth = createAuthCaller(test)
    const bob = await auth.signUp('bob@example.org')
    const page = await follow({ headers: { authorization: `Bearer ${bob.accessToken}` } })
    const foreign = await follow(ada)
    for (const open of [page, foreign]) expect(await open.next()).toBe(': connected')
    const link = await auth.mailedLink('bob@example.org')
    await auth.open(link)
    await auth.look(link)
    expect((await auth.press(link)).status).toBe(200)
    expect(await page.next()).toBe('data: {"account":"changed"}')
    const change = { verificationId: '00000000-0000-4000-8000-000000000000', status: 'verified' } as const
    await test.database.transaction((tx) => announceChange(tx, ada.id, change))
    expect(await foreign.next()).toContain(change.verificationId)
  })

  it('doesn’t report a change that was rolled back (LIVE-2)', async () => {
    const page = await follow(ada)
    await page.next()
    const change = { verificationId: '00000000-0000-4000-8000-000000000000', status: 'verified' } as const
    await test.database
      .transaction(async (tx) => {
        await announceChange(tx, ada.id, change)
        throw new Error('undone')
      })
      .catch(() => {})
    const { id } = await createVerification(test, ada, { type: 'person' })
    expect(await page.next()).toContain(id)
  })

  it('ignores notifications in an unknown form', async () => {
    const page = await follow(ada)
    await page.next()
    for (const payload of ['nonsense', '{}', JSON.stringify({ ownerId: ada.id, change: { status: 'x' } })]) {
      await test.database.run(sql`SELECT pg_notify('verification_changed', ${payload})`)
    }
    const { id } = await createVerification(test, ada, { type: 'person' })
    expect(await page.next()).toContain(id)
  })

  it('sends a heartbeat every 25 s, and ends when the session was revoked (LIVE-4)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const page = await follow(ada)
    expect(await page.next()).toBe(': connected')
    vi.advanceTimersByTime(heartbeatMs)
    expect(await page.next()).toBe(': here')
    await test.database.run(sql`DELETE FROM sessions WHERE user_id = ${ada.id}`)
    vi.advanceTimersByTime(heartbeatMs)
    expect(await page.next()).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends with the access token that opened it (LIVE-4)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const page = await follow(ada)
    await page.next()
    test.clock.advance(3601 * 1000)
    vi.advanceTimersByTime(heartbeatMs)
    expect(await page.next()).toBeNull()
  })

  it('stops its timer when the page disconnects', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const page = await follow(ada)
    await page.next()
    expect(vi.getTimerCount()).toBe(1)
    page.leave()
    expect(vi.getTimerCount()).toBe(0)
    expect(await page.next()).toBeNull()
  })

  it('tells its clients to reconnect before its process stops, including new ones (LIVE-7)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { shutDown, ...shutdown } = createShutdown(0)
    const app = createApp({ ...test.platform, shutdown })
    const page = await follow(ada, app)
    expect(await page.next()).toBe(': connected')
    await shutDown()
    expect(await page.next()).toMatch(/^retry: [12]?\d?\d$/)
    expect(await page.next()).toBeNull()
    const late = await follow(ada, app)
    expect([await late.next(), await late.next(), await late.next()]).toEqual([
      ': connected',
      expect.stringMatching(/^retry: \d+$/),
      null,
    ])
    expect(vi.getTimerCount()).toBe(0)
  })
})
