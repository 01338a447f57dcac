import { Text } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { IdField } from '../../../shared/upload/id-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { formWords as words } from './form-words.ts'

type AgeStepProps = {
  form: Pick<ThirdPartyView, 'asksFor'>
  id: Upload
  /** Fetches the addresses of what was uploaded anew. */
  onReload(): void
}

/** What the third party gives for their age beside their word: an ID, or where the creator agreed to it the proof of a wallet. */
export function AgeStep({ form, id, onReload }: AgeStepProps) {
  if (form.asksFor.age === 'wallet') return null
  return (
    <>
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
    </>
  )
}
