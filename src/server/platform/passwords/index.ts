import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { GuessableReason, KnownPeople } from '../../../domain/account/guessable-password.ts'
import { startThreads } from '../threads/index.ts'
import { createFairQueue, QueueOverloaded, type Requester } from '../waiting/index.ts'
import type { GuessTask } from './guess-worker.ts'

/**
 * Argon2id (RFC 9106), m=19456 KiB, t=2, p=1, and an estimate of guesses: off the event loop and a limited number at a
 * time.
 */
export type Passwords = {
  /** A PHC string with its own random salt. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. With `null` (no such account) it does the same work and returns false. */
  verify(hash: string | null, password: string): Promise<boolean>
  /**
   * The reason why a person who knows the owner could quickly guess the password; null if it is good. Networks take
   * turns; `busy` when the network or the account has too many passwords waiting, or when the queue is full.
   */
  guess(password: string, known: KnownPeople, by: Requester): Promise<GuessableReason | null | 'busy'>
}

// argon2id is the library's default algorithm; its enum cannot be named under isolatedModules.
const agreedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The cost of a hash: kibibytes, passes, and lanes (RFC 9106, section 3.1). */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

type PasswordsOptions = {
  /** A cost below `agreedCost`; only for tests, where passwords protect nothing. */
  cost?: HashCost
}

/**
 * Argon2id runs in native threads and estimates run in a worker thread, so that even many of them don't block the event
 * loop.
 */
export function createPasswords(options: PasswordsOptions = {}): Passwords {
  // One core stays free for other work.
  const turns = createFairQueue({ capacity: Math.max(1, availableParallelism() - 1) })
  const cost = options.cost ?? agreedCost
  const computeHash = (password: string) => turns.run(null, () => hash(password, cost))
  const nobodysHash = computeHash('the hash of an account that does not exist')
  nobodysHash.catch(() => {})

  return {
    hash: computeHash,
    guess: createGuessing(),
    async verify(stored, password) {
      const compared = stored ?? (await nobodysHash)
      const matches = await turns.run(null, () => verify(compared, password))
      return stored !== null && matches
    },
  }
}

/** Time limit for estimating one password; the slowest known password takes a fifth of a second. */
const maxMs = 15_000

/** Estimates passwords in one thread, one after the other; accounts and client networks take turns. */
function createGuessing(): Passwords['guess'] {
  const pool = startThreads<GuessTask, GuessableReason | null>(
    new URL('./guess-worker.ts', import.meta.url),
    {
      maxThreads: 1,
    },
  )
  const turns = createFairQueue({ capacity: 1 })
  return async (password, known, by) => {
    try {
      return await turns.run(by, async () => {
        const signal = AbortSignal.timeout(maxMs)
        try {
          return await pool.run({ password, known }, { signal })
        } catch (error) {
          if (signal.aborted) return 'busy'
          throw error
        }
      })
    } catch (error) {
      if (error instanceof QueueOverloaded) return 'busy'
      throw error
    }
  }
}
