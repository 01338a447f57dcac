import { Alert, Anchor, Button, Modal, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import gateWords from '../../../../words/en/gate.ts'
import noWords from '../../../../words/en/saying-no.ts'
import stepWords from '../../../../words/en/steps.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import type { KeptPass } from '../../../shared/link/gate-pass.ts'
import ReadingNews from '../../../shared/reading/reading-news.tsx'
import { StepHeader } from '../../../shared/steps/step-frame.tsx'
import { readPlace, useDialogInHistory } from '../../../shared/steps/use-place.ts'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { GateForm, useAwaitedCode } from '../gate/gate-page.tsx'
import { AllSteps } from './all-steps.tsx'
import type { CompletedForm } from './ending.tsx'
import { SharedNews } from './news.tsx'
import { type No, SayNo } from './saying-no.tsx'
import classes from './signing-form.module.css'
import { FormWays, nothingGiven, type SubmissionEvents, SubmitPanel, useSubmission } from './submit-panel.tsx'
import { WholeText } from './text-step.tsx'
import {
  asksForId,
  type FormStepName,
  isProvenElsewhere,
  keptAnswers,
  listMissing,
  placeOf,
  useFormSteps,
  usesKept,
} from './third-party-answers.ts'
import { useOwnAccount } from './use-own-account.ts'
import { useStanding } from './use-standing.ts'
import { useThirdPartyReading } from './use-third-party-reading.ts'
import { useTakeUp, useThirdPartyUploads } from './use-third-party-uploads.ts'

type SigningFormProps = {
  form: ThirdPartyView
  pass: KeptPass
  onPass(pass: KeptPass): void
  onLinkChanged(): void
  /** Called with the updated form after new evidence. */
  onTaken(form: ThirdPartyView): void
  onCompleted(form: CompletedForm): void
  onSaidNo(no: No): void
  /** Their evidence shows that they are under 18, which ended the request. */
  onUnderAge(): void
}

/** The form while its pass is valid, and a dialog for a new pass afterwards. */
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
      <Steps
        {...props}
        email={pass.email}
        access={access}
        onPassEnded={onPassEnded}
        onUnclear={() => onPass({ ...pass, hasSubmitted: true })}
      />
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
  email: string
  access: ThirdPartyAccess
  onPassEnded(): void
} & Pick<SubmissionEvents, 'onUnclear'>

type Reports = { onPassEnded(): void; onLinkChanged(): void }

/**
 * The same reports, except while a submission is sent: other requests may find its link completed before its own answer
 * arrives, which says what happened.
 */
function useReportsBeside(
  isSubmitting: RefObject<boolean>,
  { onPassEnded, onLinkChanged }: Reports,
): Reports {
  return useMemo(() => {
    const unlessSubmitting = (report: () => void) => () => {
      if (!isSubmitting.current) report()
    }
    return {
      onPassEnded: unlessSubmitting(onPassEnded),
      onLinkChanged: unlessSubmitting(onLinkChanged),
    }
  }, [isSubmitting, onPassEnded, onLinkChanged])
}

