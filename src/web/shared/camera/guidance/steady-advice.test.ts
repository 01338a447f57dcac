import { expect, it } from 'vitest'
import { createSteadyAdvice } from './watch-document.ts'

it('returns advice that came twice in a row, and none before (CAMERA-15)', () => {
  const steady = createSteadyAdvice()
  expect(steady('still', 0)).toBeNull()
  expect(steady('ready', 250)).toBeNull()
  expect(steady('ready', 500)).toBe('ready')
  expect(steady('still', 1600)).toBe('ready')
  expect(steady('ready', 1850)).toBe('ready')
})

it('changes at most once a second, however often the input changes (CAMERA-15)', () => {
  const steady = createSteadyAdvice()
  const changes: number[] = []
  let shown: string | null = null
  for (let look = 0; look < 200; look++) {
    const advice = steady(look % 4 < 2 ? 'still' : 'glare', look * 250)
    if (advice !== shown) changes.push(look * 250)
    shown = advice
  }
  const gaps = changes.slice(1).map((at, index) => at - (changes[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(10)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
})
