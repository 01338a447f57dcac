import type { z } from 'zod'
import type { WalletSession, walletPostAnswerSchema, walletPostSchema } from '../../contract/wallet.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import {
  findOpenMatter,
  findReasonEnded,
  fromWallet,
  keepProof,
  showSession,
  type Taken,
  takeAnswer,
  toAskedWallet,
} from './session.ts'
import { findSession, redeemReturn, type SessionRow } from './session-store.ts'

/**
 * Handles the wallet's own POST after it was opened by a link or a QR code (OpenID4VP 1.0, 8.2). A wallet on the same
 * phone is told to open the browser again, with a code that is valid only there; the fragment behind the # stays out of
 * every log.
 */
export async function takePost(
  platform: Platform,
  id: string | null,
  posted: z.infer<typeof walletPostSchema>,
): Promise<z.infer<typeof walletPostAnswerSchema> | Refusal> {
  const session = id === null ? null : await findSession(platform.database, id)
  if (!session || session.way === 'api' || session.way === 'redirect') return refuse('wallet_session_over')
  const fields = Object.fromEntries(
    Object.entries(posted).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const taken = await takeAnswer(platform, session, { fields })
  if ('refused' in taken) return taken
  if (taken.state === 'refused') return refuse('wallet_answer_refused')
  return { redirect_uri: buildReturnAddress(platform, session, taken) }
}

/**
 * Without a code where the browser has nothing to complete: the page is on another device than the wallet, or the answer
 * proved nothing.
 */
function buildReturnAddress({ settings }: Platform, { id }: SessionRow, { responseCode }: Taken): string {
  const address = `${settings.publicUrl}/wallet-return`
  return responseCode === undefined
    ? address
    : `${address}#${new URLSearchParams({ session: id, response_code: responseCode })}`
}

/**
 * The signed request for a wallet that was opened by a link or a QR code. A session that never was, is over or isn't
 * signed answers alike, so the address tells a stranger nothing else (WALLET-4).
 */
export async function giveRequest(
  { clock, database, settings, wallets }: Platform,
  id: string | null,
  walletNonce?: string,
): Promise<string | Refusal> {
  const session = id === null ? null : await findSession(database, id)
  const now = clock.now()
  const matter = session && findOpenMatter(session, now)
  if (!matter) return refuse('wallet_session_over')
  const asked = toAskedWallet(settings, session.id, matter)
  return (await wallets.requestObject(asked, now, walletNonce)) ?? refuse('wallet_session_over')
}

/**
 * Completes a proof given on the same phone, in the browser that began it and that its wallet opened again. A link that
 * a person was tricked into opening ends in a browser without the secret, and proves nothing to its sender.
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
    if (!redeemed?.credentialType || !redeemed.issuerName || !redeemed.responseSha256)
      return refuse('wallet_session_over')
    const { credentialType, issuerName, responseSha256, nameVerdict, nameMark } = redeemed
    const proof = fromWallet({ credentialType, issuerName, responseSha256, nameVerdict, nameMark })
    await keepProof(tx, redeemed, proof, at)
    return null
  })
  return ended ?? showSession(platform, session.id)
}