/** The five steps: read, give evidence, decide (FORM-7). */
function Steps(props: StepsProps) {
  const { form, email, access, onPassEnded, onLinkChanged, onTaken, onCompleted, onSaidNo, onUnderAge } =
    props
  const [answers, setAnswers] = useState(() => keptAnswers.find(form.id))
  const isSubmitting = useRef(false)
  const report = { onPassEnded, onLinkChanged }
  const events = useReportsBeside(isSubmitting, report)
  const { selfie, id, reload, startLook } = useThirdPartyUploads(form, access, events)
  const takeUp = useTakeUp(access, startLook, { onTaken, ...events })
  const isKept = usesKept(answers)
  const own = useOwnAccount(form, email)
  const isKeptLost = own.hasLost(answers.keptProofId)
  useEffect(() => {
    if (isKeptLost) setAnswers((known) => ({ ...known, keptProofId: '' }))
  }, [isKeptLost])
  const { step, steps, number, heading, next, previous, show, leave } = useFormSteps(form, isKept)
  useStanding(access, step, events)
  /** From the pages after the steps, Back leaves the page. */
  const end = (show: () => void) => {
    leave()
    show()
  }
  const reading = useThirdPartyReading(id, access, step, {
    onRead: () => void takeUp.take(),
    onUnderAge: () => end(onUnderAge),
  })
  const submission = useSubmission(form, access, {
    ...report,
    onFileMissing: reload,
    onKeptOver: () => setAnswers((known) => ({ ...known, keptProofId: '' })),
    onReadingUntold: reading.lookAgain,
    onUnclear: props.onUnclear,
    onCompleted: (completed) => end(() => onCompleted(completed)),
  })
  isSubmitting.current = submission.isSubmitting
  usePhotoTaken(selfie, () => {
    if (step === 'photo') next()
  })
  const text = useDialogInHistory('text')
  useEffect(() => keptAnswers.keep(form.id, answers), [form.id, answers])

  const isUploading = isSending(selfie) || isSending(id)
  const missing = listMissing(form, answers, selfie, id)
  const unfinished = new Set(missing.map((fault) => placeOf[fault].step))
  const [wasHeld, setWasHeld] = useState(false)
  const isHeld = wasHeld && !answers.statesAdult
  /** Goes to the next step, or to a missing statement that they are 18 or over. */
  const goOn = () => {
    setWasHeld(!answers.statesAdult)
    if (answers.statesAdult) next()
    else show('age_statement_required')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = missing
    if (step !== 'sign') goOn()
    else if (first) show(first)
    else if (isKept) void submission.submit(answers, nothingGiven)
    else {
      const given = { selfie: findStored(selfie), id: findStored(id), shownReading: reading.outcome }
      void submission.submit(answers, given)
    }
  }

  const decline = (
    <SayNo name={form.fullName} access={access} onSaidNo={(no) => end(() => onSaidNo(no))} {...events} />
  )
  return (
    <>
      {number === 1 ? (
        <PageHeading compact>{gateWords.titles[form.type]}</PageHeading>
      ) : (
        <VisuallyHidden component="h1">{gateWords.titles[form.type]}</VisuallyHidden>
      )}
      {own.isLooking ? <PageSpinner words={words.loading} /> : null}
      {/* Hidden instead of absent, so that uploads continue. The kept reading appears above the buttons. */}
      <form
        onSubmit={submit}
        noValidate
        data-marks-required
        data-new-under-finger
        data-keeps-fields
        className={classes['form']}
        hidden={own.isLooking}
      >
        <FormProgress
          form={form}
          steps={steps}
          step={step}
          number={number}
          unfinished={unfinished}
          isFaulty={isHeld}
          onRead={text.open}
        />
        {takeUp.hasFailed ? <TakeUpBanner isBusy={takeUp.isBusy} onAgain={() => void takeUp.take()} /> : null}
        <AllSteps
          form={form}
          step={step}
          heading={heading}
          selfie={selfie}
          id={id}
          reading={reading}
          answers={answers}
          isHeld={isHeld}
          onAnswer={(change) => setAnswers((known) => ({ ...known, ...change }))}
          onRead={text.open}
          onReload={reload}
          own={own}
          onUse={(keptProofId) => {
            setAnswers((known) => ({ ...known, keptProofId }))
            goOn()
          }}
          wallet={{
            access,
            isUploading,
            onSign: () => show('missing_signature'),
            onProven: () => void takeUp.take(),
            onUnderAge: () => end(onUnderAge),
            ...events,
          }}
        />
        {step === 'sign' ? (
          <SubmitPanel
            form={form}
            missing={missing}
            isUploading={isUploading}
            isSubmitting={submission.isSubmitting}
            failure={submission.failure}
            news={
              <>
                {isKept || !reading.isNews ? null : (
                  <ReadingNews
                    reading={reading}
                    untold={submission.untold}
                    mayDeclare={form.asksFor.age === 'declared'}
                    isProven={isProvenElsewhere(form)}
                    onBetter={() => {
                      id.clear()
                      show('missing_id_document')
                    }}
                  />
                )}
                <SharedNews told={submission.told} />
              </>
            }
            isNoted={submission.told.length > 0}
            onShow={show}
            onPrevious={previous}
            decline={decline}
          />
        ) : (
          <NextStep
            isUnfinished={unfinished.has(step)}
            decline={decline}
            onPrevious={number === 1 ? null : previous}
          />
        )}
      </form>
      <WholeText form={form} opened={text.opened} onClose={text.close} />
    </>
  )
}

