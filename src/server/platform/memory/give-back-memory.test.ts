import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { giveBackMemory } from './index.ts'

const megabyte = 1024 * 1024
const residentMb = () => process.memoryUsage.rss() / megabyte

it('gives back what a rush took, while nobody is served, though some of it is still needed (RUN-24)', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = residentMb()
  // Too small for the C library to ask the system for each, and every hundredth stays.
  const rush = Array.from({ length: 6000 }, (_, n) => Buffer.allocUnsafeSlow(40_000).fill(n))
  const needed = rush.filter((_, n) => n % 100 === 0)
  rush.length = 0
  collect()
  expect(residentMb()).toBeGreaterThan(before + 100)

  const giving = giveBackMemory(silentLogger, 20)
  onTestFinished(() => giving.stop())
  await vi.waitFor(() => expect(residentMb()).toBeLessThan(before + 50), 10_000)
  expect(needed).toHaveLength(60)
})
