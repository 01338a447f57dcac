import { useEffect, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { focusField } from '../../../shared/forms/focus-field.ts'
import { useStepFocus } from '../../../shared/steps/use-step-focus.ts'
import { useStepsInHistory } from '../../../shared/steps/use-steps-in-history.ts'
import { keepStep, listSteps, placeOf, readStep } from './form-steps.ts'

/** The steps of a form, kept in the history and in the tab, and the way to what is still missing. */
export function useFormSteps({ id, asksFor }: Pick<ThirdPartyView, 'id' | 'asksFor'>) {
  const steps = listSteps(asksFor)
  const { step, goTo, ...ways } = useStepsInHistory(steps, readStep(id))
  const heading = useStepFocus(step, 'page')
  const [wanted, setWanted] = useState<SubmissionFault | null>(null)

  useEffect(() => keepStep(id, step), [id, step])

  // After the step's heading, which has the focus where the field is not there, as that of a photo that is on its way.
  useEffect(() => {
    if (!wanted || placeOf[wanted].step !== step) return
    focusField(placeOf[wanted].path)
    setWanted(null)
  }, [wanted, step])

  return {
    ...ways,
    steps,
    step,
    heading,
    /** Leads to the step and the field in which something is given. */
    show(fault: SubmissionFault) {
      setWanted(fault)
      goTo(placeOf[fault].step)
    },
  }
}
