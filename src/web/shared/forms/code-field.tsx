import { TextInput, type TextInputProps } from '@mantine/core'

/** The six digits of a mailed code, which phones offer to fill in. */
export function CodeField(field: TextInputProps & { label: string }) {
  return <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...field} />
}
