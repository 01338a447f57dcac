import { Anchor, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { ShownConsentText } from '../../../../contract/verification.ts'
import { type AskedChoice, listOfferedChoices } from '../../../../domain/evidence/evidence.ts'
import { defaultValidity, validities } from '../../../../domain/verification/validity.ts'
import { verificationLimits as limits } from '../../../../domain/verification/verification.ts'
import validityWords from '../../../../words/en/validity.ts'
import words from '../../../../words/en/wizard.ts'
import { readSite } from '../../../api/site.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { leftToRight } from '../../../shared/forms/left-to-right.ts'
import { markLanguage } from '../../../shared/mark-language.ts'
import { useLocalDay } from '../../../shared/time/local-day.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import classes from './fields.module.css'
import type { WizardForm } from './use-wizard-form.ts'
import { mayAskName, readCanProve, toAskedChoice, toAsksFor, toValidity } from './wizard-values.ts'

type FieldsProps = { form: WizardForm }

/** Downloaded while the signature is typed. */
const SignatureNote = lazyPart(
  async () => ({ default: (await import('../../../shared/forms/odd-note.tsx')).SignatureNote }),
  { isOptional: true },
)

/** Marked by the form's own style, which leaves the labels of the fields unchanged (global.css). */
const must = { required: true, withAsterisk: false } as const

export function IdentityConsentField({ form, text }: FieldsProps & { text: ShownConsentText }) {
  return (
    <Checkbox
      {...form.getCheckboxProps('identityConsent')}
      required
      label={<span {...markLanguage(text.language)}>{text.statements.identity}</span>}
    />
  )
}

export function SelfFields({ form }: FieldsProps) {
  const today = useLocalDay()
  return (
    <>
      <TextInput
        {...form.getInputProps('fullName')}
        {...must}
        label={words.fullName}
        description={words.fullNameHint}
        autoComplete="name"
      />
      <TextInput
        {...form.getInputProps('dateOfBirth')}
        {...must}
        type="date"
        max={today}
        label={words.dateOfBirth}
        description={words.dateOfBirthHint}
        autoComplete="bday"
        maw={220}
      />
    </>
  )
}

/** The third party's names, and where the two met. */
export function ThirdPartyNameFields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps('thirdPartyName')}
        {...must}
        label={words.thirdPartyName}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('thirdPartySocialMediaName')}
        {...must}
        label={words.socialMediaName}
        description={words.socialMediaHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}

export function PlatformField({ form }: FieldsProps) {
  return (
    <TextInput {...form.getInputProps('platformName')} {...must} label={words.platform} autoComplete="off" />
  )
}

/** The ages that the third party claimed; only age verifications ask for them. */
export function AgeFields({ form }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes['ages'] ?? ''}>
      <TextInput
        {...form.getInputProps('thirdPartyPlatformAge')}
        {...leftToRight}
        label={words.platformAge}
        description={words.optional}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('thirdPartyClaimedAge')}
        {...leftToRight}
        label={words.claimedAge}
        description={words.claimedAgeHint}
        inputMode="numeric"
        autoComplete="off"
      />
    </SimpleGrid>
  )
}

/** The email is optional until the last step. */
export function ThirdPartyEmailField({
  form,
  hint,
  required = false,
}: FieldsProps & { hint: string; required?: boolean }) {
  return (
    <EmailField
      {...form.getInputProps('thirdPartyEmail')}
      label={words.thirdPartyEmail}
      description={hint}
      autoComplete="off"
      required={required}
    />
  )
}

export function ThirdPartyPhoneField({ form }: FieldsProps) {
  return (
    <TextInput
      {...form.getInputProps('thirdPartyPhone')}
      {...leftToRight}
      type="tel"
      inputMode="tel"
      label={words.thirdPartyPhone}
      description={words.optional}
      autoComplete="off"
    />
  )
}

export function AdditionalTermsField({ form, hint }: FieldsProps & { hint: string }) {
  const { length } = form.values.additionalInformation
  const isNearLimit = length > limits.additionalInformationMax * 0.8
  return (
    <Textarea
      {...form.getInputProps('additionalInformation')}
      label={words.additionalTerms}
      description={isNearLimit ? `${hint} ${length} / ${limits.additionalInformationMax}` : hint}
      rows={5}
      resize="vertical"
    />
  )
}

