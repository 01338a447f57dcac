import { Checkbox } from '@mantine/core'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { placeOf } from './form-steps.ts'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

/** What was answered so far, and how to answer more. */
export type Answering = {
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
}

/** The answers that are ticked, not typed. */
type Ticked = {
  [Name in keyof ThirdPartyAnswers]: ThirdPartyAnswers[Name] extends boolean ? Name : never
}[keyof ThirdPartyAnswers]

type StatementProps = Answering & {
  /** What is missing while it is not ticked. */
  fault: SubmissionFault
  label: string
  answer: Ticked
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
