import { TextInput, type TextInputProps } from '@mantine/core'

/** An email address, typed on the keyboard that phones have for it and left as it was typed. */
export function EmailField(
  field: TextInputProps & { label: string; autoComplete: 'email' | 'username' | 'off' },
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
