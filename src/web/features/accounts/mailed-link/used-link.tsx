import type { MailedLinkView } from '../../../../contract/mailed-link.ts'
import { useSession } from '../../../api/session-state.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { words } from './words.ts'

/** A link that did what it was for. */
export function UsedLink({ view }: { view: Extract<MailedLinkView, { state: 'used' }> }) {
  const { user } = useSession()
  const isConfirmation = view.kind === 'signup' && view.confirmed
  return (
    <>
      <PageHeading
        lead={
          isConfirmation ? (
            <>
              <strong>{view.email}</strong> {words.confirmedLead}
            </>
          ) : (
            words.used
          )
        }
      >
        {isConfirmation ? words.confirmedTitle : words.usedTitle}
      </PageHeading>
      <LinkButton to={user ? '/dashboard' : '/login'}>{user ? words.toDashboard : words.toLogin}</LinkButton>
    </>
  )
}
