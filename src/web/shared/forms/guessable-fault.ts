import type { KnownPerson } from '../../../domain/account/guessable-password.ts'
import guessableWords from '../../../words/en/guessable-password.ts'

/** Longest to wait for the estimator on a slow network. The server decides anyhow, with the same words. */
const patienceMs = 5000

/**
 * The sentence to show if somebody who knows the person guesses the password in a moment, null if not. The estimator and its lists are large:
 * they are downloaded when somebody sends a new password, and not before.
 */
export async function findGuessableFault(password: string, person: KnownPerson): Promise<string | null> {
  const loading = import('../../../estimator/guess-password.ts').catch(() => null)
  const loaded = await Promise.race([loading, giveUpAfter(patienceMs)])
  const reason = loaded?.guessPassword(password, person)
  return reason ? guessableWords[reason] : null
}

function giveUpAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms))
}
