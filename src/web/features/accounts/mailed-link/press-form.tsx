import type { FormSchema } from '../../../shared/forms/schema.ts'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'

const nothing: FormSchema<object> = { safeParse: () => ({ success: true, data: {} }) }

/** A button that asks for nothing else. */
export function PressForm({ label, onPress }: { label: string; onPress(): Promise<Outcome> }) {
  const { busy, ready, formProps } = useSchemaForm({
    loadSchema: () => Promise.resolve(nothing),
    onValid: onPress,
  })
  return (
    <form {...formProps}>
      <SubmitButton busy={busy} ready={ready}>
        {label}
      </SubmitButton>
    </form>
  )
}
