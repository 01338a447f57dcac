import { appendAuditEvent } from '../audit/index.ts'
import { announceChange } from '../live/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { MailOutcome } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { verificationById } from './store.ts'

/**
 * Says in the trail how a mail to the third party ended, in the transaction that notes it, and has the owner's open pages look again. A mail
 * that nobody needed any more is not worth a word.
 */
export async function noteMailEnding(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  ending: { verificationId: string; mail: 'invitation' | 'code'; outcome: MailOutcome },
): Promise<void> {
  const { verificationId, mail, outcome } = ending
  if (outcome === 'not_needed') return
  const isAccepted = outcome === 'accepted'
  await appendAuditEvent(tx, {
    verificationId,
    event: isAccepted ? 'mail_accepted' : 'mail_refused',
    actor: 'system',
    at: clock.now(),
    detail: { mail, ...(isAccepted ? {} : { reason: outcome }) },
  })
  const row = await verificationById(tx, verificationId)
  if (row) await announceChange(tx, row.userId, { verificationId, status: row.status })
}
