import { TextInput, type TextInputProps } from '@mantine/core'
import type { useRefusal } from '../focus.ts'

/** An email address, with the phone's email keyboard, and kept as typed. */
export function EmailField(
  field: TextInputProps & { label: string; autoComplete: 'email' | 'username' | 'username webauthn' | 'off' },
) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...field}
    />
  )
}

type OwnEmailFieldProps = ReturnType<typeof useRefusal<HTMLInputElement>> & {
  label: string
  value: string
  autoFocus?: boolean
  onType(email: string): void
}

/** The person's own address, for a mail to it. */
export function OwnEmailField({ onType, ...field }: OwnEmailFieldProps) {
  return (
    <EmailField
      name="email"
      autoComplete="email"
      size="md"
      {...field}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}
