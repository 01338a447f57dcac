import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/accounts.ts'
import { loadAuthClient } from '../../api/session.ts'
import { actBecause, connectSession, useSession } from '../../api/session-state.ts'
import { EmailField } from '../../shared/forms/email-field.tsx'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { PageHeading, useHydrated } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { AccountForm, describeAuthFault, ForVisitors, lockAfterSuccessMs } from './account-form.tsx'
import { chooseRequestedPath } from './requested-path.ts'

const w = words.login

export function meta() {
  return [{ title: `${w.pageTitle} · ${productName}` }, { name: 'description', content: w.description }]
}

const loadSchema = () => import('../../../contract/account.ts').then(({ loginSchema }) => loginSchema)

export default function LoginPage() {
  const { state, search } = useLocation()
  // The page is prerendered without a query: parameters take effect once the page runs.
  const closesAt = useHydrated() ? findClosing(search) : null
  const form = useSchemaForm({ loadSchema, onValid: logIn, lockAfterSuccessMs })
  return (
    <ForVisitors to={chooseRequestedPath(state)}>
      <PageHeading>{w.title}</PageHeading>
      {closesAt ? (
        <Alert title={w.closed} mb="lg">
          <Moment at={closesAt} within={w.closedUntil} /> {w.closedNext}
        </Alert>
      ) : null}
      <AccountForm form={form} submit={closesAt ? w.keep : w.submit}>
        <EmailField {...form.field('email')} label={words.email} autoComplete="username webauthn" />
        <PasswordField {...form.field('password')} label={words.password} autoComplete="current-password" />
        <Group justify="flex-end">
          <Anchor component={Link} to="/forgot-password" state={state} size="sm" mod="standalone">
            {w.forgot}
          </Anchor>
        </Group>
      </AccountForm>
      <PasskeyLogin />
      <Text mt="xl" c="dimmed">
        {w.noAccount}{' '}
        <Anchor component={Link} to="/register" state={state}>
          {w.register}
        </Anchor>
      </Text>
    </ForVisitors>
  )
}

/** Whether this browser supports passkeys; the prerendered page assumes that it does. */
const hasPasskeys = () => typeof window === 'undefined' || 'PublicKeyCredential' in window

function suggest(): AbortController {
  const ending = new AbortController()
  void import('./passkey-login.ts')
    .then(({ suggestPasskeys }) => suggestPasskeys(ending.signal))
    .catch(() => {})
  return ending
}

/**
 * A passkey button, and passkeys among the suggestions of the email field where the browser supports it. Its code is
 * loaded after the page.
 */
function PasskeyLogin() {
  const { status } = useSession()
  const hydrated = useHydrated()
  const suggestions = useRef<AbortController>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    if (status !== 'signed-out' || !hasPasskeys()) return
    suggestions.current = suggest()
    return () => suggestions.current?.abort()
  }, [status])
  const press = async () => {
    suggestions.current?.abort()
    setIsBusy(true)
    try {
      const { logInWithPasskey } = await import('./passkey-login.ts')
      if ((await logInWithPasskey()) !== 'done') suggestions.current = suggest()
    } finally {
      setIsBusy(false)
    }
  }
  if (hydrated && !hasPasskeys()) return null
  return (
    <Button variant="default" fullWidth mt="md" loading={isBusy} onClick={() => void press()}>
      {w.passkey}
    </Button>
  )
}

/**
 * The time at which a closed account is erased, from the address in its mail or in the settings page; null without one.
 * For display only.
 */
function findClosing(search: string): string | null {
  const closes = new URLSearchParams(search).get('closes') ?? ''
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(closes) && !Number.isNaN(Date.parse(closes)) ? closes : null
}

async function logIn(credentials: { email: string; password: string }): Promise<Outcome> {
  await connectSession()
  const auth = await loadAuthClient()
  const { error } = await actBecause('login', () => auth.signInWithPassword(credentials))
  if (!error) {
    void import('./passkey-login.ts').then(({ addPasskeyQuietly }) => addPasskeyQuietly()).catch(() => {})
    return 'done'
  }
  showToast({
    kind: 'error',
    title: w.failed,
    description: describeAuthFault(error, w.refused, w.broken),
    durationMs: 8000,
  })
  return 'failed'
}
