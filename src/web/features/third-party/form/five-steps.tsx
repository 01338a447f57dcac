import { Checkbox, Text, TextInput } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentStatements } from '../../../../domain/verification/consent-text.ts'
import { verificationLimits } from '../../../../domain/verification/limits.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { site } from '../../../api/site.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { IdField } from '../../../shared/upload/id-field.tsx'
import { SelfieField } from '../../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { formWords as words } from './form-words.ts'
import classes from './signing-form.module.css'
import { SigningStep } from './signing-step.tsx'
import type { ThirdPartyAnswers } from './third-party-answers.ts'

type FiveStepsProps = {
  form: ThirdPartyView
  answers: ThirdPartyAnswers
  onAnswer(change: Partial<ThirdPartyAnswers>): void
  selfie: Upload
  id: Upload
  /** Fetches the addresses of what was uploaded anew. */
  onReload(): void
  missing: readonly SubmissionFault[]
}

/** What the third party gives, in the order of FORM-7. */
export function FiveSteps({ form, answers, onAnswer, selfie, id, onReload, missing }: FiveStepsProps) {
  const { retentionDays, linkLifeDays } = site()
  const hasTerms = form.additionalInformation !== null
  const lacks = (fault: SubmissionFault) => missing.includes(fault)
  return (
    <>
      <SigningStep number={1} title={words.shareTitle} isDone={!lacks('Identity consent required')}>
        <Facts
          facts={[
            { name: words.shareWith, value: words.shareWithText(form.fullName) },
            { name: words.shareWhat, value: words.shareWhatText },
            { name: words.shareHow, value: words.shareHowText(retentionDays, linkLifeDays) },
          ]}
        />
        <Checkbox
          data-part={'Identity consent required' satisfies SubmissionFault}
          required
          label={consentStatements.identity}
          checked={answers.identityConsent}
          onChange={({ currentTarget }) => onAnswer({ identityConsent: currentTarget.checked })}
        />
      </SigningStep>
      <SigningStep number={2} title={words.photoTitle} isDone={!lacks('Missing selfie')}>
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
      <SigningStep number={3} title={words.idTitle} isDone={!lacks('Missing ID document')}>
        <Text size="sm" c="dimmed">
          {words.idHint}
        </Text>
        <IdField
          upload={id}
          label={words.uploadId}
          name={words.yourId}
          path="id"
          error={null}
          onReload={onReload}
        />
      </SigningStep>
      <SigningStep number={4} title={words.signTitle} isDone={!lacks('Missing signature')}>
        <TextInput
          data-part={'Missing signature' satisfies SubmissionFault}
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
        number={5}
        title={words.confirmTitle}
        isDone={!lacks('Consent required') && !lacks('Agreement required')}
      >
        {hasTerms ? (
          <>
            <Text>{words.addedTerms(form.fullName)}</Text>
            <Checkbox
              data-part={'Agreement required' satisfies SubmissionFault}
              required
              label={consentStatements.additionalTerms}
              checked={answers.agreedToAdditionalTerms}
              onChange={({ currentTarget }) => onAnswer({ agreedToAdditionalTerms: currentTarget.checked })}
            />
          </>
        ) : null}
        <Checkbox
          data-part={'Consent required' satisfies SubmissionFault}
          required
          label={consentStatements.willing}
          checked={answers.consent}
          onChange={({ currentTarget }) => onAnswer({ consent: currentTarget.checked })}
        />
      </SigningStep>
    </>
  )
}
