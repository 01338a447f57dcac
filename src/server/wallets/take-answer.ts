import { randomBytes } from 'node:crypto'
import type { ProblemCode } from '../../contract/problem.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { doesStillOpen, gatePasses } from '../mailed-codes/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { isWalletRefused, type WalletAnswer, type WalletVerdict } from '../platform/wallet/index.ts'
import { endVerification, lockVerification } from '../verifications/index.ts'
import { toAskedWallet } from './asked.ts'
import { insertProof } from './proof-store.ts'
import { type SessionRow, type Settlement, settleOpen } from './session-store.ts'

/** What became of an answer. `responseCode`: with it the browser on the same phone completes the proof. */
export type Taken = { state: Settlement['state']; responseCode?: string }

/**
 * Judges the one answer that a session takes, and keeps what follows from it: a proof, a refusal, or the end of a request whose third party
 * is under 18. Whatever it is, the session is over then: of many answers at once one counts, and a second is refused.
 */
export async function takeAnswer(
  platform: Platform,
  session: SessionRow,
  answer: WalletAnswer,
): Promise<Taken | Refusal> {
  const { clock, settings, wallets } = platform
  if (session.state !== 'open' || !session.requestKey || session.expiresAt <= clock.now())
    return refuse('wallet_session_over')
  if (wallets.isCancelled(answer)) return settle(platform, session, { state: 'cancelled' }, null)
  const asked = toAskedWallet(settings, session.id, { ...session, key: session.requestKey })
  const judged = await wallets.judge(asked, answer, clock.now())
  if (isWalletRefused(judged)) return settle(platform, session, { state: 'refused', ...judged }, null)
  if (!judged.over18) return settle(platform, session, { state: 'under_age' }, null)
  if (session.way !== 'link') return settle(platform, session, { state: 'proven' }, judged)
  const responseCode = randomBytes(32).toString('base64url')
  const { issuerName, sha256: responseSha256 } = judged
  const answered = {
    state: 'answered',
    responseCodeSha256: hashHex(responseCode),
    issuerName,
    responseSha256,
  } as const
  const taken = await settle(platform, session, answered, null)
  return 'refused' in taken ? taken : { ...taken, responseCode }
}

function settle(
  platform: Platform,
  session: SessionRow,
  to: Settlement,
  verdict: WalletVerdict | null,
): Promise<Taken | Refusal> {
  return platform.database.transaction(async (tx) => {
    const ended = await findReasonEnded(tx, session)
    if (ended) return refuse(ended)
    const at = platform.clock.now()
    if (!(await settleOpen(tx, session.id, to, at))) return refuse('wallet_session_over')
    if (to.state === 'refused') await note(tx, session, at, { reason: to.refusal })
    if (to.state === 'under_age' && session.verificationId)
      await endVerification(platform, tx, session.verificationId, endUnderAge())
    if (verdict) await keepProof(tx, session, verdict, at)
    return { state: to.state }
  })
}

/** Locks the verification that an answer is for. Answers why nothing may be added to it, or null. */
export async function findReasonEnded(
  tx: Transaction,
  { verificationId, passSha256 }: SessionRow,
): Promise<ProblemCode | null> {
  if (!verificationId || !passSha256) return null
  const row = await lockVerification(tx, verificationId)
  if (!row || !isOpen(row.status)) return 'link_closed'
  return (await doesStillOpen(tx, gatePasses, { tokenSha256: passSha256 })) ? null : 'wallet_session_over'
}

/** Keeps a proof under the id of its session. */
export async function keepProof(
  tx: Transaction,
  session: SessionRow,
  { issuerName, sha256 }: Pick<WalletVerdict, 'issuerName' | 'sha256'>,
  provenAt: Date,
): Promise<void> {
  const { id, userId, verificationId, credentialType } = session
  const proof = { id, userId, verificationId, credentialType, issuerName, proofSha256: sha256, provenAt }
  // A response is bound to its session, and a session takes one.
  if (!(await insertProof(tx, proof))) throw new Error('a response was taken before')
  await note(tx, session, provenAt, null)
}

/** Says in the trail of a verification what became of its third party's answer. */
async function note(
  tx: Transaction,
  { verificationId, credentialType }: SessionRow,
  at: Date,
  refused: { reason: string } | null,
): Promise<void> {
  if (!verificationId) return
  const event = refused ? 'wallet_refused' : 'wallet_proven'
  const detail = refused ?? { credentialType }
  await appendAuditEvent(tx, { verificationId, event, actor: 'third_party', at, detail })
}
