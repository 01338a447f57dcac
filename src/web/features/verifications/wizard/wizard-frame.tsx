import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Usage } from '../../../../contract/plan.ts'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import { usualValidity } from '../../../../domain/verification/validity.ts'
import { usageAction } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import stepWords from '../../../../words/en/steps.ts'
import validityWords from '../../../../words/en/validity.ts'
import words from '../../../../words/en/wizard.ts'
import {
  AdditionalTerms,
  type DocumentParts,
  FullConsentText,
  Parties,
  Signatures,
  WarningBox,
} from '../../../shared/consent-document/document-parts.tsx'
import { Section } from '../../../shared/consent-document/facts.tsx'
import { ErrorSummary } from '../../../shared/forms/error-summary.tsx'
import { StepHeader, StepWays, useStepFocus } from '../../../shared/steps/step-frame.tsx'
import { Disclosure } from '../../../shared/ui/disclosure.tsx'
import documentPreviewClasses from './document-preview.module.css'
import { ThirdPartyEmailField } from './fields.tsx'
import type { Wizard } from './use-wizard.ts'
import classes from './wizard-frame.module.css'
import { toPreview, wizardSteps } from './wizard-values.ts'

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
      <StepHeader
        names={wizardSteps.map((one) => words.stepTitles[one])}
        number={step}
        isFaulty={problem !== null}
      />
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

/** Step 4 of both wizards: name the recipient, read it all once more in place, and know that the creation counts. */
export function ShareStep({ wizard, usage }: { wizard: Wizard; usage: Usage }) {
  const { kind, form } = wizard
  const { remaining, unlimited } = usage[usageAction[kind]]
  return (
    <Stack gap="xl">
      <ThirdPartyEmailField form={form} hint={words.emailHint} required />
      <Disclosure title={words.preview}>
        <DocumentPreview parts={toPreview(kind, form.values)} />
      </Disclosure>
      {unlimited || remaining === null ? null : (
        <Text size="sm" c="dimmed">
          {remaining > 0 ? `${words.allowance[kind]({ remaining })} ` : null}
          {words.everyCreationCounts}
        </Text>
      )}
    </Stack>
  )
}

/** How many parts of the consent text stand in the preview until one asks for the rest. */
const excerptParts = 2

/** The document as the other person will read it: parties, warning, an excerpt of the text, signatures. */
function DocumentPreview({ parts }: { parts: DocumentParts }) {
  const [isWhole, setIsWhole] = useState(false)
  const textId = useId()
  const title = findConsentText(parts)?.title
  return (
    <div className={documentPreviewClasses['paper']}>
      <Text className={documentPreviewClasses['title']}>{title}</Text>
      <WarningBox />
      {parts.validity === usualValidity ? null : <Text>{validityWords.chosen[parts.validity]}</Text>}
      <Parties parts={parts} />
      <Section title={isWhole ? documentWords.fullText : documentWords.excerpt}>
        <div id={textId}>
          <FullConsentText parts={parts} {...(isWhole ? {} : { most: excerptParts })} />
        </div>
        <Anchor
          component="button"
          type="button"
          mod="standalone"
          mt="xs"
          aria-expanded={isWhole}
          aria-controls={textId}
          onClick={() => setIsWhole((whole) => !whole)}
        >
          {isWhole ? documentWords.showLess : documentWords.showAll}
        </Anchor>
      </Section>
      <AdditionalTerms text={parts.additionalInformation} by={parts.fullName} />
      <Signatures parts={parts} />
    </div>
  )
}

/** The link to the plans, in the words of either wizard. */
export function PlansLink({ children }: { children: string }) {
  return (
    <Button component={Link} to="/subscription">
      {children}
    </Button>
  )
}

/** The link back to the dashboard. */
export function DashboardLink() {
  return (
    <Anchor component={Link} to="/dashboard" mod="standalone">
      {words.backToDashboard}
    </Anchor>
  )
}
