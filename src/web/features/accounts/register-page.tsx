import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Registration } from '../../../contract/account.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/accounts.ts'
import w from '../../../words/en/register.ts'
import { loadAuthClient } from '../../api/session.ts'
import { actBecause, connectSession } from '../../api/session-state.ts'
import { EmailField } from '../../shared/forms/email-field.tsx'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { AccountForm, describeAuthFault, ForVisitors, lockAfterSuccessMs } from './account-form.tsx'
import { findGuessableFault } from './new-password.tsx'
import { FullNameField, ProfileFields, toSignUpMetadata } from './profile-fields.tsx'
import { chooseRequestedPath } from './requested-path.ts'

export function meta() {
  return [{ title: `${w.title} · ${productName}` }, { name: 'description', content: w.description }]
}

const loadSchema = () =>
  import('../../../contract/account.ts').then(({ makeRegistrationSchema }) =>
    makeRegistrationSchema(toLocalDay(new Date())),
  )

export default function RegisterPage() {
  const { state } = useLocation()
  const [isKnown, setIsKnown] = useState(false)
  const form = useSchemaForm({
    loadSchema,
    async onValid(person) {
      const outcome = await register(person, chooseRequestedPath(state))
      setIsKnown(typeof outcome === 'object' && 'email' in outcome.errors)
      return outcome
    },
    lockAfterSuccessMs,
  })
  return (
    <ForVisitors to={chooseRequestedPath(state)}>
      <PageHeading lead={w.lead}>{w.title}</PageHeading>
      <AccountForm form={form} submit={w.submit}>
        <FullNameField field={form.field} />
        <EmailField {...form.field('email')} label={words.email} autoComplete="email" />
        {isKnown ? <KnownAddress state={state} /> : null}
        <PasswordField {...form.field('password')} label={words.password} autoComplete="new-password" />
        <ProfileFields field={form.field} />
      </AccountForm>
      <Text mt="xl" c="dimmed">
        {w.haveAccount}{' '}
        <Anchor component={Link} to="/login" state={state}>
          {w.login}
        </Anchor>
      </Text>
    </ForVisitors>
  )
}

/** The ways on for a person whose address has an account already. */
function KnownAddress({ state }: { state: unknown }) {
  return (
    <Group gap="md">
      <Anchor component={Link} to="/login" state={state} mod="standalone">
        {w.login}
      </Anchor>
      <Anchor component={Link} to="/forgot-password" state={state} mod="standalone">
        {words.login.forgot}
      </Anchor>
    </Group>
  )
}

async function register(person: Registration, path: string): Promise<Outcome> {
  const data = toSignUpMetadata(person)
  const guessable = await findGuessableFault(person.password, { ...data, email: person.email })
  if (guessable) return { errors: { password: guessable } }
  await connectSession()
  const auth = await loadAuthClient()
  const { error } = await actBecause('registration', () =>
    auth.signUp({
      email: person.email,
      password: person.password,
      options: {
        emailRedirectTo: window.location.origin + path,
        data,
      },
    }),
  )
  if (!error) return 'done'
  showToast({
    kind: 'error',
    title: w.failed,
    description: describeAuthFault(error, w.broken, w.broken),
    durationMs: 8000,
  })
  if (error.code === 'weak_password') return { errors: { password: error.message } }
  if (error.code === 'user_already_exists') return { errors: { email: error.message } }
  return 'failed'
}
