import { useState } from 'react'
import { productName } from '../../../../domain/product.ts'
import { useSession } from '../../../api/session-state.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { readDraft } from '../wizard/draft.ts'
import { PlansLink, UsageGate } from '../wizard/usage-gate.tsx'
import { emptyWizard } from '../wizard/wizard-values.ts'
import { wizardWords } from '../wizard/wizard-words.ts'
import { AgeWizard } from './age-wizard.tsx'
import { words } from './words.ts'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** Creates an age verification (AGE). */
export default function AgeVerificationPage() {
  const { user } = useSession()
  return user ? <SignedIn key={user.id} userId={user.id} /> : null
}

function SignedIn({ userId }: { userId: string }) {
  const [draft] = useState(() => readDraft('age', userId, emptyWizard('')))
  return (
    <>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <UsageGate
        kind="age"
        isEdited={draft !== null}
        limitActions={<PlansLink>{wizardWords.viewPlans}</PlansLink>}
      >
        {(usage) => <AgeWizard userId={userId} draft={draft} usage={usage} />}
      </UsageGate>
    </>
  )
}
