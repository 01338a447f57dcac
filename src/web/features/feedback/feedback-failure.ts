import words from '../../../words/en/feedback-dialog.ts'
import { RequestFailure } from '../../api/request.ts'

/** Why feedback was not sent, in one sentence that says what to do. */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof RequestFailure)) return words.unexpected
  switch (failure.status) {
    case null:
      return words.network
    case 401:
      return words.signedOut
    case 429:
      return words.tooMany({ when: failure.problem?.detail ?? words.later })
    default:
      return words.unexpected
  }
}
