import { beforeEach, expect, it } from 'vitest'
import { removeOwnDocument, uploadOwnDocument } from '../../../api/documents.ts'
import { useIdReading } from '../../../shared/reading/use-id-reading.ts'
import { useUpload } from '../../../shared/upload/use-upload.ts'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { useWizardForm } from '../wizard/use-wizard-form.ts'
import { makeEmptyWizard } from '../wizard/wizard-values.ts'
import { OwnAge } from './own-age.tsx'

beforeEach(signIn)

const limits = { imageMaxBytes: 1024, pdfMaxBytes: 1024 }

function Step() {
  const form = useWizardForm(
    { ...makeEmptyWizard('2026-11-23'), asked: 'id_or_wallet' },
    { idDocumentId: 'Evidence is required' },
  )
  const selfie = useUpload('selfie', limits, uploadOwnDocument, removeOwnDocument)
  const id = useUpload('id', limits, uploadOwnDocument, removeOwnDocument)
  return (
    <OwnAge
      form={form}
      selfie={selfie}
      id={id}
      isUploading={false}
      reading={useIdReading(id, null)}
      isProven={false}
      walletProof={null}
      onWalletProof={() => {}}
      onCorrectName={() => {}}
      onReload={() => {}}
    />
  )
}

it('ties the error of missing evidence to the wallet, where the form’s summary leads (PAGE-49)', async () => {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  const screen = await renderScreen(<Step />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Evidence is required')
  const part = document.querySelector<HTMLElement>('[data-path="idDocumentId"]')
  await expect.element(part).toHaveAccessibleDescription('Evidence is required')
})
