import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { productName } from '../../../../domain/product.ts'
import voucherWords from '../../../../words/en/vouchers.ts'
import walletWords from '../../../../words/en/wallets.ts'
import { removeOwnDocument, uploadOwnDocument } from '../../../api/documents.ts'
import { useIdReading } from '../../../shared/reading/use-id-reading.ts'
import { useUpload } from '../../../shared/upload/use-upload.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { setSite } from '../../../testing/site.ts'
import { useWizardForm } from '../wizard/use-wizard-form.ts'
import { makeEmptyWizard, pickOwnParts, type WizardValues } from '../wizard/wizard-values.ts'
import { OwnAge } from './own-age.tsx'

beforeEach(signIn)

const limits = { imageMaxBytes: 1024, pdfMaxBytes: 1024 }

function Step({ typed = {} }: { typed?: Partial<WizardValues> }) {
  const form = useWizardForm(
    { ...makeEmptyWizard('2026-11-23'), asked: 'id_or_wallet', ...typed },
    { idDocumentId: 'Evidence is required' },
  )
  const selfie = useUpload('selfie', limits, uploadOwnDocument(ada.id), removeOwnDocument)
  const id = useUpload('id', limits, uploadOwnDocument(ada.id), removeOwnDocument)
  return (
    <>
      <p>{pickOwnParts(form.values).asksId ? 'An ID is asked for' : 'No ID is asked for'}</p>
      <OwnAge
        userId={ada.id}
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
    </>
  )
}

it('ties the error of missing evidence to the wallet, where the form’s summary leads (PAGE-49)', async () => {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  const screen = await renderScreen(<Step />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Evidence is required')
  const part = document.querySelector<HTMLElement>('[data-path="idDocumentId"]')
  await expect.element(part).toHaveAccessibleDescription('Evidence is required')
})

describe('where banks, eIDs and age keys are configured', () => {
  const session = {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
    secret: 's',
    scope: 'bank own',
    expiresAt: '2126-11-22T12:05:00.000Z',
    uri: 'https://bank.example/',
    asked: null,
  }
  /** As this browser keeps a request to a bank. */
  const key = `${productName.toLowerCase()}.wallet.newest`
  afterEach(() => window.localStorage.removeItem(key))

  /** The step after the return from a bank that confirmed the age, and the name if it says how that compares. */
  async function comeBack(typed: Partial<WizardValues>, nameAgrees?: boolean) {
    onTestFinished(setSite('vouchers', 'on'))
    window.localStorage.setItem(key, JSON.stringify(session))
    const bank = { id: 'oneid', name: 'OneID', kind: 'bank' as const, countries: ['GB'], hasName: true }
    await api.answers('GET /api/vouchers', { offered: [bank] })
    const proof = {
      id: session.id,
      credentialType: null,
      voucherKind: 'bank' as const,
      issuerName: 'OneID',
      provenAt: '2026-11-22T12:00:00.000Z',
      ...(nameAgrees === undefined ? {} : { nameAgrees }),
    }
    await api.answers('GET /api/wallet-sessions/:id', { state: 'proven', refusal: null, proof })
    return renderScreen(<Step typed={{ fullName: 'Ada Lovelace', ...typed }} />)
  }

  it.each([
    [{}, undefined, 'No ID is asked for'],
    [{ walletName: true }, true, 'No ID is asked for'],
    [{ walletName: true }, false, 'An ID is asked for'],
    [{ walletName: true }, undefined, 'An ID is asked for'],
  ])(
    'takes a bank’s word instead of the ID, but where the name is asked only with the name: %j, %s (VOUCHER-17)',
    async (typed, nameAgrees, text) => {
      await comeBack(typed, nameAgrees)
      await expectText(walletWords.proven, text)
    },
  )

  it('offers the ways of the choice, without a wallet where none is configured (VOUCHER-13)', async () => {
    onTestFinished(setSite('vouchers', 'on'))
    await api.answers('GET /api/vouchers', { offered: [] })
    const screen = await renderScreen(<Step />)
    await screen.getByRole('button', { name: 'Use my ID' }).click()
    await expectText('Passport, driving licence or ID card.')
    await screen.getByRole('button', { name: voucherWords.otherWay }).click()
    await expect.element(screen.getByRole('button', { name: 'Use a wallet' })).not.toBeInTheDocument()
  })

  it('shows after another step that the age was proven (VOUCHER-16)', async () => {
    onTestFinished(setSite('vouchers', 'on'))
    await api.answers('GET /api/vouchers', { offered: [] })
    await renderScreen(<Step typed={{ walletProofId: session.id }} />)
    await expectText(walletWords.proven, voucherWords.provenEarlier, 'No ID is asked for')
  })
})
