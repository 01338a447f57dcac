import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import words from '../../../../words/en/mailed-link.ts'
import { useSession } from '../../../api/session-state.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { toOwnPath } from '../own-path.ts'
import { findWayIn } from '../requested-path.ts'

type UsedLinkProps = { view: Extract<MailedLinkView, { state: 'used' }>; redirectTo: string | null }

/** A link that did what it was for. */
export function UsedLink({ view, redirectTo }: UsedLinkProps) {
  if (view.kind === 'signup' && view.confirmed)
    return <AlreadyConfirmed email={view.email} redirectTo={redirectTo} />
  return (
    <>
      <PageHeading lead={words.used}>{words.usedTitle}</PageHeading>
      <WayOn redirectTo={redirectTo} />
    </>
  )
}

/** What somebody who is confirmed reads of a link that would have confirmed them. */
export function AlreadyConfirmed({ email, redirectTo }: { email: string; redirectTo: string | null }) {
  return (
    <>
      <PageHeading
        lead={
          <>
            <strong>{email}</strong> {words.confirmedLead}
          </>
        }
      >
        {words.confirmedTitle}
      </PageHeading>
      <WayOn redirectTo={redirectTo} />
    </>
  )
}

function WayOn({ redirectTo }: { redirectTo: string | null }) {
  const { user } = useSession()
  const path = toOwnPath(redirectTo ?? '', window.location.origin)
  if (!user)
    return (
      <LinkButton to="/login" state={findWayIn(path)}>
        {words.toLogin}
      </LinkButton>
    )
  return path === null || path === '/dashboard' ? (
    <LinkButton to="/dashboard">{words.toDashboard}</LinkButton>
  ) : (
    <LinkButton to={path}>{words.goOnThere}</LinkButton>
  )
}
