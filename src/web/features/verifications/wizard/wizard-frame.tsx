import { Button, Paper, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import stepWords from '../../../../words/en/steps.ts'
import words from '../../../../words/en/wizard.ts'
import { ErrorSummary } from '../../../shared/forms/error-summary.tsx'
import { StepHeader } from '../../../shared/steps/step-header.tsx'
import { StepWays } from '../../../shared/steps/step-ways.tsx'
import { useStepFocus } from '../../../shared/steps/use-step-focus.ts'
import { PlansLink } from './gate-links.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-frame.module.css'
import { wizardSteps } from './wizard-steps.ts'

const DraftStatus = lazy(() => import('./draft-status.tsx'))

type WizardFrameProps = {
  wizard: Wizard
  /** Why the link cannot be made yet, on the last step. */
  waitingFor: string | null
  children: ReactNode
}

/** The frame of every step: where one is, what is wrong with it, the step, and the two ways on. */
export function WizardFrame({ wizard, waitingFor, children }: WizardFrameProps) {
  const { step, problem } = wizard
  const heading = useStepFocus(step, 'heading')
  const isLast = step === 4
  const lacksEmail = wizard.form.values.thirdPartyEmail.trim() === ''
  return (
    <form
      noValidate
      data-marks-required
      onSubmit={(event) => {
        event.preventDefault()
        wizard.next()
      }}
      className={classes['form']}
    >
      <StepHeader names={wizardSteps.map((one) => words.stepTitles[one])} number={step} />
      <div className={classes['draft']}>
        <Suspense fallback={null}>
          {wizard.draft.saving === 'nothing' ? null : <DraftStatus draft={wizard.draft} />}
        </Suspense>
      </div>
      <Title order={2} ref={heading} tabIndex={-1} className={classes['heading']}>
        {words.stepTitles[step]}
      </Title>
      {problem ? (
        <ErrorSummary
          {...problem}
          fields={problem.fields.map((path) => ({
            path,
            label: (words.fields as Readonly<Record<string, string>>)[path] ?? path,
          }))}
        >
          {problem.needsPlan ? <PlansLink>{words.viewPlans}</PlansLink> : null}
        </ErrorSummary>
      ) : null}
      <Paper className={classes['sheet']}>
        {children}
        <Text size="sm" c="dimmed" mt="lg">
          {stepWords.required}
        </Text>
      </Paper>
      {isLast && waitingFor ? (
        <Text mt="lg" role="status">
          {waitingFor}
        </Text>
      ) : null}
      <div className={classes['ways']}>
        <StepWays isFirst={step === 1} isBusy={wizard.isBusy} onPrevious={wizard.previous}>
          <Button
            type="submit"
            size="lg"
            loading={wizard.isBusy}
            disabled={isLast && (lacksEmail || waitingFor !== null)}
          >
            {isLast ? words.generate : stepWords.next}
          </Button>
        </StepWays>
      </div>
    </form>
  )
}
