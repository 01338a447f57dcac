import { setTimeout as wait } from 'node:timers/promises'

/** Asks again until the answer is yes. Throws, naming `what` did not come, after `patienceMs`. What throws counts as no. */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean>,
  patienceMs = 120_000,
): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
    await wait(100)
  }
}

/** The status that an address on loopback answers within a moment; 0 when it does not. */
export function askStatus(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.status
    },
    () => 0,
  )
}
