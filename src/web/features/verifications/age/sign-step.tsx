import { Stack, Text, Title } from '@mantine/core'
import { IdField } from '../../../shared/upload/id-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { SignatureDateField, SignatureField } from '../wizard/fields.tsx'
import type { WizardForm } from '../wizard/wizard-form.ts'
import { wizardWords as words } from '../wizard/wizard-words.ts'

type SignStepProps = { form: WizardForm; id: Upload; onReload(): void }

/** Step 3: signature, its day, and the ID. */
export function SignStep({ form, id, onReload }: SignStepProps) {
  const error = form.errors['idDocumentId']
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SignatureField form={form} />
        <SignatureDateField form={form} />
      </Stack>
      <Stack gap="sm">
        <Title order={3}>{words.idTitle}</Title>
        <Text size="sm" c="dimmed">
          {words.idHint}
        </Text>
        <IdField
          upload={id}
          label={words.uploadId}
          name={words.yourId}
          path="idDocumentId"
          error={typeof error === 'string' ? error : null}
          onReload={onReload}
        />
      </Stack>
    </Stack>
  )
}
