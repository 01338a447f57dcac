import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/server/platform/clock/index.ts'
import type { Served } from '../../src/server/testing/people.ts'

/** The product at an origin, in the form that test people use. */
export function reach(origin: string, timeoutMs = 100_000): Served {
  const request = (path: string, init?: RequestInit) =>
    fetch(new URL(path, origin), { ...init, signal: AbortSignal.timeout(timeoutMs) })
  return { clock: systemClock, app: { request } }
}

/** Polls until `isTrue` returns true. An error counts as false. Throws with `what` after `timeoutMs`. */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`timed out after ${timeoutMs / 1000} s: ${what}`)
    await wait(100)
  }
}
