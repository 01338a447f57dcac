import { z } from 'zod'
import { findHoldEnd } from '../../../domain/record/legal-hold.ts'
import { parties } from '../../../domain/record/record.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import mails from '../../../words/en/record-mails.ts'
import type { Transaction } from '../../platform/database/index.ts'
import {
  defineMail,
  describeMoment,
  type MailContent,
  queueMail,
  renderMail,
} from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRecipientOf, findVerification, noteMailEnding } from '../../verifications/index.ts'
import { prependCode, writeRecordUrl } from '../record-mails.ts'
import { type HoldRow, hasLeft, listHolds } from './store.ts'

const holdMailSchema = z.object({
  verificationId: z.guid(),
  occasion: z.enum(['hold_set', 'hold_ended']),
  /** The party that set the hold, and the recipient of the mail. */
  holder: z.enum(parties),
  party: z.enum(parties),
})
type HoldMail = z.infer<typeof holdMailSchema>

/**
 * Mails both parties about a hold once the transaction commits. Each hold can be set once and end once, so the number
 * of these mails is limited.
 */
export async function enqueueHoldMails(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  mail: Omit<HoldMail, 'party'>,
): Promise<void> {
  for (const party of parties) await enqueueHoldMail(platform, tx, { ...mail, party })
}

export async function enqueueHoldMail(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  mail: HoldMail,
): Promise<void> {
  const { verificationId, party } = mail
  const creator = party === 'creator' ? await findVerification(tx, verificationId) : null
  await queueMail(platform, tx, holdMailJob, mail, { verificationId, accountId: creator?.userId ?? null })
}

export const holdMailJob = defineMail('send-hold-mail', holdMailSchema, {
  async write(platform: Platform, { verificationId, occasion, holder, party }) {
    const { clock, database } = platform
    const row = await findVerification(database, verificationId)
    const holds = await listHolds(database, verificationId)
    const hold = holds.find((each) => each.party === holder)
    const to = row && (await findRecipientOf(database, row, party))
    if (!row || !hold || !to || hasLeft(party, row, to.email)) return null
    const url = await writeRecordUrl(platform, row, party)
    const told = { occasion, isOwn: party === holder, hold, holds, now: clock.now() }
    return renderMail(to, () => ({
      ...prependCode(platform, party, writeHoldMail(url, told)),
      reference: toReference(verificationId),
    }))
  },
  onEnded: (platform, tx, { verificationId, outcome, content: { occasion, party } }) =>
    noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome }),
})

type HoldMailFacts = {
  occasion: 'hold_set' | 'hold_ended'
  isOwn: boolean
  hold: HoldRow
  /** Every hold of the record, including this one. */
  holds: readonly HoldRow[]
  now: Date
}

const words = mails.hold

/**
 * The mail to both parties of a record. The reason is only on the page, so that a hold can't be used to mail a text.
 */
function writeHoldMail(url: string, told: HoldMailFacts): MailContent {
  const subject = words.subjects[told.occasion]
  return {
    subject,
    heading: subject,
    paragraphs: told.occasion === 'hold_set' ? describeSetting(told) : describeEnding(told),
    action: { label: words.action, url },
    footnote: words.footnote,
    isAnswerable: true,
  }
}

function describeSetting({ isOwn, hold }: HoldMailFacts): string[] {
  const until = describeMoment(hold.endsAt)
  return isOwn
    ? [words.setByYou({ until }), words.keptForYou]
    : [words.setByOther({ until }), words.keptForOther]
}

function describeEnding({ isOwn, hold, holds, now }: HoldMailFacts): string[] {
  const until = findHoldEnd(holds, now)
  const ending = hold.endedBy ?? 'time'
  return [
    isOwn ? words.yoursEnded[ending] : words.othersEnded[ending],
    until ? words.anotherKeeps({ until: describeMoment(until) }) : words.afterLast[ending],
  ]
}
