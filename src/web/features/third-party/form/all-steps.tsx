import { Paper, Stack } from '@mantine/core'
import type { RefObject } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { SameFileNote } from '../../../shared/forms/odd-note.tsx'
import { SelfieField } from '../../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { AgeStep, type WalletEvents } from './age-step.tsx'
import { AskedStep } from './asked-step.tsx'
import { FormStep } from './form-step.tsx'
import { type FormStepName, placeOf } from './form-steps.ts'
import { SignStep } from './sign-step.tsx'
import classes from './signing-form.module.css'
import { TextStep } from './text-step.tsx'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

type AllStepsProps = {
  form: ThirdPartyView
  /** The one that is shown, and its heading. */
  step: FormStepName
  heading: RefObject<HTMLHeadingElement | null>
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
  /** Opens the whole text, at one of its parts. */
  onRead(part?: string): void
  selfie: Upload
  id: Upload
  /** Fetches the addresses of what was uploaded anew. */
  onReload(): void
  wallet: WalletEvents
}

/** Every step of the form, one of which is shown. */
export function AllSteps(props: AllStepsProps) {
  const { form, step, heading, answers, onAnswer, onRead, selfie, id, onReload, wallet } = props
  const isShown = (one: FormStepName) => (one === step ? heading : null)
  return (
    <>
      <FormStep title={words.titles.asked({ name: form.fullName })} heading={isShown('asked')}>
        <AskedStep form={form} answers={answers} onAnswer={onAnswer} />
      </FormStep>
      <FormStep title={words.titles.text} heading={isShown('text')}>
        <TextStep form={form} onRead={onRead} />
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
              onReload={onReload}
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
            <AgeStep form={form} id={id} onReload={onReload} wallet={wallet} />
            <SameFileNote selfie={selfie} id={id} />
          </Stack>
        </Paper>
      </FormStep>
      <FormStep title={words.titles.sign} heading={isShown('sign')}>
        <SignStep form={form} answers={answers} onAnswer={onAnswer} />
      </FormStep>
    </>
  )
}
