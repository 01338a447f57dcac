import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import type { useSchemaForm } from '../../shared/forms/use-schema-form.ts'

type AccountFormProps = {
  form: Pick<ReturnType<typeof useSchemaForm>, 'busy' | 'ready' | 'formProps'>
  /** The words of its button. */
  submit: string
  children: ReactNode
}

/** The fields of a form one below the other, and its button under them. */
export function AccountForm({ form, submit, children }: AccountFormProps) {
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {children}
        <SubmitButton busy={form.busy} ready={form.ready}>
          {submit}
        </SubmitButton>
      </Stack>
    </form>
  )
}
