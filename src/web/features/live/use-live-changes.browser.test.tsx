import { beforeAll, expect, it, vi } from 'vitest'
import { api } from '../../testing/api.ts'
import { eventually } from '../../testing/read-page.ts'
import { renderHere } from '../../testing/render-screen.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { useLiveChanges } from './index.ts'

const stream = 'GET /api/live'
const completed = `data: ${JSON.stringify({
  verificationId: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
  status: 'verified',
})}\n\n`

beforeAll(signIn)

async function follow() {
  await api.holds(stream)
  const onChange = vi.fn()
  const hook = await renderHere(() => useLiveChanges(onChange))
  const first = await api.takes(stream)
  await first.send(': hello\n\n')
  return { ...hook, onChange, first }
}

/** Breaks a connection, and checks that the page waits before it reconnects. */
async function lose(connection: { break(): Promise<void> }) {
  await connection.break()
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('opens one stream for the signed-in person, and reports each change (LIVE-1)', async () => {
  const { first, onChange } = await follow()
  expect(first.authorization).toBe('Bearer ada.access.token')
  await first.send(completed.slice(0, 20))
  expect(onChange).not.toHaveBeenCalled()
  await first.send(completed.slice(20) + completed)
  await eventually(() => expect(onChange).toHaveBeenCalledTimes(2))
  expect(await api.count(stream)).toBe(1)
})

it('ignores unreadable messages', async () => {
  const { first, onChange } = await follow()
  await first.send(`data: nonsense\n\ndata: {"verificationId":null}\n\n: still here\n\n${completed}`)
  await eventually(() => expect(onChange).toHaveBeenCalledTimes(1))
})

it('closes its stream when the page is left', async () => {
  const { first, unmount, onChange } = await follow()
  await unmount()
  await first.isLetGo()
  expect(onChange).not.toHaveBeenCalled()
})

it('closes it while the page is hidden, and refetches when the page is visible again (LIVE-3)', async () => {
  const { first, onChange } = await follow()
  setVisibility('hidden')
  await first.isLetGo()
  expect(await api.count(stream)).toBe(1)
  setVisibility('visible')
  expect(onChange).toHaveBeenCalledTimes(1)
  const second = await api.takes(stream)
  await second.send(completed)
  await eventually(() => expect(onChange).toHaveBeenCalledTimes(2))
})

it('reconnects after a lost connection, and reports that changes may have been missed (LIVE-3)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { first, onChange } = await follow()
  await lose(first)
  await vi.advanceTimersByTimeAsync(999)
  expect(await api.count(stream)).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const second = await api.takes(stream)
  await second.refuse('temporarily_unavailable')
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(2000)
  const third = await api.takes(stream)
  expect(onChange).not.toHaveBeenCalled()
  await third.send(': hello\n\n')
  await eventually(() => expect(onChange).toHaveBeenCalledTimes(1))
})

it('reconnects when a server announces its shutdown (LIVE-7)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { first, onChange } = await follow()
  await first.send(`retry: 120\n\n${completed}`)
  // What the page hasn't read when the connection breaks is lost.
  await eventually(() => expect(onChange).toHaveBeenCalledOnce())
  await lose(first)
  await vi.advanceTimersByTimeAsync(120)
  await api.takes(stream)
})

it("doesn't reconnect when the page was left during the delay", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { first, unmount } = await follow()
  await lose(first)
  await unmount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await api.count(stream)).toBe(1)
})
