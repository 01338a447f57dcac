import { Stack } from '@mantine/core'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { SignatureDateField, SignatureField } from '../wizard/fields.tsx'
import type { WizardForm } from '../wizard/wizard-form.ts'
import { OwnAgeField } from './own-age-field.tsx'

type SignStepProps = { form: WizardForm; id: Upload; onReload(): void }

/** Step 3: signature, its day, and the ID or what takes its place. */
export function SignStep({ form, id, onReload }: SignStepProps) {
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SignatureField form={form} />
        <SignatureDateField form={form} />
      </Stack>
      <OwnAgeField form={form} id={id} onReload={onReload} />
    </Stack>
  )
}
