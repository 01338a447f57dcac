import { Button, PasswordInput, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import words from '../../../words/en/fields.ts'
import classes from './submit-button.module.css'

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
      aria-invalid={field.error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': visible ? words.hide : words.show }}
    />
  )
}

/** The digits of a mailed code, which phones offer to fill in. */
export function CodeField({ digits = 6, ...field }: TextInputProps & { digits?: 6 | 8 }) {
  return (
    <TextInput
      label={words.code}
      description={digits === 8 ? words.longCodeHint : words.codeHint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits}
      {...field}
    />
  )
}

/** The button that sends a form. Until the page's code runs it cannot be pressed, but already looks as it will. */
export function SubmitButton({
  children,
  busy,
  ready = true,
  fullWidth = true,
}: {
  children: ReactNode
  busy: boolean
  ready?: boolean
  fullWidth?: boolean
}) {
  return (
    <Button
      type="submit"
      fullWidth={fullWidth}
      loading={busy}
      disabled={!ready}
      className={classes['submit']}
      mod={{ starting: !ready }}
    >
      {children}
    </Button>
  )
}
