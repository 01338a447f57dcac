import { Stack } from '@mantine/core'
import words from '../../../../words/en/wizard.ts'
import { AdditionalTermsField, AgeFields, PlatformField, ThirdPartyNameFields } from '../wizard/fields.tsx'
import type { WizardForm } from '../wizard/wizard-form.ts'

/** Step 2: who the other person is, where the two met, and the creator's own terms. */
export function OtherPersonStep({ form }: { form: WizardForm }) {
  return (
    <Stack gap="md">
      <ThirdPartyNameFields form={form} />
      <AgeFields form={form} />
      <PlatformField form={form} />
      <AdditionalTermsField form={form} hint={words.additionalTermsHint} />
    </Stack>
  )
}
