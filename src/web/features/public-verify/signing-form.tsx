import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PublicForm } from '../../../contract/third-party.ts'
import { consentStatements } from '../../../domain/verification/consent-text.ts'
import { verificationLimits } from '../../../domain/verification/limits.ts'
import type { SubmissionFault } from '../../../domain/verification/submission.ts'
import { site } from '../../api/site.ts'
import { AdditionalTerms } from '../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../shared/consent-document/consent-text-section.tsx'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Parties } from '../../shared/consent-document/parties.tsx'
import { Signatures } from '../../shared/consent-document/signatures.tsx'
import { WarningBox } from '../../shared/consent-document/warning-box.tsx'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { IdField } from '../../shared/upload/id-field.tsx'
import { SelfieField } from '../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../shared/upload/use-upload.ts'
import { DeclineRequest } from './decline-request.tsx'
import { formWords as words } from './form-words.ts'
import type { KeptPass } from './gate-pass.ts'
import { PassDialog } from './pass-dialog.tsx'
import { Progress } from './progress.tsx'
import classes from './signing-form.module.css'
import { SigningStep } from './signing-step.tsx'
import { SubmitPanel } from './submit-panel.tsx'
import {
  keepAnswers,
  missingParts,
  readAnswers,
  stepsDone,
  type ThirdPartyAnswers,
} from './third-party-answers.ts'
import { useSubmission } from './use-submission.ts'
import { useThirdPartyUploads } from './use-third-party-uploads.ts'
import { words as pageWords } from './words.ts'

type SigningFormProps = {
  form: PublicForm
  pass: KeptPass
  onPass(pass: KeptPass): void
  onLinkChanged(): void
  onCompleted(form: PublicForm): void
  onDeclined(): void
}

