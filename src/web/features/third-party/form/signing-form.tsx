import { Stack } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { WarningBox } from '../../../shared/consent-document/warning-box.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { KeptPass } from '../gate/gate-pass.ts'
import { PassDialog } from '../gate/pass-dialog.tsx'
import { words as pageWords } from '../words.ts'
import { DeclineRequest } from './decline-request.tsx'
import { FiveSteps } from './five-steps.tsx'
import { focusPart } from './focus-part.ts'
import { formWords as words } from './form-words.ts'
import { Progress } from './progress.tsx'
import classes from './signing-form.module.css'
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
}

/** The document, then the five steps to sign it, then the decision (FORM-7). */
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

  const missing = missingParts({
    ...answers,
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: form.additionalInformation !== null,
  })

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
          <FiveSteps
            form={form}
            answers={answers}
            onAnswer={(change) => setAnswers((known) => ({ ...known, ...change }))}
            selfie={selfie}
            id={id}
            onReload={reload}
            missing={missing}
          />
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
