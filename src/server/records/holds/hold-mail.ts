import { findHoldEnd } from '../../../domain/record/legal-hold.ts'
import mails from '../../../words/en/record-mails.ts'
import { describeMoment, type MailContent } from '../../platform/mail/index.ts'
import type { HoldRow } from './store.ts'

type Told = {
  occasion: 'hold_set' | 'hold_ended'
  /** Whether it goes to who set the hold. */
  isOwn: boolean
  hold: HoldRow
  /** Every hold of the record, this one included. */
  holds: readonly HoldRow[]
  now: Date
}

const words = mails.hold

/** To both parties of a record. Why it was set stands on the page alone: nobody mails anything through a reason. */
export function writeHoldMail(url: string, told: Told): MailContent {
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

function describeSetting({ isOwn, hold }: Told): string[] {
  const until = describeMoment(hold.endsAt)
  return isOwn
    ? [words.setByYou({ until }), words.keptForYou]
    : [words.setByOther({ until }), words.keptForOther]
}

function describeEnding({ isOwn, hold, holds, now }: Told): string[] {
  const until = findHoldEnd(holds, now)
  const ending = hold.endedBy ?? 'time'
  return [
    isOwn ? words.yoursEnded[ending] : words.othersEnded[ending],
    until ? words.anotherKeeps({ until: describeMoment(until) }) : words.afterLast[ending],
  ]
}
