import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense, useId } from 'react'
import { Link } from 'react-router'
import type { Usage } from '../../../../contract/plan.ts'
import { usageAction } from '../../../../domain/verification/verification.ts'
import stepWords from '../../../../words/en/steps.ts'
import words from '../../../../words/en/wizard.ts'
import { ErrorSummary } from '../../../shared/forms/error-summary.tsx'
import { StepHeader, StepWays, useStepFocus } from '../../../shared/steps/step-frame.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ThirdPartyEmailField } from './fields.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-frame.module.css'
import { pickOwnParts, toPreview, type WizardValues, wizardSteps } from './wizard-values.ts'

const DraftStatus = lazyPart(() => import('./draft-status.tsx'), { isOptional: true })
/** Loaded lazily, because only the last step shows it. */
const DocumentPreview = lazyPart(() => import('./document-preview.tsx'))

type WizardFrameProps = {
  wizard: Wizard
  /** The reason why the link can't be created yet, on the last step. */
  waitingFor: string | null
  children: ReactNode
}

/** The frame of every step: the progress, the errors, the step, and the two buttons. */
export function WizardFrame({ wizard, waitingFor, children }: WizardFrameProps) {
  const { step, problem } = wizard
  const heading = useStepFocus(step, 'heading')
  const isLast = step === 4
  const waiting = wizard.text ? waitingFor : words.loading
  const lacksEmail = wizard.form.values.thirdPartyEmail.trim() === ''
  return (
    <form
      noValidate
      data-marks-required
      data-new-under-finger
      data-keeps-fields
      onSubmit={(event) => {
        event.preventDefault()
        wizard.next()
      }}
      className={classes['form']}
    >
      <StepHeader
        names={wizardSteps.map((one) => words.stepTitles[one])}
        number={step}
        isFaulty={problem !== null}
      />
      <div className={classes['draft']}>
        <Suspense fallback={null}>
          {wizard.draft.saving === 'nothing' ? null : (
            <DraftStatus draft={wizard.draft} isBusy={wizard.isBusy} />
          )}
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
            label: nameField(path, wizard.form.values),
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
      {isLast && waiting ? (
        <Text mt="lg" role="status">
          {waiting}
        </Text>
      ) : null}
      <div className={classes['ways']}>
        <StepWays isFirst={step === 1} isBusy={wizard.isBusy} onPrevious={wizard.previous}>
          <Button
            type="submit"
            size="lg"
            loading={wizard.isBusy}
            disabled={isLast && (lacksEmail || waiting !== null)}
          >
            {isLast ? words.generate : stepWords.next}
          </Button>
        </StepWays>
      </div>
    </form>
  )
}

/** A field's name in the summary; that of the age, where more than an ID is taken for it. */
function nameField(path: string, values: WizardValues): string {
  const { takesId, takesVoucher } = pickOwnParts(values)
  if (path === 'idDocumentId' && (takesVoucher || !takesId)) return words.walletTitle
  return (words.fields as Readonly<Record<string, string>>)[path] ?? path
}

/**
 * Step 4 of both wizards: enter the recipient, review everything in place, and learn that the creation counts against
 * the allowance.
 */
export function ShareStep({ wizard, usage }: { wizard: Wizard; usage: Usage }) {
  const { kind, form } = wizard
  const { remaining, unlimited } = usage[usageAction[kind]]
  const previewId = useId()
  return (
    <Stack gap="xl">
      <ThirdPartyEmailField form={form} hint={words.emailHint} required />
      <section aria-labelledby={previewId}>
        <Title order={3} id={previewId} mb="sm">
          {words.preview}
        </Title>
        <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
          <DocumentPreview parts={toPreview(kind, form.values, wizard.text)} />
        </Suspense>
      </section>
      {unlimited || remaining === null ? null : (
        <Text size="sm" c="dimmed">
          {remaining > 0 ? words.allowance[kind]({ remaining }) : words.everyCreationCounts}
        </Text>
      )}
    </Stack>
  )
}

/** The link to the plans, with the text of either wizard. */
export function PlansLink({ children }: { children: string }) {
  return (
    <Button component={Link} to="/subscription">
      {children}
    </Button>
  )
}

export function DashboardLink() {
  return (
    <Anchor component={Link} to="/dashboard" mod="standalone">
      {words.backToDashboard}
    </Anchor>
  )
}
