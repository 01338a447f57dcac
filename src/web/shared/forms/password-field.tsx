import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import words from '../../../words/en/password-field.ts'

/** A password with a toggle that shows it, named for what it will do and reachable by keyboard. */
export function PasswordField({
  autoComplete,
  ...field
}: {
  label: string
  name: string
  error: string | null
  description?: string
  autoComplete: 'current-password' | 'new-password'
  onBlur?: (event: React.FocusEvent) => void
  onChange: () => void
}) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...field}
      required
      withAsterisk={false}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': visible ? words.hide : words.show }}
    />
  )
}
