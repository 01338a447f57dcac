import type { WalletSession } from '../../../contract/wallet.ts'
import type { WalletRefusal, WalletWay } from '../../../domain/wallet.ts'

export type WalletProof = NonNullable<WalletSession['proof']>

/** How the proof of an age stands on the page. */
export type ProofState =
  | { phase: 'idle' }
  | { phase: 'beginning' }
  | { phase: 'waiting'; way: WalletWay; uri: string | null; isAnswered: boolean }
  | { phase: 'proven'; proof: WalletProof }
  | { phase: 'under_age' }
  | { phase: 'failed'; why: Failure }

/** Why it did not come to a proof; a refusal by its own name. */
export type Failure = 'cancelled' | 'expired' | 'replaced' | 'network' | WalletRefusal

/** What the server says of a request, as the page shows it; null while it is still waited for. */
export function findEnd({ state, refusal, proof }: WalletSession): ProofState | null {
  switch (state) {
    case 'open':
    case 'answered':
      return null
    case 'proven':
      return proof ? { phase: 'proven', proof } : { phase: 'failed', why: 'network' }
    case 'under_age':
      return { phase: 'under_age' }
    case 'refused':
      return { phase: 'failed', why: refusal ?? 'unreadable' }
    case 'cancelled':
    case 'replaced':
    case 'expired':
      return { phase: 'failed', why: state }
  }
}
