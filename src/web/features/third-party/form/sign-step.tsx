import { Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentStatements } from '../../../../domain/verification/consent-text.ts'
import { verificationLimits } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/form.ts'
import { SharedNotes, SignatureNote } from '../../../shared/forms/odd-note.tsx'
import { placeOf } from './form-steps.ts'
import classes from './signing-form.module.css'
import { type Answering, Statement } from './statement.tsx'

/** The signature, and the sentences that go with it. */
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
          fault="age_statement_required"
          label={consentStatements.adult}
          answer="statesAdult"
          {...answering}
        />
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
