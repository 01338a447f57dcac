import { Stack } from '@mantine/core'
import { SameFileNote } from '../../../shared/forms/odd-note.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { SignatureDateField, SignatureField } from '../wizard/fields.tsx'
import type { WizardForm } from '../wizard/wizard-form.ts'
import { OwnAgeField } from './own-age-field.tsx'

type SignStepProps = { form: WizardForm; selfie: Upload; id: Upload; onReload(): void }

/** Step 3: signature, its day, and the ID or what takes its place. */
export function SignStep({ form, selfie, id, onReload }: SignStepProps) {
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SignatureField form={form} />
        <SignatureDateField form={form} />
      </Stack>
      <Stack gap="sm">
        <OwnAgeField form={form} id={id} onReload={onReload} />
        <SameFileNote selfie={selfie} id={id} />
      </Stack>
    </Stack>
  )
}
