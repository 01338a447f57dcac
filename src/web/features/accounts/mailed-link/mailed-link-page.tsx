import { insert } from '../../../shared/ui/insert.ts'
import '../../../theme/components.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/mailed-link.ts'
import { type MailedLink, renewUser } from '../../../api/mailed-link.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { SubmitButton } from '../../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { LinkButton, NarrowPage, PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { BoldAddress } from '../bold-address.tsx'
import { findWayIn, toOwnPath, writeMailedAddress } from '../requested-path.ts'
import { findLinkInAddress, useLinkView } from './use-mailed-link.ts'
import { ValidLink } from './valid-link.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/**
 * The page of mailed links: shows the link's effect and its address. The link only takes effect when the button is
 * pressed.
 */
export default function MailedLinkPage() {
  const { hash } = useLocation()
  const link = useMemo(() => findLinkInAddress(hash), [hash])
  return (
    <NarrowPage>
      {link ? <Link key={link.token} link={link} /> : <VoidLink type="signup" redirectTo={null} />}
    </NarrowPage>
  )
}

function Link({ link }: { link: MailedLink }) {
  const { state, reload } = useLinkView(link)
  if (state === 'looking') return <PageSpinner words={words.looking} />
  if (state === 'failed')
    return (
      <>
        <PageHeading lead={words.failedNext}>{words.failedTitle}</PageHeading>
        <Group>
          <Button onClick={reload}>{words.tryAgain}</Button>
          <WayOn redirectTo={link.redirectTo} variant="outline" />
        </Group>
      </>
    )
  if (state.state === 'void') return <VoidLink type={link.type} redirectTo={link.redirectTo} />
  if (state.state === 'used') return <UsedLink view={state} redirectTo={link.redirectTo} />
  return <ValidLink link={link} view={state} onVoid={reload} />
}

const loadSchema = () =>
  import('../../../../contract/account.ts').then(({ loginSchema }) => loginSchema.pick({ email: true }))

type VoidLinkProps = { type: string; redirectTo: string | null }

/**
 * An invalid link: offers to send another one, unless the address is already confirmed, for example because a newer
 * link replaced this one.
 */
function VoidLink({ type, redirectTo }: VoidLinkProps) {
  const { user } = useSession()
  const isConfirmation = type === 'signup'
  const isUnconfirmed = user?.emailVerified === false
  useEffect(() => {
    // The session may not yet have the confirmation.
    if (isConfirmation && isUnconfirmed) renewUser().catch(() => {})
  }, [isConfirmation, isUnconfirmed])
  return isConfirmation && user?.emailVerified ? (
    <AlreadyConfirmed email={user.email} redirectTo={redirectTo} />
  ) : (
    <AskForAnother type={type} redirectTo={redirectTo} />
  )
}

/** The message is the same whether or not a link was sent to the address. */
function AskForAnother({ type, redirectTo }: VoidLinkProps) {
  const { user } = useSession()
  const [isSent, setIsSent] = useState(false)
  const { busy, ready, formProps, field } = useSchemaForm({
    announces: true,
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
      <WayOn redirectTo={redirectTo} variant="outline" />
    </>
  )
}

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

type UsedLinkProps = { view: Extract<MailedLinkView, { state: 'used' }>; redirectTo: string | null }

function UsedLink({ view, redirectTo }: UsedLinkProps) {
  if (view.kind === 'signup' && view.confirmed)
    return <AlreadyConfirmed email={view.email} redirectTo={redirectTo} />
  return (
    <>
      <PageHeading lead={words.used}>{words.usedTitle}</PageHeading>
      <WayOn redirectTo={redirectTo} />
    </>
  )
}

function AlreadyConfirmed({ email, redirectTo }: { email: string; redirectTo: string | null }) {
  return (
    <>
      <PageHeading lead={insert(words.confirmedLead, { email: <BoldAddress>{email}</BoldAddress> })}>
        {words.confirmedTitle}
      </PageHeading>
      <WayOn redirectTo={redirectTo} />
    </>
  )
}

type WayOnProps = { redirectTo: string | null; variant?: 'filled' | 'outline' }

function WayOn({ redirectTo, variant = 'filled' }: WayOnProps) {
  const { user } = useSession()
  const path = toOwnPath(redirectTo ?? '', window.location.origin)
  if (!user)
    return (
      <LinkButton to="/login" state={findWayIn(path)} variant={variant}>
        {words.toLogin}
      </LinkButton>
    )
  return path === null || path === '/dashboard' ? (
    <LinkButton to="/dashboard" variant={variant}>
      {words.toDashboard}
    </LinkButton>
  ) : (
    <LinkButton to={path} variant={variant}>
      {words.goOnThere}
    </LinkButton>
  )
}
