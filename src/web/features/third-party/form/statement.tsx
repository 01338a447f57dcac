import { Checkbox } from '@mantine/core'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { placeOf } from './form-steps.ts'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

/** What was answered so far, and how to answer more. */
export type Answering = {
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
}

type StatementProps = Answering & {
  /** What is missing while it is not ticked. */
  fault: SubmissionFault
  label: string
  answer: Exclude<keyof ThirdPartyAnswers, 'signature'>
}

/** A sentence that is ticked. */
export function Statement({ fault, label, answer, answers, onAnswer }: StatementProps) {
  return (
    <Checkbox
      data-path={placeOf[fault].path}
      required
      label={label}
      checked={answers[answer]}
      onChange={({ currentTarget }) => onAnswer({ [answer]: currentTarget.checked })}
    />
  )
}
