import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { authClient } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { words } from './words.ts'

const loadSchema = () =>
  import('../../../../contract/account.ts').then(({ loginSchema }) => loginSchema.pick({ email: true }))

/** A link that opens nothing: another one is sent. Says the same whether or not the address has use for one. */
export function VoidLink({ type }: { type: string }) {
  const { user } = useSession()
  const [isSent, setIsSent] = useState(false)
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema,
    onValid: async ({ email }) => {
      const outcome = await sendAnother(type, email)
      setIsSent(outcome === 'done')
      return outcome
    },
  })
  return (
    <>
      <PageHeading lead={words.voidLead}>{words.voidTitle}</PageHeading>
      <form {...formProps}>
        <Stack gap="md">
          <EmailField
            {...field('email')}
            label={words.email}
            autoComplete="email"
            key={user?.email ?? ''}
            defaultValue={user?.email ?? ''}
          />
          <SubmitButton busy={busy} ready={ready}>
            {words.sendNew}
          </SubmitButton>
          <Text role="status">{isSent ? words.sent : ''}</Text>
        </Stack>
      </form>
    </>
  )
}

/** Asks for a link of the same kind. */
async function sendAnother(type: string, email: string): Promise<Outcome> {
  const auth = await authClient()
  const ask = () => {
    switch (type) {
      case 'recovery':
        return auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/reset-password` })
      case 'magiclink':
        return auth.signInWithOtp({ email })
      default:
        return auth.resend({ type: type === 'email_change' ? 'email_change' : 'signup', email })
    }
  }
  const { error } = await ask()
  if (!error) return 'done'
  showToast({ kind: 'error', title: words.failed, description: error.code ? error.message : words.broken })
  return 'failed'
}
