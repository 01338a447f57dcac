import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-frame.module.css'
import { type WizardStep, wizardSteps } from './wizard-steps.ts'
import { wizardWords as words } from './wizard-words.ts'

const DraftStatus = lazy(() => import('./draft-status.tsx'))

type WizardFrameProps = {
  wizard: Wizard
  /** Why the link cannot be made yet, on the last step. */
  waitingFor: string | null
  children: ReactNode
}

/** The frame of every step: where one is, the step, what is wrong with it, and the two ways on. */
export function WizardFrame({ wizard, waitingFor, children }: WizardFrameProps) {
  const { step, problem } = wizard
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [step])
  const isLast = step === 4
  const lacksEmail = wizard.form.values.thirdPartyEmail.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        wizard.next()
      }}
      className={classes['form']}
    >
      <StepHeader step={step} />
      <div className={classes['draft']}>
        <Suspense fallback={null}>
          {wizard.draft.saving === 'nothing' ? null : <DraftStatus draft={wizard.draft} />}
        </Suspense>
      </div>
      <Title order={2} ref={heading} tabIndex={-1} className={classes['heading']}>
        {words.stepTitles[step]}
      </Title>
      <Paper className={classes['sheet']}>{children}</Paper>
      {problem ? (
        <Alert color="red" mt="lg" title={problem.title}>
          {problem.description}
        </Alert>
      ) : null}
      {isLast && waitingFor ? (
        <Text mt="lg" role="status">
          {waitingFor}
        </Text>
      ) : null}
      <Group className={classes['ways']}>
        <Button
          variant="default"
          size="lg"
          disabled={step === 1 || wizard.isBusy}
          onClick={wizard.previous}
          className={classes['previous']}
        >
          {words.previous}
        </Button>
        <Button
          type="submit"
          size="lg"
          loading={wizard.isBusy}
          disabled={isLast && (lacksEmail || waitingFor !== null)}
          className={classes['next']}
        >
          {isLast ? words.generate : words.next}
        </Button>
      </Group>
    </form>
  )
}

function StepHeader({ step }: { step: WizardStep }) {
  return (
    <div className={classes['header']}>
      <Text size="sm" c="dimmed">
        {words.stepOf(step)}
      </Text>
      <div className={classes['bar']} aria-hidden="true">
        {wizardSteps.map((one) => (
          <span key={one} className={classes['part']} data-done={one <= step || undefined} />
        ))}
      </div>
    </div>
  )
}
