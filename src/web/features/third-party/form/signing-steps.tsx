import { Checkbox, Text, TextInput } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentStatements, identityStatement } from '../../../../domain/verification/consent-text.ts'
import { verificationLimits } from '../../../../domain/verification/limits.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { site } from '../../../api/site.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { SelfieField } from '../../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { AgeStep, type WalletEvents } from './age-step.tsx'
import { formWords as words } from './form-words.ts'
import classes from './signing-form.module.css'
import { SigningStep } from './signing-step.tsx'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

type SigningStepsProps = {
  form: ThirdPartyView
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
  selfie: Upload
  id: Upload
  /** Fetches the addresses of what was uploaded anew. */
  onReload(): void
  missing: readonly SubmissionFault[]
  wallet: WalletEvents
}

/** What the third party gives, in the order of FORM-7. */
export function SigningSteps({
  form,
  answers,
  onAnswer,
  selfie,
  id,
  onReload,
  missing,
  wallet,
}: SigningStepsProps) {
  const { retentionDays, linkLifeDays } = site()
  /** The number of the step after the photo. */
  const first = form.asksFor.face ? 3 : 2
  const given = { answers, onAnswer }
  const hasTerms = form.additionalInformation !== null
  const lacks = (fault: SubmissionFault) => missing.includes(fault)
  return (
    <>
      <SigningStep number={1} title={words.shareTitle} isDone={!lacks('identity_consent_required')}>
        <Facts
          facts={[
            { name: words.shareWith, value: words.shareWithText(form.fullName) },
            { name: words.shareWhat, value: words.shareWhatText(form.asksFor) },
            { name: words.shareHow, value: words.shareHowText(retentionDays, linkLifeDays) },
          ]}
        />
        <Statement
          fault="identity_consent_required"
          label={identityStatement(form.consentTextVersion)}
          answer="identityConsent"
          {...given}
        />
      </SigningStep>
      {form.asksFor.face ? (
        <SigningStep number={2} title={words.photoTitle} isDone={!lacks('missing_selfie')}>
          <SelfieField
            upload={selfie}
            label={words.takePhoto}
            hint={words.photoHint}
            name={words.yourPhoto}
            path="selfie"
            error={null}
            onReload={onReload}
          />
        </SigningStep>
      ) : null}
      <SigningStep
        number={first}
        title={form.asksFor.age === 'wallet' ? words.ageTitle : words.idTitle}
        isDone={!lacks('missing_id_document') && !lacks('age_not_read') && !lacks('age_not_proven')}
      >
        <AgeStep form={form} id={id} onReload={onReload} wallet={wallet} />
      </SigningStep>
      <SigningStep number={first + 1} title={words.signTitle} isDone={!lacks('missing_signature')}>
        <TextInput
          data-part={'missing_signature' satisfies SubmissionFault}
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
      </SigningStep>
      <SigningStep
        number={first + 2}
        title={words.confirmTitle}
        isDone={
          !lacks('consent_required') && !lacks('agreement_required') && !lacks('age_statement_required')
        }
      >
        {hasTerms ? (
          <>
            <Text>{words.addedTerms(form.fullName)}</Text>
            <Statement
              fault="agreement_required"
              label={consentStatements.additionalTerms}
              answer="agreedToAdditionalTerms"
              {...given}
            />
          </>
        ) : null}
        <Statement
          fault="age_statement_required"
          label={consentStatements.adult}
          answer="statesAdult"
          {...given}
        />
        <Statement fault="consent_required" label={consentStatements.willing} answer="consent" {...given} />
      </SigningStep>
    </>
  )
}

type StatementProps = Pick<SigningStepsProps, 'answers' | 'onAnswer'> & {
  /** What is missing while it is not ticked. */
  fault: SubmissionFault
  label: string
  answer: Exclude<keyof ThirdPartyAnswers, 'signature'>
}

/** A sentence that is ticked. */
function Statement({ fault, label, answer, answers, onAnswer }: StatementProps) {
  return (
    <Checkbox
      data-part={fault}
      required
      label={label}
      checked={answers[answer]}
      onChange={({ currentTarget }) => onAnswer({ [answer]: currentTarget.checked })}
    />
  )
}
