import { setTimeout as wait } from 'node:timers/promises'
import { takeProcessLock } from './process-lock.ts'

/** The one process' hold on a database, kept through restarts of the server. */
export type Hold = {
  /** Ends it, after `last`, which nobody may do who has not the hold; it is not done where the hold is lost. */
  release(last?: () => Promise<void>): Promise<void>
}

export type HoldOptions = {
  /** How long to wait for a predecessor's hold to end, in milliseconds. */
  patienceMs: number
  /** Sees to it that the server runs, starting it if it is gone. False when it runs as somebody else's. Throws when it cannot be started. */
  revive(): Promise<boolean>
  /** Another process has taken the hold: it serves now. */
  onLost(): void
  /** Told in one sentence what happened. */
  report(sentence: string): void
}

/** The first gives way to somebody who is restarting the server. */
const pausesMs = [500, 500, 1000, 2000] as const

/**
 * Takes the process lock, and takes it again whenever its connection breaks, as when the server was restarted or killed: then the server is
 * started again, for as long as it takes. Null when another process holds the lock now.
 */
export async function keepHold(connectionString: string, options: HoldOptions): Promise<Hold | null> {
  const { patienceMs, revive, onLost, report } = options
  const releasing = new AbortController()
  let regaining = Promise.resolve()
  let isLost = false
  const take = () =>
    takeProcessLock(connectionString, {
      patienceMs,
      onLost: () => {
        if (!releasing.signal.aborted) regaining = regain()
      },
    })

  const lose = () => {
    isLost = true
    onLost()
  }

  async function regain(): Promise<void> {
    report('the connection to the embedded database broke')
    for (let attempt = 0; !releasing.signal.aborted; attempt += 1) {
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]
      await wait(pauseMs, undefined, { signal: releasing.signal }).catch(() => {})
      if (releasing.signal.aborted) return
      try {
        if (!(await revive())) return lose()
        const again = await take()
        if (!again) return lose()
        lock = again
        report('the embedded database runs and is held again')
        return
      } catch {
        report('the embedded database does not run yet; it is tried again')
      }
    }
  }

  let lock = await take()
  if (!lock) return null
  return {
    async release(last = async () => {}) {
      releasing.abort()
      await regaining
      try {
        if (!isLost) await last()
      } finally {
        await lock?.release()
      }
    },
  }
}
