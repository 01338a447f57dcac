import { expect, it, vi } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { keepRunning, type Runner } from './workers.ts'

/** A runner that ends when it is stopped or breaks. */
function runner() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = vi.fn(async () => resolve())
  return { promise, stop, breaks: () => reject(new Error('the pool broke')) } as const
}

it('restarts a runner that ended, even when the first tries fail, and stops the last one', async () => {
  const [first, second] = [runner(), runner()]
  const start = vi
    .fn<() => Promise<Runner>>()
    .mockResolvedValueOnce(first)
    .mockRejectedValueOnce(new Error('still away'))
    .mockResolvedValueOnce(second)
  const running = await keepRunning(start, silentLogger)
  first.breaks()
  await expect.poll(() => start.mock.calls).toHaveLength(3)
  await running.stop()
  expect(second.stop).toHaveBeenCalled()
  expect(start).toHaveBeenCalledTimes(3)
})

it('throws when the first start fails', async () => {
  await expect(keepRunning(() => Promise.reject(new Error('no')), silentLogger)).rejects.toThrow('no')
})
