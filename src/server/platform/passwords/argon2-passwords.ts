import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../take-turns.ts'
import { createGuessing } from './create-guessing.ts'
import type { Passwords } from './passwords.ts'

// argon2id is the library's default algorithm; its enum cannot be named under isolatedModules.
const agreedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What a hash takes: kibibytes, passes, and lanes (RFC 9106, section 3.1). */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

export type PasswordsOptions = {
  /** How many hashes are computed at the same time; the others wait. One core stays free for everything else. */
  concurrency?: number
  /** Other than the agreed cost only where nothing has to be kept from anybody. */
  cost?: HashCost
}

/** Argon2id in native threads and estimates in a worker thread, so that neither one of them nor a crowd holds up the event loop. */
export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const turns = createTurns({ atOnce: options.concurrency ?? Math.max(1, availableParallelism() - 1) })
  const cost = options.cost ?? agreedCost
  const computeHash = (password: string) => turns.take(null, () => hash(password, cost))
  const nobodysHash = computeHash('the hash of an account that does not exist')
  nobodysHash.catch(() => {})

  return {
    hash: computeHash,
    guess: createGuessing(),
    async verify(stored, password) {
      const compared = stored ?? (await nobodysHash)
      const matches = await turns.take(null, () => verify(compared, password))
      return stored !== null && matches
    },
  }
}
