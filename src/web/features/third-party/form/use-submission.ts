import { useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { StoredDocument } from '../../../../contract/verification.ts'
import { type SubmissionFault, submissionFaults } from '../../../../domain/verification/submission.ts'
import words from '../../../../words/en/form.ts'
import { RequestFailure } from '../../../api/request.ts'
import { completeSubmission, type ThirdPartyAccess } from '../../../api/third-party.ts'
import { readOnce } from '../../../shared/reading/once-read.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

type SubmissionEvents = {
  /** The verification as it now stands: with the third party's signature, photo and ID. */
  onCompleted(form: ThirdPartyView): void
  onPassEnded(): void
  onLinkChanged(): void
  /** The server has no photo or no ID of them, whatever the page shows: it was removed elsewhere. */
  onFileMissing(): void
}

export type SubmissionFailure = {
  title: string
  description: string
  /** What the server found missing after all; null for everything else. */
  fault: SubmissionFault | null
  isTextChanged: boolean
}

/** Completes the verification, once at a time. A failure leaves everything as it was. */
export function useSubmission(form: ThirdPartyView, access: ThirdPartyAccess, events: SubmissionEvents) {
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [failure, setFailure] = useState<SubmissionFailure | null>(null)

  const submit = async (
    answers: ThirdPartyAnswers,
    selfie: StoredDocument | null,
    id: StoredDocument | null,
  ) => {
    if (isSubmitting) return
    setIsSubmitting(true)
    setFailure(null)
    const signatureDate = toLocalDay(new Date())
    try {
      const { verifiedAt, howKnown } = await readOnce(() =>
        completeSubmission(access, {
          ...answers,
          signature: answers.signature.trim(),
          signatureDate,
          selfieUrl: selfie?.url ?? '',
          idUrl: id?.url ?? '',
          consentTextVersion: form.consentTextVersion,
          additionalInformation: form.additionalInformation ?? '',
          shared: form.shared,
        }),
      )
      showToast({ kind: 'success', title: words.submitted, description: words.submittedText })
      events.onCompleted({
        ...form,
        status: 'verified',
        verifiedAt,
        howKnown,
        thirdPartySignature: answers.signature.trim(),
        thirdPartySignatureDate: signatureDate,
        uploads: { selfie, id },
      })
    } catch (error) {
      setIsSubmitting(false)
      setFailure(toSubmissionFailure(error))
      const code = error instanceof RequestFailure ? error.problem?.code : null
      if (code === 'gate_token_invalid') events.onPassEnded()
      if (code === 'link_closed') events.onLinkChanged()
      if (code === 'missing_selfie' || code === 'missing_id_document') events.onFileMissing()
    }
  }

  return { submit, isSubmitting, failure }
}

/** What a submission that did not arrive means; a refusal of the server keeps its words. */
export function toSubmissionFailure(error: unknown): SubmissionFailure {
  const others = { fault: null, isTextChanged: false }
  if (error instanceof RequestFailure && error.problem && error.problem.status < 500) {
    const { code, title, detail, errors } = error.problem
    const fault = submissionFaults.find((one) => one === code) ?? null
    const description = errors?.[0]?.message ?? detail ?? words.submitFailedText
    const isTextChanged = code === 'consent_text_changed' || code === 'shared_untold'
    return { title, description, fault, isTextChanged }
  }
  if (error instanceof RequestFailure && error.status === null) {
    return { title: words.network, description: words.networkText, ...others }
  }
  return { title: words.submitFailed, description: words.submitFailedText, ...others }
}
