import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/new-password.ts'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { insert } from '../../shared/ui/insert.ts'
import { PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'
import { WithAddresses } from '../../shared/ui/with-addresses.tsx'
import { AccountForm } from './account-form.tsx'
import { BoldAddress } from './bold-address.tsx'
import { makeNewPasswordSchema, NewPasswordFields } from './new-password.tsx'
import { findWayIn } from './requested-path.ts'
import { usePasswordReset } from './use-password-reset.ts'

const w = words.reset

export function meta() {
  return [
    { title: `${w.pageTitle} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function ResetPasswordPage() {
  const { state, path, lookAgain, asksCurrent, email, isAfresh, stays, save } = usePasswordReset()
  const form = useSchemaForm({
    loadSchema: () => Promise.resolve(makeNewPasswordSchema({ asksCurrent })),
    onValid: save,
  })
  switch (state) {
    case 'checking':
      return <PageSpinner words={w.checking} />
    case 'failed':
      return (
        <>
          <PageHeading lead={w.unseenLead}>{w.unseenTitle}</PageHeading>
          <Button onClick={lookAgain}>{w.tryAgain}</Button>
        </>
      )
    case 'invalid':
      return (
        <>
          <PageHeading lead={w.invalidLead}>{w.invalidTitle}</PageHeading>
          <Button component={Link} to="/forgot-password" state={findWayIn(path)}>
            {w.requestNew}
          </Button>
        </>
      )
    case 'done':
      return (
        <div role="status">
          <PageHeading
            lead={
              <WithAddresses>
                {stays ? w.doneStays({ email: stays.email, here: stays.here }) : w.doneLead}
              </WithAddresses>
            }
          >
            {w.doneTitle}
          </PageHeading>
          {stays ? (
            <Button component={Link} to={path ?? '/dashboard'}>
              {w.dashboard}
            </Button>
          ) : (
            <Button component={Link} to="/login" state={findWayIn(path)}>
              {w.login}
            </Button>
          )}
        </div>
      )
    case 'form':
      return (
        <>
          <PageHeading>{w.title}</PageHeading>
          <AccountForm form={form} submit={w.submit}>
            {email ? (
              <Text>
                {insert(w.whose, { email: <BoldAddress>{email}</BoldAddress> })}{' '}
                {isAfresh ? w.afresh : w.ends}
              </Text>
            ) : null}
            {stays ? (
              <Text>
                <WithAddresses>{w.stays({ email: stays.here })}</WithAddresses>
              </Text>
            ) : null}
            {asksCurrent ? (
              <PasswordField
                {...form.field('currentPassword')}
                label={w.currentPassword}
                autoComplete="current-password"
              />
            ) : null}
            <NewPasswordFields field={form.field} words={w} />
          </AccountForm>
        </>
      )
  }
}
