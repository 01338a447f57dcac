import { Stack } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { ageStep } from '../../../../domain/evidence/known-facts.ts'
import { submissionFaultWords } from '../../../../domain/verification/submission-words.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { WarningBox } from '../../../shared/consent-document/warning-box.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { KeptPass } from '../gate/gate-pass.ts'
import { PassDialog } from '../gate/pass-dialog.tsx'
import { words as pageWords } from '../words.ts'
import { Asked } from './asked.tsx'
import { DeclineRequest } from './decline-request.tsx'
import { focusPart } from './focus-part.ts'
import { formWords as words } from './form-words.ts'
import { Progress } from './progress.tsx'
import classes from './signing-form.module.css'
import { SigningSteps } from './signing-steps.tsx'
import { SubmitPanel } from './submit-panel.tsx'
import { keepAnswers, missingParts, readAnswers, stepsDone } from './third-party-answers.ts'
import { useSubmission } from './use-submission.ts'
import { useThirdPartyUploads } from './use-third-party-uploads.ts'

type SigningFormProps = {
  form: ThirdPartyView
  pass: KeptPass
  onPass(pass: KeptPass): void
  onLinkChanged(): void
  onCompleted(form: ThirdPartyView): void
  onDeclined(): void
  /** A wallet said that they are 18 or over. */
  onProven(): void
  /** It said that they are not, which ended the request. */
  onUnderAge(): void
}

/** The document, then the steps to sign it, then the decision (FORM-7). */
export function SigningForm({
  form,
  pass,
  onPass,
  onLinkChanged,
  onCompleted,
  onDeclined,
  onProven,
  onUnderAge,
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
  const submission = useSubmission(form, access, {
    onCompleted,
    onPassEnded,
    onLinkChanged,
    onFileMissing: reload,
  })

  useEffect(() => keepAnswers(form.id, answers), [form.id, answers])

  const isProven = form.given.some(({ step }) => step === 'wallet')
  const asks = {
    askedAge: form.asksFor.age,
    asksSelfie: form.asksFor.face,
    asksIdDocument: !(form.asksFor.walletInsteadOfId && isProven),
  }
  const missing = missingParts({
    ...answers,
    ...asks,
    ageStep: ageStep(form.given),
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: form.additionalInformation !== null,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = missing[0]
    if (fault) {
      const { title, detail } = submissionFaultWords[fault]
      showToast({ kind: 'error', title, description: detail })
      focusPart(body.current, fault)
      return
    }
    void submission.submit(answers, storedIn(selfie), storedIn(id))
  }

  return (
    <>
      <PageHeading lead={words.lead(form.fullName)}>{pageWords.titles[form.type]}</PageHeading>
      <Stack gap="xl">
        <WarningBox />
        <div className={classes['paper']}>
          <Asked form={form} />
          <HowKnown facts={form.howKnown} />
          <Parties parts={form} />
          <ConsentTextSection version={form.consentTextVersion} kind={form.type} />
          <AdditionalTerms text={form.additionalInformation} />
          <Signatures parts={form} />
        </div>
        <form ref={body} onSubmit={submit} noValidate className={classes['steps']}>
          <Progress {...stepsDone(missing, asks)} />
          <SigningSteps
            form={form}
            answers={answers}
            onAnswer={(change) => setAnswers((known) => ({ ...known, ...change }))}
            selfie={selfie}
            id={id}
            onReload={reload}
            missing={missing}
            wallet={{ access, onProven, onUnderAge, onPassEnded, onLinkChanged }}
          />
          <SubmitPanel
            form={form}
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

const storedIn = ({ state }: Upload) => (state.phase === 'stored' ? state.document : null)
const isSending = ({ state }: Upload) => state.phase === 'sending'
