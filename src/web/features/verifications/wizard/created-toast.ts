import type { CreatedVerification } from '../../../../contract/verification.ts'
import createdTitle from '../../../../words/en/created-title.ts'
import words from '../../../../words/en/wizard.ts'
import type { Toast } from '../../../shared/ui/toast.ts'

/**
 * What is said of a verification that was created (CREATE-16, CREATE-15). The server makes the link with it; an answer without one means that
 * the link could not be saved.
 */
export function makeCreatedToast({ verificationLink }: Pick<CreatedVerification, 'verificationLink'>): Toast {
  return verificationLink
    ? { kind: 'success', title: createdTitle.title, description: words.createdText }
    : { kind: 'error', title: words.linkFailed, description: words.linkFailedText }
}
