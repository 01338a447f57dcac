import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/wizard.ts'
import { readSite } from '../../../api/site.ts'
import { WizardPage } from '../wizard/usage-gate.tsx'
import { PlansLink } from '../wizard/wizard-frame.tsx'
import { AgeWizard, useKnownAwaited } from './age-wizard.tsx'

export function meta() {
  return [{ title: `${words.age.title} · ${productName}` }]
}

export default function AgeVerificationPage() {
  // Requested at once, together with the usage and the draft.
  useKnownAwaited(readSite().documentReading === 'on')
  return (
    <WizardPage
      kind="age"
      {...words.age}
      limitActions={<PlansLink>{words.viewPlans}</PlansLink>}
      Wizard={AgeWizard}
    />
  )
}
