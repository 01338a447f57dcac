import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBusyLock } from './use-schema-form.ts'

let busy: boolean
const lock = () => {
  busy = false
  return createBusyLock((now) => {
    busy = now
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('submitting a form', () => {
  it('is blocked while busy (SIGNIN-4)', async () => {
    const form = lock()
    let sent = 0
    let answer = () => {}
    const submission = () => {
      sent += 1
      return new Promise<number>((resolve) => {
        answer = () => resolve(0)
      })
    }
    const first = form.hold(submission)
    await form.hold(submission)
    expect(busy).toBe(true)
    expect(sent).toBe(1)
    answer()
    await first
    void form.hold(submission)
    expect(sent).toBe(2)
  })

  it('clears the busy flag 2 s after a success, and blocks until then (SIGNIN-4)', async () => {
    const form = lock()
    await form.hold(async () => 2000)
    vi.advanceTimersByTime(1999)
    expect(busy).toBe(true)
    const again = vi.fn(async () => 0)
    await form.hold(again)
    expect(again).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(busy).toBe(false)
    await form.hold(again)
    expect(again).toHaveBeenCalledOnce()
  })

  it('clears the busy flag at once after a failure or an exception (SIGNIN-4)', async () => {
    const form = lock()
    await form.hold(async () => 0)
    expect(busy).toBe(false)
    await expect(form.hold(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(busy).toBe(false)
  })

  it('reports nothing after its form was unmounted', async () => {
    const form = lock()
    await form.hold(async () => 2000)
    form.drop()
    vi.advanceTimersByTime(5000)
    expect(busy).toBe(true)
  })
})
