import { useState } from 'react'
import { productName } from '../../../../domain/product.ts'
import { useSession } from '../../../api/session-state.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { readDraft } from '../wizard/draft.ts'
import { DashboardLink, PlansLink, UsageGate } from '../wizard/usage-gate.tsx'
import { emptyWizard } from '../wizard/wizard-values.ts'
import { wizardWords } from '../wizard/wizard-words.ts'
import { PersonWizard } from './person-wizard.tsx'
import { words } from './words.ts'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** Creates a person verification (PERSON). */
export default function PersonVerificationPage() {
  const { user } = useSession()
  return user ? <SignedIn key={user.id} userId={user.id} /> : null
}

function SignedIn({ userId }: { userId: string }) {
  const [draft] = useState(() => readDraft('person', userId, emptyWizard('')))
  return (
    <>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <UsageGate
        kind="person"
        isEdited={draft !== null}
        limitActions={
          <>
            <PlansLink>{wizardWords.upgrade}</PlansLink>
            <DashboardLink />
          </>
        }
      >
        {(usage) => <PersonWizard userId={userId} draft={draft} usage={usage} />}
      </UsageGate>
    </>
  )
}
