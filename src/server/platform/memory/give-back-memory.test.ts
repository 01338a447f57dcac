import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// In a process of its own: what other tests have freed in this one would serve the rush.
const rush = `
  import { setTimeout } from 'node:timers/promises'
  const { giveBackMemory } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
  const measure = () => process.memoryUsage.rss() / 1024 / 1024
  gc()
  const before = measure()
  // Too small for the C library to ask the system for each, and every hundredth stays.
  const rush = Array.from({ length: 6000 }, (_, n) => Buffer.allocUnsafeSlow(40_000).fill(n))
  const needed = rush.filter((_, n) => n % 100 === 0)
  rush.length = 0
  gc()
  const freed = measure()
  const giving = giveBackMemory({ debug() {} }, 20)
  while (measure() > before + 50) await setTimeout(20)
  await giving.stop()
  console.log(JSON.stringify({ kept: freed - before, needed: needed.length }))`

it('gives back what a rush took, while nobody is served, though some of it is still needed (RUN-24)', async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', rush]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  const { kept, needed } = JSON.parse(stdout) as { kept: number; needed: number }
  expect(kept).toBeGreaterThan(100)
  expect(needed).toBe(60)
}, 90_000)
