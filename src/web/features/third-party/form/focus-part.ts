import type { SubmissionFault } from '../../../../domain/verification/submission.ts'

/** Photo and ID mark their own fields. */
const partSelectors: Record<SubmissionFault, string> = {
  'Missing selfie': '[data-path="selfie"]',
  'Missing ID document': '[data-path="id"]',
  'Missing signature': '[data-part="Missing signature"]',
  'Consent required': '[data-part="Consent required"]',
  'Agreement required': '[data-part="Agreement required"]',
  'Identity consent required': '[data-part="Identity consent required"]',
}

/** Puts the focus on what is missing, which scrolls it into view. */
export function focusPart(form: HTMLFormElement | null, fault: SubmissionFault) {
  form?.querySelector<HTMLElement>(partSelectors[fault])?.focus()
}