/** Runs once for each photo that was taken and stored, when the camera is closed. */
function usePhotoTaken({ state }: Upload, onTaken: () => void): void {
  const { dialog } = readPlace(useLocation().state)
  const before = useRef(state.phase)
  const isNew = useRef(false)
  const take = useEffectEvent(onTaken)
  useEffect(() => {
    if (before.current === 'sending' && state.phase === 'stored') isNew.current = true
    before.current = state.phase
    if (!isNew.current || dialog) return
    isNew.current = false
    take()
  }, [state.phase, dialog])
}

const findStored = ({ state }: Upload) => (state.phase === 'stored' ? state.document : null)
const isSending = ({ state }: Upload) => state.phase === 'sending'

type FormProgressProps = {
  form: Pick<ThirdPartyView, 'asksFor'>
  steps: readonly FormStepName[]
  step: FormStepName
  /** The number of the step, from 1. */
  number: number
  /** The steps with missing parts. */
  unfinished: ReadonlySet<FormStepName>
  /** Whether the step can't be left yet. */
  isFaulty: boolean
  onRead(): void
}

/** The progress in the form, and where they sign the link to the whole text. */
function FormProgress({ form, steps, step, number, unfinished, isFaulty, onRead }: FormProgressProps) {
  const nameStep = (one: FormStepName) => words.steps[one === 'age' && !asksForId(form) ? 'wallet' : one]
  return (
    <div className={classes['progress']}>
      <StepHeader
        names={steps.map(nameStep)}
        number={number}
        unfinished={[...unfinished].map(nameStep)}
        isFaulty={isFaulty}
        aside={
          step !== 'sign' ? null : (
            <Anchor component="button" type="button" size="sm" mod="standalone" onClick={onRead}>
              {words.readText}
            </Anchor>
          )
        }
      />
    </div>
  )
}

type NextStepProps = { isUnfinished: boolean; decline: ReactNode; onPrevious: (() => void) | null }

/** The buttons of a step; after the first step, missing parts don't block them. */
function NextStep({ isUnfinished, decline, onPrevious }: NextStepProps) {
  const isSkipped = isUnfinished && onPrevious !== null
  return (
    <>
      {onPrevious === null ? (
        <Text size="sm" c="dimmed">
          {noWords.hint}
        </Text>
      ) : null}
      <FormWays isBusy={false} decline={decline} onPrevious={onPrevious}>
        <Button type="submit" size="lg" variant={isSkipped ? 'default' : 'filled'}>
          {isSkipped ? words.skip : stepWords.continue}
        </Button>
      </FormWays>
    </>
  )
}

type PassDialogProps = {
  formId: string
  opened: boolean
  onPassed(pass: KeptPass): void
  onLinkChanged(): void
  onClose(): void
}

/** Asks for the email again when the pass expired during the work, which stays open underneath. */
function PassDialog({ formId, opened, onPassed, onLinkChanged, onClose }: PassDialogProps) {
  const code = useAwaitedCode(formId)
  return (
    <Modal opened={opened} onClose={onClose} title={gateWords.passEnded}>
      <Stack gap="md">
        <Text>{gateWords.passEndedText}</Text>
        <GateForm formId={formId} code={code} onPassed={onPassed} onLinkChanged={onLinkChanged} />
      </Stack>
    </Modal>
  )
}

/** The server has the evidence, but this page couldn't refetch the form. */
function TakeUpBanner({ isBusy, onAgain }: { isBusy: boolean; onAgain(): void }) {
  return (
    <Alert color="yellow" role="alert" title={words.takeUpFailed}>
      {words.takeUpFailedText}
      <div>
        <Button size="sm" mt="sm" loading={isBusy} onClick={onAgain}>
          {words.takeUpAgain}
        </Button>
      </div>
    </Alert>
  )
}
