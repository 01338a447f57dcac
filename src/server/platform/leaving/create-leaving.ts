import { setTimeout as wait } from 'node:timers/promises'
import type { Leaving } from './leaving.ts'

/** For whoever ends the process: `leave` announces it, waits until a balancer had time to notice, and begins. */
export function createLeaving(noticeMs: number): Leaving & { leave(): Promise<void> } {
  const announcing = new AbortController()
  const beginning = new AbortController()
  return {
    announced: announcing.signal,
    begun: beginning.signal,
    async leave() {
      announcing.abort()
      if (noticeMs > 0) await wait(noticeMs)
      beginning.abort()
    },
  }
}
