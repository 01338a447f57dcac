import { Button, Stack, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import words from '../../../../words/en/mailed-link.ts'
import type { ShownPassword } from '../../../api/mailed-link.ts'
import { makeNewPasswordSchema } from '../../../shared/forms/new-password-schema.ts'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import type { FormSchema } from '../../../shared/forms/schema.ts'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { NewPasswordFields, WhosePassword } from '../new-password-fields.tsx'

type VouchFormProps = {
  view: Extract<MailedLinkView, { state: 'valid' }>
  label: string
  onShown(shown: ShownPassword): Promise<Outcome>
}

/** Asks whose registration it is: by its password, or by a new one, which begins afresh. */
export function VouchForm(props: VouchFormProps) {
  const [isAfresh, setIsAfresh] = useState<boolean | null>(null)
  // The button that changes the form goes with it: the focus goes to what the new one says first.
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAfresh !== null) lead.current?.focus()
  }, [isAfresh])
  return isAfresh ? (
    <AfreshForm {...props} lead={lead} onBack={() => setIsAfresh(false)} />
  ) : (
    <PasswordForm {...props} lead={lead} onForgotten={() => setIsAfresh(true)} />
  )
}

type FormProps = VouchFormProps & { lead: RefObject<HTMLParagraphElement | null> }

const passwordSchema: FormSchema<{ password: string }> = {
  safeParse(values) {
    const { password = '' } = values as { password?: string }
    return password === ''
      ? { success: false, error: { issues: [{ path: ['password'], message: words.passwordRequired }] } }
      : { success: true, data: { password } }
  },
}

function PasswordForm({ view, label, lead, onShown, onForgotten }: FormProps & { onForgotten(): void }) {
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema: () => Promise.resolve(passwordSchema),
    onValid: onShown,
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text ref={lead} tabIndex={-1}>
          {view.repeated ? words.repeated : words.vouch}
        </Text>
        <WhosePassword email={view.email} />
        <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
        <SubmitButton busy={busy} ready={ready}>
          {label}
        </SubmitButton>
        <Button variant="default" onClick={onForgotten} h="auto" mih="2.75rem" styles={wrapping}>
          {words.forgotten}
        </Button>
      </Stack>
    </form>
  )
}

function AfreshForm({ view, label, lead, onShown, onBack }: FormProps & { onBack(): void }) {
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema: () => Promise.resolve(makeNewPasswordSchema({ asksCurrent: false })),
    onValid: ({ newPassword }) => onShown({ newPassword }),
  })
  return (
    <form {...formProps} aria-label={words.afreshTitle}>
      <Stack gap="md">
        <Text ref={lead} tabIndex={-1}>
          {words.afresh}
        </Text>
        <WhosePassword email={view.email} />
        <NewPasswordFields field={field} words={words} />
        <SubmitButton busy={busy} ready={ready}>
          {label}
        </SubmitButton>
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
      </Stack>
    </form>
  )
}

const wrapping = { label: { whiteSpace: 'normal' } } as const
