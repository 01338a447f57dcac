import { useQuery } from '@tanstack/react-query'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/person-verification.ts'
import wizardWords from '../../../../words/en/wizard.ts'
import { usageQuery } from '../../../api/account.ts'
import { useSession } from '../../../api/session-state.ts'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { UsageGate } from '../wizard/usage-gate.tsx'
import { useFoundDraft } from '../wizard/use-draft-saving.ts'
import { DashboardLink, PlansLink } from '../wizard/wizard-frame.tsx'
import { PersonWizard } from './person-wizard.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** Creates a person verification (PERSON). */
export default function PersonVerificationPage() {
  const { user } = useSession()
  return user ? <SignedIn key={user.id} userId={user.id} /> : null
}

function SignedIn({ userId }: { userId: string }) {
  const [found, begin] = useFoundDraft('person', userId)
  // Both are asked for at once.
  useQuery(usageQuery)
  return (
    <>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      {found ? (
        <UsageGate
          kind="person"
          isEdited={found.draft !== null}
          limitActions={
            <>
              <PlansLink>{wizardWords.upgrade}</PlansLink>
              <DashboardLink />
            </>
          }
        >
          {(usage) => (
            <PersonWizard key={found.round} userId={userId} found={found} begin={begin} usage={usage} />
          )}
        </UsageGate>
      ) : (
        <PageSpinner words={wizardWords.checking} />
      )}
    </>
  )
}