export function SignatureField({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps('signature')}
        {...must}
        label={words.signature}
        description={words.signatureHint}
        autoComplete="off"
        classNames={{ input: classes['signature'] ?? '' }}
      />
      <Suspense fallback={null}>
        <SignatureNote signature={form.values.signature} name={form.values.fullName} />
      </Suspense>
    </>
  )
}

export function SignatureDateField({ form }: FieldsProps) {
  return (
    <TextInput {...form.getInputProps('signatureDate')} {...must} type="date" label={words.date} maw={220} />
  )
}

const takeFocus = (field: HTMLSelectElement | null) => field?.focus()

/** Who may prove an age by this choice, where banks, eIDs and age keys are configured; null otherwise. */
function nameProvers(choice: AskedChoice): 'voucher' | 'both' | null {
  const { walletInsteadOfId, voucherInsteadOfId } = toAsksFor({ asked: choice, walletName: false })
  if (!voucherInsteadOfId) return null
  return walletInsteadOfId ? 'both' : 'voucher'
}

function describeChoice(choice: AskedChoice): string {
  const by = nameProvers(choice)
  const ofProvers: Partial<Record<AskedChoice, string>> = by ? words.provenChoices[by] : {}
  return ofProvers[choice] ?? words.askedChoices[choice]
}

/**
 * The evidence requested from both people, collapsed until it is changed (CREATE-26); absent where the installation
 * offers no choice (EVIDENCE-5).
 */
export function AskedField({ form, kind }: { form: WizardForm; kind: 'age' | 'person' }) {
  const readDocuments = readSite().documentReading === 'on'
  const offered = listOfferedChoices({ readDocuments, ...readCanProve() })
  const [isChanging, setIsChanging] = useState(false)
  if (offered.length < 2) return null
  const chosen: AskedChoice = toAskedChoice(form.values)
  const by = nameProvers(chosen)
  const asksName = toAsksFor(form.values).walletName === true
  const hint = by ? words.provenHints[by] : asksName ? words.askedNameHint : words.askedHints[chosen]
  if (!isChanging)
    return (
      <Group gap="xs">
        {words.askedNow({ choice: describeChoice(chosen) })}
        {asksName ? ` ${words.askedNameToo}` : ''}
        <Anchor component="button" type="button" mod="standalone" onClick={() => setIsChanging(true)}>
          {words.change}
        </Anchor>
      </Group>
    )
  return (
    <Stack gap="xs">
      <NativeSelect
        ref={takeFocus}
        label={words.asked}
        description={`${words.askedFrom[kind]} ${hint}`}
        data={offered.map((choice) => ({ value: choice, label: describeChoice(choice) }))}
        value={chosen}
        onChange={({ currentTarget }) => form.setFieldValue('asked', currentTarget.value)}
      />
      {mayAskName(chosen) ? (
        <Checkbox
          label={words.walletName}
          description={by ? words.provenNameHints[by] : words.walletNameHint}
          checked={form.values.walletName}
          onChange={({ currentTarget }) => {
            form.setFieldValue('walletName', currentTarget.checked)
            // With the name, what a bank or an age key said of the age alone replaces no ID.
            if (by) form.setFieldValue('walletProofId', '')
          }}
        />
      ) : null}
    </Stack>
  )
}

/** How long the consent is valid, collapsed until it is changed (VALID-1). */
export function ValidityField({ form }: FieldsProps) {
  const [isChanging, setIsChanging] = useState(false)
  const chosen = toValidity(form.values)
  if (!isChanging)
    return (
      <Group gap="xs">
        {validityWords.chosen[chosen]}
        <Anchor component="button" type="button" mod="standalone" onClick={() => setIsChanging(true)}>
          {chosen === defaultValidity ? validityWords.setEnd : validityWords.changeEnd}
        </Anchor>
      </Group>
    )
  return (
    <NativeSelect
      ref={takeFocus}
      label={validityWords.label}
      description={validityWords.hint}
      data={validities.map((one) => ({ value: one, label: validityWords.choices[one] }))}
      value={chosen}
      onChange={({ currentTarget }) => form.setFieldValue('validity', currentTarget.value)}
    />
  )
}
