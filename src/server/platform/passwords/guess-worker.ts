import type { GuessableReason, KnownPeople } from '../../../domain/account/guessable-password.ts'
import { guessPassword } from '../../../estimator/guess-password.ts'

export type GuessTask = { password: string; known: KnownPeople }

export default function guess({ password, known }: GuessTask): GuessableReason | null {
  return guessPassword(password, known)
}
