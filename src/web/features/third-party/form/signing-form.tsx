import { Anchor, Button, Paper, Stack, Text } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { ageStep } from '../../../../domain/evidence/known-facts.ts'
import { SameFileNote } from '../../../shared/forms/odd-note.tsx'
import { StepHeader } from '../../../shared/steps/step-header.tsx'
import { StepWays } from '../../../shared/steps/step-ways.tsx'
import { stepWords } from '../../../shared/steps/step-words.ts'
import { useDialogInHistory } from '../../../shared/steps/use-dialog-in-history.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { SelfieField } from '../../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { KeptPass } from '../gate/gate-pass.ts'
import { PassDialog } from '../gate/pass-dialog.tsx'
import { words as pageWords } from '../words.ts'
import { AgeStep } from './age-step.tsx'
import { AskedStep } from './asked-step.tsx'
import { DeclineRequest } from './decline-request.tsx'
import { FormStep } from './form-step.tsx'
import { type FormStepName, placeOf } from './form-steps.ts'
import { formWords as words } from './form-words.ts'
import { SignStep } from './sign-step.tsx'
import classes from './signing-form.module.css'
import { SubmitPanel } from './submit-panel.tsx'
import { TakeUpNotice } from './take-up-notice.tsx'
import { TextStep } from './text-step.tsx'
import { keepAnswers, missingParts, readAnswers } from './third-party-answers.ts'
import { useFormSteps } from './use-form-steps.ts'
import { useSubmission } from './use-submission.ts'
import { useTakeUp } from './use-take-up.ts'
import { useThirdPartyUploads } from './use-third-party-uploads.ts'
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

/** Reads, gives and decides, in five calm steps (FORM-7). */
export function SigningForm(props: SigningFormProps) {
  const { form, pass, onPass, onLinkChanged, onTaken, onCompleted, onDeclined, onUnderAge } = props
  const [answers, setAnswers] = useState(() => readAnswers(form.id))
  const [isPassEnded, setIsPassEnded] = useState(false)
  const onPassEnded = useCallback(() => setIsPassEnded(true), [])
  const access = useMemo(
    () => ({ id: form.id, type: form.type, gateToken: pass.token }),
    [form.id, form.type, pass.token],
  )
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
  const text = useDialogInHistory('text')
  const [part, setPart] = useState<string | null>(null)

  useEffect(() => keepAnswers(form.id, answers), [form.id, answers])

  const missing = missingParts({
    ...answers,
    askedAge: form.asksFor.age,
    asksSelfie: form.asksFor.face,
    asksIdDocument: !(form.asksFor.walletInsteadOfId && isProvenByWallet(form)),
    ageStep: ageStep(form.given),
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: form.additionalInformation !== null,
  })
  const unfinished = new Set(missing.map((fault) => placeOf[fault].step))
  const nameStep = (one: FormStepName) =>
    words.steps[one === 'age' && form.asksFor.age === 'wallet' ? 'wallet' : one]
  const isShown = (one: FormStepName) => (one === step ? heading : null)
  const answering = {
    answers,
    onAnswer: (change: Partial<typeof answers>) => setAnswers((known) => ({ ...known, ...change })),
  }
  const read = (wanted?: string) => {
    setPart(wanted ?? null)
    text.open()
  }
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const [first] = missing
    if (step !== 'sign') next()
    else if (first) show(first)
    else void submission.submit(answers, storedIn(selfie), storedIn(id))
  }

  return (
    <>
      <PageHeading compact>{pageWords.titles[form.type]}</PageHeading>
      <form onSubmit={goOn} noValidate data-marks-required className={classes['form']}>
        <div className={classes['progress']}>
          <StepHeader
            names={steps.map(nameStep)}
            number={number}
            unfinished={[...unfinished].map(nameStep)}
            aside={
              step === 'text' ? null : (
                <Anchor component="button" type="button" size="sm" mod="standalone" onClick={() => read()}>
                  {words.readText}
                </Anchor>
              )
            }
          />
        </div>
        {takeUp.hasFailed ? <TakeUpNotice isBusy={takeUp.isBusy} onAgain={() => void takeUp.take()} /> : null}
        <FormStep title={words.titles.asked({ name: form.fullName })} heading={isShown('asked')}>
          <AskedStep form={form} {...answering} />
        </FormStep>
        <FormStep title={words.titles.text} heading={isShown('text')}>
          <TextStep form={form} onRead={read} />
        </FormStep>
        {form.asksFor.face ? (
          <FormStep title={words.photoTitle} heading={isShown('photo')} isRequired>
            <Paper className={classes['paper']}>
              <SelfieField
                upload={selfie}
                label={words.takePhoto}
                hint={words.photoHint}
                name={words.yourPhoto}
                path={placeOf.missing_selfie.path}
                error={null}
                onReload={reload}
              />
            </Paper>
          </FormStep>
        ) : null}
        <FormStep
          title={form.asksFor.age === 'wallet' ? words.ageTitle : words.idTitle}
          heading={isShown('age')}
          isRequired
        >
          <Paper className={classes['paper']}>
            <Stack gap="md">
              <AgeStep
                form={form}
                id={id}
                onReload={reload}
                wallet={{
                  access,
                  onProven: () => void takeUp.take(),
                  onUnderAge: () => end(onUnderAge),
                  ...events,
                }}
              />
              <SameFileNote selfie={selfie} id={id} />
            </Stack>
          </Paper>
        </FormStep>
        <FormStep title={words.titles.sign} heading={isShown('sign')}>
          <SignStep form={form} {...answering} />
        </FormStep>
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
          <>
            {unfinished.has(step) ? (
              <Text size="sm" c="dimmed">
                {words.later}
              </Text>
            ) : null}
            <StepWays isFirst={number === 1} isBusy={false} onPrevious={previous}>
              <Button type="submit" size="lg">
                {stepWords.next}
              </Button>
            </StepWays>
          </>
        )}
      </form>
      <DeclineRequest name={form.fullName} access={access} onDeclined={() => end(onDeclined)} {...events} />
      <WholeText form={form} opened={text.opened} part={part} onClose={text.close} />
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

const isProvenByWallet = ({ given }: ThirdPartyView) => given.some(({ step }) => step === 'wallet')
const storedIn = ({ state }: Upload) => (state.phase === 'stored' ? state.document : null)
const isSending = ({ state }: Upload) => state.phase === 'sending'
