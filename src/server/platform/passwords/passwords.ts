import type { GuessableReason, KnownPeople } from '../../../domain/account/guessable-password.ts'
import type { Asker } from '../take-turns.ts'

/** Argon2id (RFC 9106), m=19456 KiB, t=2, p=1, and an estimate of guesses: off the event loop and a bounded number at a time. */
export type Passwords = {
  /** A PHC string with its own random salt. */
  hash(password: string): Promise<string>
  /** Whether the password made the hash. With `null` (no such account) it does the same work and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>
  /**
   * Why somebody who knows the person guesses the password in a moment, null if nobody does. Networks take turns; `busy` when the network or
   * the account has as many passwords waiting as it may, or when all places are taken.
   */
  guess(password: string, known: KnownPeople, by: Asker): Promise<GuessableReason | null | 'busy'>
}
