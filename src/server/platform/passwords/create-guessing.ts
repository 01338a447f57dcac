import { Piscina } from 'piscina'
import type { GuessableReason } from '../../../domain/account/guessable-password.ts'
import type { GuessTask } from './guess-worker.ts'
import type { Passwords } from './passwords.ts'

/** Longest that one password may keep the thread, from its start or in the queue; the slowest made one takes a second. */
const maxMs = 15_000

/** How many passwords may wait. */
const maxQueue = 200

/** Estimates passwords in one thread, one after the other. */
export function createGuessing(): Passwords['guess'] {
  const pool = new Piscina<GuessTask, GuessableReason | null>({
    filename: new URL('./guess-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    maxQueue,
    // Not those of the process: a test runner's `--conditions` are its own matter.
    execArgv: [],
  })
  return async (password, person) => {
    const signal = AbortSignal.timeout(maxMs)
    try {
      if (pool.queueSize >= maxQueue) return 'busy'
      return await pool.run({ password, person }, { signal })
    } catch (error) {
      if (signal.aborted) return 'busy'
      throw error
    }
  }
}
