import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readOnce } from './documents.ts'
import { RequestFailure } from './request.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const underWay = new RequestFailure(
  { type: 'about:blank', title: 'reading', status: 409, code: 'reading_under_way' },
  409,
)

it('waits for a reading for as long as it takes, within the limits of a creation and a submission (READING-22)', async () => {
  let isRead = false
  const send = vi.fn(async () => {
    if (!isRead) throw underWay
    return 'done'
  })
  const sent = readOnce(send, () => true)
  await vi.advanceTimersByTimeAsync(60_000)
  const inFirstMinute = send.mock.calls.length
  expect(inFirstMinute).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(540_000)
  expect(send.mock.calls.length).toBeLessThan(60)
  isRead = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await sent).toBe('done')
})

it('sends nothing more once its page is left', async () => {
  let isWanted = true
  const send = vi.fn(() => Promise.reject(underWay))
  const sent = readOnce(send, () => isWanted)
  const failed = expect(sent).rejects.toBe(underWay)
  isWanted = false
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(send).toHaveBeenCalledOnce()
})

it('passes every other refusal on at once', async () => {
  const other = new RequestFailure(null, null)
  await expect(
    readOnce(
      () => Promise.reject(other),
      () => true,
    ),
  ).rejects.toBe(other)
})
