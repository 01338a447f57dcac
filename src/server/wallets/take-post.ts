import type { z } from 'zod'
import type { walletPostAnswerSchema, walletPostSchema } from '../../contract/wallet.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { findSession } from './session-store.ts'
import { type Taken, takeAnswer } from './take-answer.ts'

/**
 * The wallet's own post, where it was opened by a link or a QR code (OpenID4VP 1.0, 8.2). Where it was opened on the same phone it is told to
 * open the browser again, with a code that is good there alone; what is behind the # stays out of every log.
 */
export async function takePost(
  platform: Platform,
  id: string | null,
  posted: z.infer<typeof walletPostSchema>,
): Promise<z.infer<typeof walletPostAnswerSchema> | Refusal> {
  const session = id === null ? null : await findSession(platform.database, id)
  if (!session || session.way === 'api') return refuse('wallet_session_over')
  const { response, error } = posted
  const fields = {
    ...(response === undefined ? {} : { response }),
    ...(error === undefined ? {} : { error }),
  }
  const taken = await takeAnswer(platform, session, { fields })
  if ('refused' in taken) return taken
  if (taken.state === 'refused') return refuse('wallet_answer_refused')
  return session.way === 'link' ? { redirect_uri: buildReturnAddress(platform, session.id, taken) } : {}
}

function buildReturnAddress({ settings }: Platform, id: string, { responseCode = '' }: Taken): string {
  return `${settings.publicUrl}/wallet-return#${new URLSearchParams({ session: id, response_code: responseCode })}`
}
