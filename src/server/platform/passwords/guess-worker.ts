import type { GuessableReason, KnownPerson } from '../../../domain/account/guessable-password.ts'
import { guessPassword } from '../../../estimator/guess-password.ts'

export type GuessTask = { password: string; person: KnownPerson }

export default function guess({ password, person }: GuessTask): GuessableReason | null {
  return guessPassword(password, person)
}
