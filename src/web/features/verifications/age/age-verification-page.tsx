import { useQuery } from '@tanstack/react-query'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/age-verification.ts'
import wizardWords from '../../../../words/en/wizard.ts'
import { useSession } from '../../../api/session-state.ts'
import { usageQuery } from '../../../api/usage.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { PageSpinner } from '../../../shared/ui/page-spinner.tsx'
import { PlansLink } from '../wizard/gate-links.tsx'
import { UsageGate } from '../wizard/usage-gate.tsx'
import { useFoundDraft } from '../wizard/use-found-draft.ts'
import { AgeWizard } from './age-wizard.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** Creates an age verification (AGE). */
export default function AgeVerificationPage() {
  const { user } = useSession()
  return user ? <SignedIn key={user.id} userId={user.id} /> : null
}

function SignedIn({ userId }: { userId: string }) {
  const [found, begin] = useFoundDraft('age', userId)
  // Both are asked for at once.
  useQuery(usageQuery)
  return (
    <>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      {found ? (
        <UsageGate
          kind="age"
          isEdited={found.draft !== null}
          limitActions={<PlansLink>{wizardWords.viewPlans}</PlansLink>}
        >
          {(usage) => (
            <AgeWizard key={found.round} userId={userId} found={found} begin={begin} usage={usage} />
          )}
        </UsageGate>
      ) : (
        <PageSpinner words={wizardWords.checking} />
      )}
    </>
  )
}
