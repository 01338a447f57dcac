import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import type { useRefusal } from '../focus.ts'
import { leftToRight } from './left-to-right.ts'

/** An email address, with the phone's email keyboard, and kept as typed. */
export function EmailField(
  field: TextInputProps & { label: string; autoComplete: 'email' | 'username' | 'username webauthn' | 'off' },
) {
  return (
    <TextInput
      {...leftToRight}
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

/** The person's own address, for a mail to it. What was typed before the page's code ran counts as typed (PAGE-10). */
export function OwnEmailField({ onType, ...field }: OwnEmailFieldProps) {
  const tell = useEffectEvent(onType)
  const { ref, value } = field
  useEffect(() => {
    const typed = ref.current?.value
    if (typed && typed !== value) tell(typed)
  }, [ref, value])
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