/** The document, then the five steps to sign it, then the decision (document 2, section 2, non-owner). */
export function SigningForm({
  form,
  pass,
  onPass,
  onLinkChanged,
  onCompleted,
  onDeclined,
}: SigningFormProps) {
  const [answers, setAnswers] = useState(() => readAnswers(form.id))
  const [isPassEnded, setIsPassEnded] = useState(false)
  const body = useRef<HTMLFormElement>(null)
  const onPassEnded = useCallback(() => setIsPassEnded(true), [])
  const access = useMemo(
    () => ({ id: form.id, type: form.type, gateToken: pass.token }),
    [form.id, form.type, pass.token],
  )
  const { selfie, id, reload } = useThirdPartyUploads(form, access, { onPassEnded, onLinkChanged })
  const submission = useSubmission(form, access, { onCompleted, onPassEnded, onLinkChanged })

  useEffect(() => keepAnswers(form.id, answers), [form.id, answers])

  const { retentionDays, linkLifeDays } = site()
  const hasTerms = form.additionalInformation !== null
  const missing = missingParts({
    ...answers,
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: hasTerms,
  })
  const lacks = (fault: SubmissionFault) => missing.includes(fault)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = missing[0]
    if (fault) {
      showToast({ kind: 'error', title: fault, description: words.faults[fault] })
      focusPart(body.current, fault)
      return
    }
    if (selfie.state.phase !== 'stored' || id.state.phase !== 'stored') return
    void submission.submit(answers, selfie.state.document, id.state.document)
  }
  const answer = (change: Partial<ThirdPartyAnswers>) => setAnswers((known) => ({ ...known, ...change }))

  return (
    <>
      <PageHeading lead={words.lead(form.fullName)}>{pageWords.titles[form.type]}</PageHeading>
      <Stack gap="xl">
        <WarningBox />
        <div className={classes['paper']}>
          <Parties parts={form} />
          <ConsentTextSection version={form.consentTextVersion} kind={form.type} />
          <AdditionalTerms text={form.additionalInformation} />
          <Signatures parts={form} />
        </div>
        <form ref={body} onSubmit={submit} noValidate className={classes['steps']}>
          <Progress done={stepsDone(missing)} />
          <SigningStep number={1} title={words.shareTitle} isDone={!lacks('Identity consent required')}>
            <Facts
              facts={[
                { name: words.shareWith, value: words.shareWithText(form.fullName) },
                { name: words.shareWhat, value: words.shareWhatText },
                { name: words.shareHow, value: words.shareHowText(retentionDays, linkLifeDays) },
              ]}
            />
            <Checkbox
              data-part={'Identity consent required' satisfies SubmissionFault}
              required
              label={consentStatements.identity}
              checked={answers.identityConsent}
              onChange={({ currentTarget }) => answer({ identityConsent: currentTarget.checked })}
            />
          </SigningStep>
          <SigningStep number={2} title={words.photoTitle} isDone={!lacks('Missing selfie')}>
            <SelfieField
              upload={selfie}
              label={words.takePhoto}
              hint={words.photoHint}
              name={words.yourPhoto}
              path="selfie"
              error={null}
              onReload={reload}
            />
          </SigningStep>
          <SigningStep number={3} title={words.idTitle} isDone={!lacks('Missing ID document')}>
            <Text size="sm" c="dimmed">
              {words.idHint}
            </Text>
            <IdField
              upload={id}
              label={words.uploadId}
              name={words.yourId}
              path="id"
              error={null}
              onReload={reload}
            />
          </SigningStep>
          <SigningStep number={4} title={words.signTitle} isDone={!lacks('Missing signature')}>
            <TextInput
              data-part={'Missing signature' satisfies SubmissionFault}
              size="lg"
              label={words.signature}
              description={words.signatureHint}
              autoComplete="name"
              maxLength={verificationLimits.signatureMax}
              classNames={{ input: classes['signature'] ?? '' }}
              placeholder=" "
              value={answers.signature}
              onChange={({ currentTarget }) => answer({ signature: currentTarget.value })}
            />
          </SigningStep>
          <SigningStep
            number={5}
            title={words.confirmTitle}
            isDone={!lacks('Consent required') && !lacks('Agreement required')}
          >
            {hasTerms ? (
              <>
                <Text>{words.addedTerms(form.fullName)}</Text>
                <Checkbox
                  data-part={'Agreement required' satisfies SubmissionFault}
                  required
                  label={consentStatements.additionalTerms}
                  checked={answers.agreedToAdditionalTerms}
                  onChange={({ currentTarget }) => answer({ agreedToAdditionalTerms: currentTarget.checked })}
                />
              </>
            ) : null}
            <Checkbox
              data-part={'Consent required' satisfies SubmissionFault}
              required
              label={consentStatements.willing}
              checked={answers.consent}
              onChange={({ currentTarget }) => answer({ consent: currentTarget.checked })}
            />
          </SigningStep>
          <SubmitPanel
            name={form.fullName}
            missing={missing}
            isUploading={isSending(selfie) || isSending(id)}
            isSubmitting={submission.isSubmitting}
            failure={submission.failure}
            onShowPart={(fault) => focusPart(body.current, fault)}
          />
        </form>
        <DeclineRequest
          name={form.fullName}
          access={access}
          onDeclined={onDeclined}
          onPassEnded={onPassEnded}
          onLinkChanged={onLinkChanged}
        />
      </Stack>
      <PassDialog
        formId={form.id}
        opened={isPassEnded}
        onPassed={(passed) => {
          setIsPassEnded(false)
          onPass(passed)
        }}
        onLinkChanged={onLinkChanged}
        onClose={() => setIsPassEnded(false)}
      />
    </>
  )
}

const isSending = ({ state }: Upload) => state.phase === 'sending'

/** Photo and ID mark their own fields. */
const partSelectors: Record<SubmissionFault, string> = {
  'Missing selfie': '[data-path="selfie"]',
  'Missing ID document': '[data-path="id"]',
  'Missing signature': '[data-part="Missing signature"]',
  'Consent required': '[data-part="Consent required"]',
  'Agreement required': '[data-part="Agreement required"]',
  'Identity consent required': '[data-part="Identity consent required"]',
}

function focusPart(form: HTMLFormElement | null, fault: SubmissionFault) {
  form?.querySelector<HTMLElement>(partSelectors[fault])?.focus()
}
