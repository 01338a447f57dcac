import type { SubmissionFault } from '../../../../domain/verification/submission.ts'

/** Photo and ID mark their own fields. */
const partSelectors: Record<SubmissionFault, string> = {
  missing_selfie: '[data-path="selfie"]',
  missing_id_document: '[data-path="id"]',
  missing_signature: '[data-part="missing_signature"]',
  consent_required: '[data-part="consent_required"]',
  agreement_required: '[data-part="agreement_required"]',
  identity_consent_required: '[data-part="identity_consent_required"]',
  age_statement_required: '[data-part="age_statement_required"]',
  age_not_read: '[data-path="id"]',
  age_not_proven: '[data-part="age_not_proven"]',
}

/** Puts the focus on what is missing, which scrolls it into view. */
export function focusPart(form: HTMLFormElement | null, fault: SubmissionFault) {
  form?.querySelector<HTMLElement>(partSelectors[fault])?.focus()
}
