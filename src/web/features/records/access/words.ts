import english from '../../../../words/en/record-access.ts'
import { messages } from '../../../../words/messages.ts'
import { describeMoment } from '../../../shared/time/moment.tsx'

/** Everything the third party's record page says, besides the record itself. */
export const words = messages('record-access', english)

/** What a withdrawal did, to the third party who withdrew. `findHoldEnd` is null where no legal hold of the other one keeps the files. */
export function describeLeft(isOtherMailed: boolean, heldUntil: string | null): string {
  return [
    words.ended,
    heldUntil ? words.filesLocked({ until: describeMoment(heldUntil) }) : words.filesDestroyed,
    isOtherMailed ? words.bothMailed : words.onlyYouMailed,
  ].join(' ')
}
