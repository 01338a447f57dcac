import { useQuery } from '@tanstack/react-query'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/wizard.ts'
import { usageQuery } from '../../../api/account.ts'
import { useSession } from '../../../api/session-state.ts'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { UsageGate } from '../wizard/usage-gate.tsx'
import { useFoundDraft } from '../wizard/use-draft-saving.ts'
import { PlansLink } from '../wizard/wizard-frame.tsx'
import { AgeWizard } from './age-wizard.tsx'

export function meta() {
  return [{ title: `${words.age.title} · ${productName}` }]
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
      <PageHeading lead={words.age.lead}>{words.age.title}</PageHeading>
      {found ? (
        <UsageGate
          kind="age"
          isEdited={found.draft !== null}
          limitActions={<PlansLink>{words.viewPlans}</PlansLink>}
        >
          {(usage) => (
            <AgeWizard key={found.round} userId={userId} found={found} begin={begin} usage={usage} />
          )}
        </UsageGate>
      ) : (
        <PageSpinner words={words.checking} />
      )}
    </>
  )
}
