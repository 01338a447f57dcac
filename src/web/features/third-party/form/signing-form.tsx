import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import pageWords from '../../../../words/en/gate.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { KeptPass } from '../gate/gate-pass.ts'
import { PassDialog } from '../gate/pass-dialog.tsx'
import { AllSteps } from './all-steps.tsx'
import { DeclineRequest } from './decline-request.tsx'
import { FormProgress } from './form-progress.tsx'
import { placeOf } from './form-steps.ts'
import { listMissing } from './list-missing.ts'
import { NextStep } from './next-step.tsx'
import classes from './signing-form.module.css'
import { SubmitPanel } from './submit-panel.tsx'
import { TakeUpBanner } from './take-up-banner.tsx'
import { keepAnswers, readAnswers } from './third-party-answers.ts'
import { useFormSteps } from './use-form-steps.ts'
import { useSubmission } from './use-submission.ts'
import { useTakeUp } from './use-take-up.ts'
import { useThirdPartyUploads } from './use-third-party-uploads.ts'
import { useWholeText } from './use-whole-text.ts'
import { WholeText } from './whole-text.tsx'

type SigningFormProps = {
  form: ThirdPartyView
  pass: KeptPass
  onPass(pass: KeptPass): void
  onLinkChanged(): void
  /** The form as it is after something was proven. */
  onTaken(form: ThirdPartyView): void
  onCompleted(form: ThirdPartyView): void
  onDeclined(): void
  /** Something that they gave says that they are not 18, which ended the request. */
  onUnderAge(): void
}

/** The form while the pass of whoever fills it in holds, and the way to a new one when it does not any more. */
export function SigningForm(props: SigningFormProps) {
  const { form, pass, onPass, onLinkChanged } = props
  const access = useMemo(
    () => ({ id: form.id, type: form.type, gateToken: pass.token }),
    [form.id, form.type, pass.token],
  )
  const [isPassEnded, setIsPassEnded] = useState(false)
  const onPassEnded = useCallback(() => setIsPassEnded(true), [])
  return (
    <>
      <PageHeading compact>{pageWords.titles[form.type]}</PageHeading>
      <Steps {...props} access={access} onPassEnded={onPassEnded} />
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

type StepsProps = Omit<SigningFormProps, 'pass' | 'onPass'> & {
  access: ThirdPartyAccess
  onPassEnded(): void
}

/** Reads, gives and decides, in five calm steps (FORM-7). */
function Steps(props: StepsProps) {
  const { form, access, onPassEnded, onLinkChanged, onTaken, onCompleted, onDeclined, onUnderAge } = props
  const [answers, setAnswers] = useState(() => readAnswers(form.id))
  const events = { onPassEnded, onLinkChanged }
  const { selfie, id, reload } = useThirdPartyUploads(form, access, events)
  const takeUp = useTakeUp(access, { onTaken, ...events })
  const { step, steps, number, heading, next, previous, show, leave } = useFormSteps(form)
  /** From what comes after the steps, Back leaves the page. */
  const end = (show: () => void) => {
    leave()
    show()
  }
  const submission = useSubmission(form, access, {
    ...events,
    onFileMissing: reload,
    onCompleted: (completed) => end(() => onCompleted(completed)),
  })
  const text = useWholeText()
  useEffect(() => keepAnswers(form.id, answers), [form.id, answers])

  const missing = listMissing(form, answers, selfie, id)
  const unfinished = new Set(missing.map((fault) => placeOf[fault].step))
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const [first] = missing
    if (step !== 'sign') next()
    else if (first) show(first)
    else void submission.submit(answers, findStored(selfie), findStored(id))
  }

  return (
    <>
      <form onSubmit={goOn} noValidate data-marks-required className={classes['form']}>
        <FormProgress
          form={form}
          steps={steps}
          step={step}
          number={number}
          unfinished={unfinished}
          onRead={text.read}
        />
        {takeUp.hasFailed ? <TakeUpBanner isBusy={takeUp.isBusy} onAgain={() => void takeUp.take()} /> : null}
        <AllSteps
          form={form}
          step={step}
          heading={heading}
          selfie={selfie}
          id={id}
          answers={answers}
          onAnswer={(change) => setAnswers((known) => ({ ...known, ...change }))}
          onRead={text.read}
          onReload={reload}
          wallet={{
            access,
            onProven: () => void takeUp.take(),
            onUnderAge: () => end(onUnderAge),
            ...events,
          }}
        />
        {step === 'sign' ? (
          <SubmitPanel
            form={form}
            missing={missing}
            isUploading={isSending(selfie) || isSending(id)}
            isSubmitting={submission.isSubmitting}
            failure={submission.failure}
            onShow={show}
            onPrevious={previous}
          />
        ) : (
          <NextStep isFirst={number === 1} isUnfinished={unfinished.has(step)} onPrevious={previous} />
        )}
      </form>
      <DeclineRequest name={form.fullName} access={access} onDeclined={() => end(onDeclined)} {...events} />
      <WholeText form={form} {...text.shown} />
    </>
  )
}

const findStored = ({ state }: Upload) => (state.phase === 'stored' ? state.document : null)
const isSending = ({ state }: Upload) => state.phase === 'sending'
