import type { GuessableReason } from '../../../domain/account/guessable-password.ts'
import { startThreads } from '../threads/index.ts'
import type { GuessTask } from './guess-worker.ts'
import type { Passwords } from './passwords.ts'
import { createTurns } from './take-turns.ts'

/** Longest that one password may wait and be looked at; the slowest that we could make takes a fifth of a second. */
const maxMs = 15_000

/** A network that sends the slowest ones keeps itself waiting for seconds, and others for one password. */
const shares = { inAll: 128, perNetwork: 16, perAccount: 4 }

/** Estimates passwords in one thread, one after the other, the client networks in turn. */
export function createGuessing(): Passwords['guess'] {
  const pool = startThreads<GuessTask, GuessableReason | null>(
    new URL('./guess-worker.ts', import.meta.url),
    {
      maxThreads: 1,
    },
  )
  const turns = createTurns(shares)
  return async (password, known, by) => {
    const signal = AbortSignal.timeout(maxMs)
    try {
      const turn = turns.take(by, () => pool.run({ password, known }, { signal }))
      return turn === null ? 'busy' : await turn
    } catch (error) {
      if (signal.aborted) return 'busy'
      throw error
    }
  }
}
