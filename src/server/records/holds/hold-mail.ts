import { heldUntil } from '../../../domain/record/legal-hold.ts'
import { type MailContent, momentWords } from '../../platform/mail/index.ts'
import type { HoldEnding, HoldRow } from './store.ts'

type Told = {
  occasion: 'hold_set' | 'hold_ended'
  /** Whether it goes to who set the hold. */
  isOwn: boolean
  hold: HoldRow
  /** Every hold of the record, this one included. */
  holds: readonly HoldRow[]
  now: Date
}

const subjects = { hold_set: 'A legal hold was set', hold_ended: 'A legal hold has ended' }

/** To both parties of a record. Why it was set stands on the page alone: nobody mails anything through a reason. */
export function holdMail(url: string, told: Told): MailContent {
  const subject = subjects[told.occasion]
  return {
    subject,
    heading: subject,
    paragraphs: told.occasion === 'hold_set' ? ofSetting(told) : ofEnding(told),
    action: { label: 'Open the record', url },
    footnote:
      'A legal hold is for claims before a court or an authority. If you believe that this one is misused, answer this mail and tell us.',
    isAnswerable: true,
  }
}

function ofSetting({ isOwn, hold }: Told): string[] {
  const until = momentWords(hold.endsAt)
  return [
    isOwn
      ? `You set a legal hold on a record of yours. It ends on ${until}, or earlier if you lift it.`
      : `The other person of a record of yours set a legal hold. It ends on ${until}, or earlier if they lift it. Why they set it stands on the page of the record.`,
    `The photos and identity documents of both of you are kept until then, also if ${isOwn ? 'the other person withdraws or closes their account' : 'you withdraw your consent or close your account'}. Once their normal time is over they are locked: neither of you can open the other’s any more.`,
  ]
}

const becauseWords: Record<HoldEnding, (isOwn: boolean) => string> = {
  holder: (isOwn) =>
    isOwn ? 'You lifted your legal hold on a record.' : 'The legal hold on a record of yours was lifted.',
  withdrawal: (isOwn) =>
    isOwn
      ? 'Your legal hold on a record ended with your withdrawal.'
      : 'The legal hold on a record of yours ended, because who set it withdrew their consent.',
  erasure: () =>
    'The legal hold on a record of yours ended, because the account of the person who set it was erased.',
  time: (isOwn) =>
    isOwn ? 'Your legal hold on a record has ended.' : 'The legal hold on a record of yours has ended.',
}

const keptNoLonger =
  'Photos and identity documents that were there for it alone are destroyed. Any others stay until their normal time is over.'
/** What becomes of the files when no other hold keeps them. */
const afterLastHold = {
  holder: keptNoLonger,
  time: keptNoLonger,
  withdrawal: 'The photos and identity documents of both people are destroyed.',
  erasure: `Those of the person whose account was erased are destroyed. ${keptNoLonger}`,
}

function ofEnding({ isOwn, hold, holds, now }: Told): string[] {
  const until = heldUntil(holds, now)
  return [
    becauseWords[hold.endedBy ?? 'time'](isOwn),
    until
      ? `Another hold still keeps the photos and identity documents, until ${momentWords(until)} at the latest.`
      : afterLastHold[hold.endedBy ?? 'time'],
  ]
}
