import { TextInput, type TextInputProps } from '@mantine/core'
import words from '../../../words/en/mailed-code.ts'

/** The digits of a mailed code, which phones offer to fill in. */
export function CodeField({ digits = 6, ...field }: TextInputProps & { digits?: 6 | 8 }) {
  return (
    <TextInput
      label={words.label}
      description={digits === 8 ? words.longHint : words.hint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits}
      {...field}
    />
  )
}
