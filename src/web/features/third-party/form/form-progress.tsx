import { Anchor } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { StepHeader } from '../../../shared/steps/step-header.tsx'
import type { FormStepName } from './form-steps.ts'
import classes from './signing-form.module.css'

type FormProgressProps = {
  form: Pick<ThirdPartyView, 'asksFor'>
  steps: readonly FormStepName[]
  step: FormStepName
  /** Which of the steps it is, from 1. */
  number: number
  /** Where something is missing. */
  unfinished: ReadonlySet<FormStepName>
  onRead(): void
}

/** Where one is in the form, and from every step the way to the whole text. */
export function FormProgress({ form, steps, step, number, unfinished, onRead }: FormProgressProps) {
  const nameStep = (one: FormStepName) =>
    words.steps[one === 'age' && form.asksFor.age === 'wallet' ? 'wallet' : one]
  return (
    <div className={classes['progress']}>
      <StepHeader
        names={steps.map(nameStep)}
        number={number}
        unfinished={[...unfinished].map(nameStep)}
        aside={
          step === 'text' ? null : (
            <Anchor component="button" type="button" size="sm" mod="standalone" onClick={() => onRead()}>
              {words.readText}
            </Anchor>
          )
        }
      />
    </div>
  )
}
