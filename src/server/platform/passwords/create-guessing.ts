import type { GuessableReason } from '../../../domain/account/guessable-password.ts'
import { createTurns, NoTurn } from '../take-turns.ts'
import { startThreads } from '../threads/index.ts'
import type { GuessTask } from './guess-worker.ts'
import type { Passwords } from './passwords.ts'

/** Longest that one password may be looked at; the slowest that we could make takes a fifth of a second. */
const maxMs = 15_000

/** Estimates passwords in one thread, one after the other, accounts and client networks in turn. */
export function createGuessing(): Passwords['guess'] {
  const pool = startThreads<GuessTask, GuessableReason | null>(
    new URL('./guess-worker.ts', import.meta.url),
    {
      maxThreads: 1,
    },
  )
  const turns = createTurns({ atOnce: 1 })
  return async (password, known, by) => {
    try {
      return await turns.take(by, async () => {
        const signal = AbortSignal.timeout(maxMs)
        try {
          return await pool.run({ password, known }, { signal })
        } catch (error) {
          if (signal.aborted) return 'busy'
          throw error
        }
      })
    } catch (error) {
      if (error instanceof NoTurn) return 'busy'
      throw error
    }
  }
}
