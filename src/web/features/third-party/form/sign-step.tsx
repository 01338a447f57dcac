import { Center, Checkbox, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentStatements } from '../../../../domain/verification/consent-text.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { verificationLimits } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/form.ts'
import { SharedNotes, SignatureNote } from '../../../shared/forms/odd-note.tsx'
import { SigningDrawing } from '../../../shared/ui/drawings.tsx'
import classes from './signing-form.module.css'
import { placeOf, type ThirdPartyAnswers } from './third-party-answers.ts'

export function SignStep({
  form,
  ...answering
}: Answering & {
  form: Pick<ThirdPartyView, 'additionalInformation' | 'fullName' | 'shared' | 'thirdPartyName'>
}) {
  const { answers, onAnswer } = answering
  const { additionalInformation, fullName, thirdPartyName } = form
  return (
    <Paper className={classes['paper']}>
      <Stack gap="lg">
        <Center>
          <SigningDrawing />
        </Center>
        <SharedNotes shared={form.shared} />
        <TextInput
          data-path={placeOf.missing_signature.path}
          required
          withAsterisk={false}
          size="lg"
          label={words.signature}
          description={words.signatureHint}
          autoComplete="name"
          maxLength={verificationLimits.signatureMax}
          classNames={{ input: classes['signature'] ?? '' }}
          placeholder=" "
          value={answers.signature}
          onChange={({ currentTarget }) => onAnswer({ signature: currentTarget.value })}
        />
        <SignatureNote signature={answers.signature} name={thirdPartyName} />
        {additionalInformation ? (
          <>
            <div>
              <Text fw={600}>{words.addedTerms({ name: fullName })}</Text>
              <section
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
                tabIndex={0}
                aria-label={documentWords.additionalTerms}
                dir="auto"
                className={classes['terms']}
              >
                {additionalInformation}
              </section>
            </div>
            <Statement
              fault="agreement_required"
              label={consentStatements.additionalTerms}
              answer="agreedToAdditionalTerms"
              {...answering}
            />
          </>
        ) : null}
        <Statement
          fault="consent_required"
          label={consentStatements.willing}
          answer="consent"
          {...answering}
        />
      </Stack>
    </Paper>
  )
}

/** The current answers, and a function that changes them. */
export type Answering = {
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
}

type Ticked = {
  [Name in keyof ThirdPartyAnswers]: ThirdPartyAnswers[Name] extends boolean ? Name : never
}[keyof ThirdPartyAnswers]

type StatementProps = Answering & {
  /** The fault while it is not ticked. */
  fault: SubmissionFault
  label: string
  answer: Ticked
  error?: string | undefined
}

export function Statement({ fault, label, answer, error, answers, onAnswer }: StatementProps) {
  return (
    <Checkbox
      data-path={placeOf[fault].path}
      required
      label={label}
      error={error}
      aria-invalid={error !== undefined}
      checked={answers[answer]}
      onChange={({ currentTarget }) => onAnswer({ [answer]: currentTarget.checked })}
    />
  )
}
