import words from '../../../words/en/dashboard.ts'
import { describeWait } from '../../../words/wait.ts'
import { LinkRefusal, resendOwnConfirmation } from '../../api/mailed-link.ts'
import type { Toast } from '../../shared/ui/toast.ts'

/** Has the confirmation mail sent again (HOME-2), and answers what to say of it: sent only when a mail is queued. */
export async function resendConfirmation(email: string): Promise<Toast> {
  if (!email) return describeNotSent(words.noEmail)
  try {
    const { queued } = await resendOwnConfirmation(email)
    return queued
      ? { kind: 'success', title: words.sent, description: words.sentNext }
      : { kind: 'success', title: words.alreadyVerified }
  } catch (failure) {
    const {
      retryAfterSeconds = null,
      code = null,
      message = '',
    } = failure instanceof LinkRefusal ? failure : {}
    if (retryAfterSeconds !== null) return describeNotSent(describeSentBefore(retryAfterSeconds))
    return describeNotSent(code ? message || words.later : words.later)
  }
}

/** That one was sent already, and when the next one can be. */
export function describeSentBefore(seconds: number): string {
  const wait = describeWait(seconds)
  return seconds < 100 ? words.sentJustNow({ wait }) : words.sentSeveral({ wait })
}

function describeNotSent(description: string): Toast {
  return { kind: 'error', title: words.notSent, description, durationMs: 8000 }
}
