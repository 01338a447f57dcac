import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import words from '../../../../words/en/mailed-link.ts'
import { renewUser } from '../../../api/renew-user.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { toOwnPath } from '../own-path.ts'
import { writeMailedAddress } from '../requested-path.ts'
import { AlreadyConfirmed } from './used-link.tsx'

const loadSchema = () =>
  import('../../../../contract/account.ts').then(({ loginSchema }) => loginSchema.pick({ email: true }))

type VoidLinkProps = { type: string; redirectTo: string | null }

/** A link that opens nothing: another one is sent, unless it would confirm what is confirmed already, as one that a newer one replaced. */
export function VoidLink({ type, redirectTo }: VoidLinkProps) {
  const { user } = useSession()
  const isConfirmation = type === 'signup'
  const isUnconfirmed = user?.emailVerified === false
  useEffect(() => {
    // The session may not have heard of it yet.
    if (isConfirmation && isUnconfirmed) renewUser().catch(() => {})
  }, [isConfirmation, isUnconfirmed])
  return isConfirmation && user?.emailVerified ? (
    <AlreadyConfirmed email={user.email} redirectTo={redirectTo} />
  ) : (
    <AskForAnother type={type} redirectTo={redirectTo} />
  )
}

/** Says the same whether or not the address has use for a link. */
function AskForAnother({ type, redirectTo }: VoidLinkProps) {
  const { user } = useSession()
  const [isSent, setIsSent] = useState(false)
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema,
    onValid: async ({ email }) => {
      const outcome = await sendAnother(type, email, toOwnPath(redirectTo ?? '', window.location.origin))
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
async function sendAnother(type: string, email: string, path: string | null): Promise<Outcome> {
  const auth = await loadAuthClient()
  const options = path === null ? {} : { options: { emailRedirectTo: window.location.origin + path } }
  const ask = () => {
    switch (type) {
      case 'recovery':
        return auth.resetPasswordForEmail(email, { redirectTo: writeMailedAddress('/reset-password', path) })
      case 'magiclink':
        return auth.signInWithOtp({ email, ...options })
      default:
        return auth.resend({ type: type === 'email_change' ? 'email_change' : 'signup', email, ...options })
    }
  }
  const { error } = await ask()
  if (!error) return 'done'
  showToast({ kind: 'error', title: words.failed, description: error.code ? error.message : words.broken })
  return 'failed'
}
