import { z } from 'zod'
import { toOwnerPath } from '../../contract/owner-path.ts'
import { parties } from '../../domain/record/record.ts'
import { toReference } from '../../domain/verification/reference.ts'
import type { Transition } from '../../domain/verification/transition.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineMail, queueMail, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findAddressOfParty } from './address-of-party.ts'
import { writeCancelledMail, writeExpiredMail, writeNotCompletedMail } from './ending-mails.ts'
import { wasInvited } from './invitation-store.ts'
import { noteMailEnding } from './note-mail-ending.ts'
import { findVerification } from './store.ts'

const anEndingMail = z.object({
  verificationId: z.guid(),
  party: z.enum(parties),
  occasion: z.enum(['not_completed', 'cancelled', 'expired']),
})
type EndingMail = z.infer<typeof anEndingMail>

/** Who is told of an ending, and as what. A withdrawal has a mail of its own, with the record (records/mails). */
function listTellings({ to }: Transition): Omit<EndingMail, 'verificationId'>[] {
  switch (to) {
    case 'rejected':
      return [{ party: 'creator', occasion: 'not_completed' }]
    case 'cancelled':
      return [{ party: 'third_party', occasion: 'cancelled' }]
    case 'expired':
      return parties.map((party) => ({ party, occasion: 'expired' }))
    default:
      return []
  }
}

/**
 * Has those told, once the transaction commits, whom an ending concerns (STATE-11). A third party is mailed only where an invitation was: nobody
 * else has anything to do with this service yet.
 */
export async function enqueueEndingMails(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  { verificationId, ownerId }: { verificationId: string; ownerId: string },
  ending: Transition,
): Promise<void> {
  for (const telling of listTellings(ending)) {
    if (telling.party === 'third_party' && !(await wasInvited(tx, verificationId))) continue
    const accountId = telling.party === 'creator' ? ownerId : null
    await queueMail(
      platform,
      tx,
      endingMailJob,
      { verificationId, ...telling },
      { verificationId, accountId },
    )
  }
}

export const endingMailJob = defineMail('send-ending-mail', anEndingMail, {
  async write(platform: Platform, { verificationId, party, occasion }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row) return null
    const to = await findAddressOfParty(platform.database, row, party)
    if (!to) return null
    const reference = toReference(verificationId)
    const url = party === 'creator' ? `${platform.settings.publicUrl}${toOwnerPath(row)}` : null
    const content = {
      not_completed: () => writeNotCompletedMail(url ?? '', reference),
      cancelled: () => writeCancelledMail(reference),
      expired: () => writeExpiredMail(party, url, reference),
    }[occasion]()
    return renderMail(to, content)
  },
  onEnded: (platform, tx, { verificationId, outcome, content: { occasion, party } }) =>
    noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome }),
})
