import { setTimeout as wait } from 'node:timers/promises'

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
