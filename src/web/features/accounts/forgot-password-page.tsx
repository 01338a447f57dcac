import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { productName } from '../../../domain/product.ts'
import accountWords from '../../../words/en/accounts.ts'
import words from '../../../words/en/new-password.ts'
import { loadAuthClient } from '../../api/session.ts'
import { EmailField } from '../../shared/forms/email-field.tsx'
import { type Outcome, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { AccountForm, hasServiceAnswered } from './account-form.tsx'
import { findAskedPath, writeMailedAddress } from './requested-path.ts'

const w = words.forgot

export function meta() {
  return [{ title: `${w.pageTitle} · ${productName}` }, { name: 'description', content: w.lead }]
}

const loadSchema = () =>
  import('../../../contract/account.ts').then(({ loginSchema }) => loginSchema.pick({ email: true }))

/** Requests a link for choosing a new password. The message is the same whether or not the address has an account. */
export default function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false)
  const { state } = useLocation()
  const form = useSchemaForm({
    loadSchema,
    onValid: async ({ email }) => {
      const outcome = await sendResetLink(email, findAskedPath(state))
      if (outcome === 'done') setIsSent(true)
      return outcome
    },
  })
  return (
    <>
      {isSent ? (
        <div role="status">
          <PageHeading lead={w.sentLead}>{w.sentTitle}</PageHeading>
          <Button variant="default" onClick={() => setIsSent(false)}>
            {w.again}
          </Button>
        </div>
      ) : (
        <>
          <PageHeading lead={w.lead}>{w.title}</PageHeading>
          <AccountForm form={form} submit={w.submit}>
            <EmailField {...form.field('email')} label={accountWords.email} autoComplete="username" />
          </AccountForm>
        </>
      )}
      <Text mt="xl">
        <Anchor component={Link} to="/login" state={state} mod="standalone">
          {w.back}
        </Anchor>
      </Text>
    </>
  )
}

async function sendResetLink(email: string, path: string | null): Promise<Outcome> {
  const auth = await loadAuthClient()
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: writeMailedAddress('/reset-password', path),
  })
  if (!error) {
    showToast({ kind: 'success', title: w.sent, description: w.sentNext })
    return 'done'
  }
  if (hasServiceAnswered(error)) showToast({ kind: 'error', title: w.failed, description: error.message })
  else showToast({ kind: 'error', title: w.error, description: w.errorNext })
  return 'failed'
}
