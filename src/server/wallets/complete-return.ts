import type { WalletSession } from '../../contract/wallet.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { redeemReturn, type SessionRow } from './session-store.ts'
import { showSession } from './show-session.ts'
import { findReasonEnded, keepProof } from './take-answer.ts'

/**
 * Completes a proof that was given on the same phone, by the browser that began it and that its wallet opened again: a link that somebody
 * was tricked into opening ends in a browser without the secret, and proves nothing to whoever sent it.
 */
export async function completeReturn(
  platform: Platform,
  session: SessionRow,
  responseCode: string,
): Promise<WalletSession | Refusal> {
  const ended = await platform.database.transaction(async (tx) => {
    const why = await findReasonEnded(tx, session)
    if (why) return refuse(why)
    const at = platform.clock.now()
    const redeemed = await redeemReturn(tx, session.id, hashHex(responseCode), at)
    if (!redeemed?.issuerName || !redeemed.responseSha256) return refuse('wallet_session_over')
    const { issuerName, responseSha256: sha256 } = redeemed
    await keepProof(tx, redeemed, { issuerName, sha256 }, at)
    return null
  })
  return ended ?? showSession(platform, session.id)
}
