import { TextInput, type TextInputProps } from '@mantine/core'
import english from '../../../words/en/mailed-code.ts'
import { messages } from '../../../words/messages.ts'

const words = messages('mailed-code', english)

/** The six digits of a mailed code, which phones offer to fill in. */
export function CodeField(field: TextInputProps) {
  return (
    <TextInput
      label={words.label}
      description={words.hint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...field}
    />
  )
}
