import { Button, Group, Stack, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import words from '../../../../words/en/mailed-link.ts'
import type { MailedLink, ShownPassword } from '../../../api/mailed-link.ts'
import { useSession } from '../../../api/session-state.ts'
import { PasswordField, SubmitButton } from '../../../shared/forms/form-parts.tsx'
import { type FormSchema, type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { insert } from '../../../shared/ui/insert.ts'
import { LinkButton, PageHeading } from '../../../shared/ui/page-frame.tsx'
import { WithAddresses } from '../../../shared/ui/with-addresses.tsx'
import { BoldAddress } from '../bold-address.tsx'
import { makeNewPasswordSchema, NewPasswordFields, WhosePassword } from '../new-password.tsx'
import { usePressedLink } from './use-mailed-link.ts'

type ValidLinkProps = {
  link: MailedLink
  view: Extract<MailedLinkView, { state: 'valid' }>
  /** Called when the link turns out to be invalid, or to require other input. */
  onVoid(): void
}

/**
 * A valid link: its recipient, its effect, and the button. It never replaces another signed-in account without asking.
 */
export function ValidLink({ link, view, onVoid }: ValidLinkProps) {
  const { user } = useSession()
  const [signedInAs] = useState(user?.email ?? null)
  const [goesOn, setGoesOn] = useState(false)
  const { press, ending } = usePressedLink(link, view, onVoid)
  const isChange = view.new_email !== null

  if (ending) return <Ended ending={ending} email={view.new_email ?? view.email} />
  if (signedInAs && signedInAs !== view.email && !isChange && !goesOn)
    return <OtherAccount here={signedInAs} there={view.email} onGoOn={() => setGoesOn(true)} />
  return (
    <>
      <PageHeading lead={isChange ? <ChangeLead view={view} /> : <Lead view={view} />}>
        {words.headings[view.kind]}
      </PageHeading>
      {view.asks === 'press' ? (
        <PressForm label={words.buttons[view.kind]} onPress={() => press({})} />
      ) : (
        <VouchForm view={view} label={words.buttons[view.kind]} onShown={press} />
      )}
    </>
  )
}

function Lead({ view: { kind, email } }: Pick<ValidLinkProps, 'view'>) {
  if (kind === 'email_change_current' || kind === 'email_change_new') return null
  return insert(words.leads[kind], { email: <BoldAddress>{email}</BoldAddress> })
}

function ChangeLead({ view }: Pick<ValidLinkProps, 'view'>) {
  return insert(words.changeLead, {
    from: <BoldAddress>{view.from_email ?? ''}</BoldAddress>,
    to: <BoldAddress>{view.new_email ?? ''}</BoldAddress>,
  })
}

function OtherAccount({ here, there, onGoOn }: { here: string; there: string; onGoOn(): void }) {
  return (
    <>
      <PageHeading>{words.otherTitle}</PageHeading>
      <Stack gap="md">
        <Text>
          {insert(words.signedInAs, {
            here: <BoldAddress>{here}</BoldAddress>,
            there: <BoldAddress>{there}</BoldAddress>,
          })}
        </Text>
        <Stack gap="sm">
          <Button onClick={onGoOn} h="auto" mih="2.75rem" styles={wrapping}>
            <WithAddresses>{words.goOnAs({ email: there })}</WithAddresses>
          </Button>
          <LinkButton to="/dashboard" variant="outline">
            <WithAddresses>{words.stayAs({ email: here })}</WithAddresses>
          </LinkButton>
        </Stack>
      </Stack>
    </>
  )
}

const wrapping = { label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } } as const

function Ended({ ending, email }: { ending: 'half' | 'changed'; email: string }) {
  const { user } = useSession()
  const isHalf = ending === 'half'
  return (
    <div role="status">
      <PageHeading
        lead={isHalf ? words.half : insert(words.changed, { email: <BoldAddress>{email}</BoldAddress> })}
      >
        {isHalf ? words.halfTitle : words.changedTitle}
      </PageHeading>
      <Group>
        <LinkButton to={user ? '/dashboard' : '/login'} variant="outline">
          {user ? words.toDashboard : words.toLogin}
        </LinkButton>
      </Group>
    </div>
  )
}

type VouchFormProps = {
  view: Extract<MailedLinkView, { state: 'valid' }>
  label: string
  onShown(shown: ShownPassword): Promise<Outcome>
}

/** Asks the owner of a registration for its password, or for a new one, which resets the registration. */
function VouchForm(props: VouchFormProps) {
  const [isAfresh, setIsAfresh] = useState<boolean | null>(null)
  // The button that switches the form disappears with it, so the focus moves to the new form's introduction.
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
    announces: true,
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
        <Button variant="default" onClick={onForgotten} h="auto" mih="2.75rem" styles={wrappingForm}>
          {words.forgotten}
        </Button>
      </Stack>
    </form>
  )
}

function AfreshForm({ view, label, lead, onShown, onBack }: FormProps & { onBack(): void }) {
  const { busy, ready, formProps, field } = useSchemaForm({
    announces: true,
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

const wrappingForm = { label: { whiteSpace: 'normal' } } as const

const nothing: FormSchema<object> = { safeParse: () => ({ success: true, data: {} }) }

function PressForm({ label, onPress }: { label: string; onPress(): Promise<Outcome> }) {
  const { busy, ready, formProps } = useSchemaForm({
    loadSchema: () => Promise.resolve(nothing),
    onValid: onPress,
  })
  return (
    <form {...formProps}>
      <SubmitButton busy={busy} ready={ready}>
        {label}
      </SubmitButton>
    </form>
  )
}
