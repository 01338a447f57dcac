import { Button, PasswordInput, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import words from '../../../words/en/fields.ts'
import { leftToRight } from './left-to-right.ts'
import classes from './submit-button.module.css'

/** A password with a toggle for its visibility, labelled with its effect and reachable by keyboard. */
export function PasswordField({
  autoComplete,
  ...field
}: {
  label: string
  name: string
  error: string | null
  errorProps?: { role?: 'alert' }
  description?: string
  ref?: Ref<HTMLInputElement>
  autoFocus?: boolean
  autoComplete: 'current-password' | 'new-password'
  onBlur?: (event: React.FocusEvent) => void
  onChange: () => void
}) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...field}
      // The library sets it on the wrapper of the input.
      aria-invalid={field.error !== null || undefined}
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

/** The digits of a mailed code, with the phone's autofill. */
export function CodeField({ digits = 6, ...field }: TextInputProps & { digits?: 6 | 8 }) {
  return (
    <TextInput
      {...leftToRight}
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

/** The button that sends a form. Until the page's code runs it can't be pressed, but already has its final look. */
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
