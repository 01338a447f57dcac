import type { Usage } from '../../../../contract/plan.ts'
import { getTierMaxFileBytes } from '../../../../domain/plan/plan-limits.ts'
import wizardWords from '../../../../words/en/wizard.ts'
import { removeOwnDocument, uploadOwnDocument } from '../../../api/documents.ts'
import { PageSpinner } from '../../../shared/ui/page-spinner.tsx'
import { makeFileLimits } from '../../../shared/upload/file-rules.ts'
import { type Upload, useUpload } from '../../../shared/upload/use-upload.ts'
import { ShareStep } from '../wizard/share-step.tsx'
import type { FoundDraft } from '../wizard/use-found-draft.ts'
import { useWizard } from '../wizard/use-wizard.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import { AboutYouStep } from './about-you-step.tsx'
import { OtherPersonStep } from './other-person-step.tsx'
import { SignStep } from './sign-step.tsx'
import { useEarlierDocument } from './use-earlier-document.ts'

type AgeWizardProps = { userId: string; found: FoundDraft; begin(): void; usage: Usage }

/** The four steps of an age verification. The uploads live here, so that they go on while one moves between the steps. */
export function AgeWizard({ userId, found, begin, usage }: AgeWizardProps) {
  const limits = makeFileLimits(getTierMaxFileBytes(usage.tier))
  const selfie = useUpload('selfie', limits, uploadOwnDocument, removeOwnDocument)
  const id = useUpload('id', limits, uploadOwnDocument, removeOwnDocument)
  const earlierSelfie = useEarlierDocument(selfie, found.draft?.selfieDocumentId ?? null)
  const earlierId = useEarlierDocument(id, found.draft?.idDocumentId ?? null)
  const files = { selfieDocumentId: earlierSelfie.id, idDocumentId: earlierId.id }
  const documents = { selfie: findDocument(selfie), id: findDocument(id) }
  const wizard = useWizard({ kind: 'age', userId, found, begin, documents, files })
  if (wizard.isCreated) return <PageSpinner />
  const isUploading = documents.selfie === 'pending' || documents.id === 'pending'
  return (
    <WizardFrame wizard={wizard} waitingFor={isUploading ? wizardWords.stillUploading : null}>
      {wizard.step === 1 ? (
        <AboutYouStep form={wizard.form} selfie={selfie} onReload={earlierSelfie.reload} />
      ) : null}
      {wizard.step === 2 ? <OtherPersonStep form={wizard.form} /> : null}
      {wizard.step === 3 ? (
        <SignStep form={wizard.form} selfie={selfie} id={id} onReload={earlierId.reload} />
      ) : null}
      {wizard.step === 4 ? <ShareStep wizard={wizard} usage={usage} /> : null}
    </WizardFrame>
  )
}

function findDocument({ state }: Upload): string | 'pending' | null {
  if (state.phase === 'stored') return state.document.id
  return state.phase === 'sending' ? 'pending' : null
}
