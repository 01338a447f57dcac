import { Anchor, Button, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { StoredDocument } from '../../../../contract/verification.ts'
import { type Shared, sharedThings } from '../../../../domain/record/record.ts'
import { type SubmissionFault, submissionFaults } from '../../../../domain/verification/submission.ts'
import { computeValidUntil } from '../../../../domain/verification/validity.ts'
import words from '../../../../words/en/form.ts'
import stepWords from '../../../../words/en/steps.ts'
import { writeList } from '../../../../words/write-list.ts'
import { readOnce } from '../../../api/documents.ts'
import { findProblem, RequestFailure } from '../../../api/request.ts'
import { completeSubmission, type ThirdPartyAccess } from '../../../api/third-party.ts'
import { useAction, useStillHere } from '../../../shared/effects.ts'
import type { Untold } from '../../../shared/reading/reading-news.tsx'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import equalButtons from '../../../shared/ui/equal-buttons.module.css'
import { Failure } from '../../../shared/ui/failure.tsx'
import { useTitleBefore } from '../../../shared/ui/page-title.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import type { CompletedForm } from './ending.tsx'
import classes from './submit-panel.module.css'
import { placeOf, type ThirdPartyAnswers } from './third-party-answers.ts'

type SubmitPanelProps = {
  form: Pick<ThirdPartyView, 'fullName'>
  missing: readonly SubmissionFault[]
  isUploading: boolean
  isSubmitting: boolean
  failure: SubmissionFailure | null
  /** What the person learns only here. */
  news: ReactNode
  /** Whether it names something that they share with the other person, which they sign too. */
  isNoted: boolean
  onShow(fault: SubmissionFault): void
  onPrevious(): void
  decline: ReactNode
}

/** The decision: the missing parts, the effect, and the button. */
export function SubmitPanel(props: SubmitPanelProps) {
  const { form, missing, isUploading, isSubmitting, failure, news, onShow, onPrevious, decline } = props
  const submit = props.isNoted ? words.signWithNote : words.submit
  const id = useId()
  // What is missing on this step alone is in sight.
  const isListed = missing.some((fault) => placeOf[fault].step !== 'sign')
  useTitleBefore(null, failure !== null)
  return (
    <Stack gap="md">
      {isListed ? (
        <div id={`${id}-missing`} className={classes['missing']}>
          <Text fw={600}>{words.missingTitle}</Text>
          {isUploading ? (
            <Text size="sm" c="dimmed">
              {words.uploading}
            </Text>
          ) : null}
          <ul className={classes['list']}>
            {missing.map((fault) => (
              <li key={fault}>
                <Entry fault={fault} onShow={onShow} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {missing.length > 0 && !isListed ? (
        <VisuallyHidden id={`${id}-missing`}>
          {words.missingOf({ missing: writeList(missing.map((fault) => words.missing[fault])) })}
        </VisuallyHidden>
      ) : null}
      {news}
      <Text id={`${id}-effect`}>{words.beforeSubmit({ name: form.fullName })}</Text>
      <FormWays decline={decline} isBusy={isSubmitting} onPrevious={onPrevious}>
        <Button
          type="submit"
          size="lg"
          disabled={missing.length > 0}
          data-disabled={isSubmitting}
          aria-describedby={`${missing.length > 0 ? `${id}-missing ` : ''}${id}-effect`}
          leftSection={isSubmitting ? <Loader size="1em" color="gray" aria-hidden /> : null}
        >
          {isSubmitting ? words.submitting : submit}
        </Button>
      </FormWays>
      {failure ? (
        <Failure title={failure.title}>
          {failure.description}
          {failure.fault ? (
            <div>
              <Entry fault={failure.fault} onShow={onShow} />
            </div>
          ) : null}
          {failure.isTextChanged ? (
            <Button variant="default" mt="sm" onClick={() => window.location.reload()}>
              {words.textChanged}
            </Button>
          ) : null}
        </Failure>
      ) : null}
    </Stack>
  )
}

type FormWaysProps = {
  decline: ReactNode
  isBusy: boolean
  /** Null on the first step. */
  onPrevious: (() => void) | null
  children: ReactNode
}

/** Yes and no side by side, with equal size, on every step; the back button is below them. */
export function FormWays({ decline, isBusy, onPrevious, children }: FormWaysProps) {
  return (
    <div>
      <div className={equalButtons['buttons']}>
        {decline}
        {children}
      </div>
      {onPrevious ? (
        <Button variant="subtle" mt="xs" disabled={isBusy} onClick={onPrevious}>
          {stepWords.previous}
        </Button>
      ) : null}
    </div>
  )
}

/** A link to the field of a missing part. */
function Entry({ fault, onShow }: { fault: SubmissionFault; onShow(fault: SubmissionFault): void }) {
  return (
    <Anchor component="button" type="button" ta="start" mod="standalone" onClick={() => onShow(fault)}>
      {words.missing[fault]}
    </Anchor>
  )
}

export type SubmissionEvents = {
  /** The completed verification: with the third party's signature, photo and ID. */
  onCompleted(form: CompletedForm): void
  onPassEnded(): void
  onLinkChanged(): void
  /** The server has no photo or no ID from them: it was removed in another tab or on another device. */
  onFileMissing(): void
  /** Their account's kept reading can no longer be used. */
  onKeptOver(): void
  /** Another outcome of reading their ID stands than the page had shown. */
  onReadingUntold(): void
  /** The answer was lost, so the submission may have arrived. */
  onUnclear(): void
}

/** What the third party gives besides their answers. `shownReading`: the displayed outcome of reading the ID. */
type Given = { selfie: StoredDocument | null; id: StoredDocument | null; shownReading: string }

export const nothingGiven: Given = { selfie: null, id: null, shownReading: '' }

type SubmissionFailure = {
  title: string
  description: string
  /** The part that the server reported as missing; null for every other failure. */
  fault: SubmissionFault | null
  isTextChanged: boolean
}

/** Completes the verification, with only one request at a time. A failure changes nothing. */
export function useSubmission(form: ThirdPartyView, access: ThirdPartyAccess, events: SubmissionEvents) {
  const [untold, setUntold] = useState<Untold | null>(null)
  const [told, setTold] = useState<readonly Shared[]>([])
  const isHere = useStillHere()
  const {
    isBusy: isSubmitting,
    failure,
    run,
  } = useAction((error) => {
    const problem = findProblem(error)
    const code = problem?.code
    if (!problem) events.onUnclear()
    if (code === 'gate_token_invalid') events.onPassEnded()
    if (code === 'link_closed') events.onLinkChanged()
    if (code === 'missing_selfie' || code === 'missing_id_document') events.onFileMissing()
    if (code === 'kept_proof_unusable') events.onKeptOver()
    const failure = toSubmissionFailure(error)
    const shared = listUntold(error)
    if (shared.length > 0) setTold((known) => [...known, ...shared])
    if (code === 'reading_untold') {
      events.onReadingUntold()
      setUntold({ title: failure.title, detail: failure.description })
    }
    return code === 'reading_untold' || shared.length > 0 ? null : failure
  })

  const submit = async (answers: ThirdPartyAnswers, { selfie, id, shownReading }: Given) => {
    await run(async () => {
      const signatureDate = toLocalDay(new Date())
      const submission = {
        ...answers,
        signature: answers.signature.trim(),
        signatureDate,
        selfieUrl: selfie?.url ?? '',
        idUrl: id?.url ?? '',
        consentTextVersion: form.consentText?.version ?? '',
        consentTextLanguage: form.consentText?.language ?? '',
        consentTextSha256: form.consentText?.sha256 ?? '',
        additionalInformation: form.additionalInformation ?? '',
        shared: [...new Set([...form.shared, ...told])],
        shownReading,
      }
      const { verifiedAt, howKnown, isLinkMailed } = await readOnce(
        () => completeSubmission(access, submission),
        isHere,
      )
      const end = computeValidUntil(form.validity, new Date(verifiedAt))
      showToast({ kind: 'success', title: words.submitted, description: words.submittedText, isOnPage: true })
      events.onCompleted({
        ...form,
        status: 'verified',
        verifiedAt,
        validUntil: end && { at: end.toISOString(), isOver: false },
        howKnown,
        isLinkMailed,
        thirdPartySignature: answers.signature.trim(),
        thirdPartySignatureDate: signatureDate,
        uploads: { selfie, id },
      })
    })
  }

  return { submit, isSubmitting, failure, untold, told }
}

/** The shared things that the server refused to have signed because the page hadn't shown them. */
function listUntold(error: unknown): Shared[] {
  const problem = findProblem(error)
  if (problem?.code !== 'shared_untold') return []
  return sharedThings.filter((each) => problem.errors?.some(({ path }) => path === `shared.${each}`))
}

/** Explains a failed submission; a refusal by the server keeps its text. */
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
