import { afterAll, beforeAll, vi } from 'vitest'

/** Has it be noon in UTC of a day for all tests of a file. */
export function onDay(day: string): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) }))
  afterAll(() => void vi.useRealTimers())
}
