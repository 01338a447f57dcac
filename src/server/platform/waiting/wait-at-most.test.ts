import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { waitAtMost } from './index.ts'

it('settles as the work does, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await waitAtMost(1000, Promise.resolve('done'))).toBe('done')
  await expect(waitAtMost(1000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

it('waits no longer than its limit, and swallows a later rejection', async () => {
  const rejections: unknown[] = []
  const collect = (error: unknown) => rejections.push(error)
  process.on('unhandledRejection', collect)
  onTestFinished(() => void process.off('unhandledRejection', collect))
  const { promise, reject } = Promise.withResolvers<string>()
  expect(await waitAtMost(5, promise)).toBeUndefined()
  reject(new Error('late'))
  await nextTurn()
  expect(rejections).toEqual([])
})
