import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/accounts.ts'
import { loadAuthClient } from '../../api/session.ts'
import { actBecause, connectSession } from '../../api/session-state.ts'
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
      <PageHeading lead={w.lead}>{w.title}</PageHeading>
      {closesAt ? (
        <Alert title={w.closed} mb="lg">
          {w.closedUntil} <Moment at={closesAt} />. {w.closedNext}
        </Alert>
      ) : null}
      <AccountForm form={form} submit={closesAt ? w.keep : w.submit}>
        <EmailField {...form.field('email')} label={words.email} autoComplete="username" />
        <PasswordField {...form.field('password')} label={words.password} autoComplete="current-password" />
        <Group justify="flex-end">
          <Anchor component={Link} to="/forgot-password" state={state} size="sm" mod="standalone">
            {w.forgot}
          </Anchor>
        </Group>
      </AccountForm>
      <Text mt="xl" c="dimmed">
        {w.noAccount}{' '}
        <Anchor component={Link} to="/register" state={state}>
          {w.register}
        </Anchor>
      </Text>
    </ForVisitors>
  )
}

/**
 * When a closed account is erased, as its mail and its settings' page say in the address; null where they do not. It
 * decides nothing.
 */
function findClosing(search: string): string | null {
  const said = new URLSearchParams(search).get('closes') ?? ''
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(said) && !Number.isNaN(Date.parse(said)) ? said : null
}

async function logIn(credentials: { email: string; password: string }): Promise<Outcome> {
  await connectSession()
  const auth = await loadAuthClient()
  const { error } = await actBecause('login', () => auth.signInWithPassword(credentials))
  if (!error) return 'done'
  showToast({
    kind: 'error',
    title: w.failed,
    description: describeAuthFault(error, w.refused, w.broken),
    durationMs: 8000,
  })
  return 'failed'
}
