import { Stack, Title } from '@mantine/core'
import words from '../../../../words/en/wizard.ts'
import { SelfieField } from '../../../shared/upload/selfie-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { AskedField } from '../wizard/asked-field.tsx'
import { IdentityConsentField, SelfFields } from '../wizard/fields.tsx'
import type { WizardForm } from '../wizard/wizard-form.ts'
import { pickOwnParts } from '../wizard/wizard-values.ts'

type AboutYouStepProps = { form: WizardForm; selfie: Upload; onReload(): void }

/** Step 1: consent to share, the photo, name and birth date. */
export function AboutYouStep({ form, selfie, onReload }: AboutYouStepProps) {
  return (
    <Stack gap="xl">
      <IdentityConsentField form={form} />
      <AskedField form={form} kind="age" />
      {pickOwnParts(form.values).asksSelfie ? (
        <Stack gap="sm">
          <Title order={3} data-required>
            {words.photoTitle}
          </Title>
          <SelfieField
            upload={selfie}
            label={words.takePhoto}
            hint={words.photoHint}
            name={words.yourPhoto}
            path="selfieDocumentId"
            error={describeError(form.errors['selfieDocumentId'])}
            onReload={onReload}
          />
        </Stack>
      ) : null}
      <Stack gap="md">
        <SelfFields form={form} />
      </Stack>
    </Stack>
  )
}

const describeError = (error: unknown) => (typeof error === 'string' ? error : null)
