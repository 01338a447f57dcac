import type { WalletSession } from '../../contract/wallet.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { findProof } from './proof-store.ts'
import { findSession } from './session-store.ts'

/** How a session stands now, for the browser that began it. */
export async function showSession(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  id: string,
): Promise<WalletSession | Refusal> {
  const session = await findSession(database, id)
  if (!session) return refuse('wallet_session_not_found')
  const { state, refusal } = session
  const isUnderWay = state === 'open' || state === 'answered'
  if (isUnderWay && session.expiresAt <= clock.now()) return { state: 'expired', refusal, proof: null }
  const proof = state === 'proven' ? await findProof(database, id) : null
  return {
    state,
    refusal,
    proof: proof && {
      id: proof.id,
      credentialType: proof.credentialType,
      issuerName: proof.issuerName,
      provenAt: proof.provenAt.toISOString(),
    },
  }
}
