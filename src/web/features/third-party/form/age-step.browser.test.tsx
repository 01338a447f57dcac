import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { askedChoices } from '../../../../domain/evidence/evidence.ts'
import words from '../../../../words/en/form.ts'
import walletWords from '../../../../words/en/wallets.ts'
import { useUpload } from '../../../shared/upload/use-upload.ts'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleDocument, sampleThirdPartyView } from '../../../testing/samples.ts'
import { AgeStep } from './age-step.tsx'
import { useThirdPartyReading } from './use-third-party-reading.ts'

const form = sampleThirdPartyView({ asksFor: askedChoices.id_or_wallet })
/** One pixel. */
const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const nothing = () => {}
const access = { id: form.id, type: 'age' as const, gateToken: 't' }

/** The step; after a reload, the ID that was uploaded before is restored once the page runs. */
function Step({ isRestored = false }: { isRestored?: boolean }) {
  const id = useUpload(
    'id',
    form.limits,
    () => new Promise(nothing),
    async () => {},
  )
  const { restore } = id
  useEffect(() => {
    if (isRestored) restore({ ...sampleDocument('id'), url })
  }, [isRestored, restore])
  const wallet = {
    access,
    isUploading: false,
    onSign: nothing,
    onProven: nothing,
    onUnderAge: nothing,
    onPassEnded: nothing,
    onLinkChanged: nothing,
  }
  const reading = useThirdPartyReading(id, access, 'age', { onRead: nothing, onUnderAge: nothing })
  return <AgeStep form={form} id={id} reading={reading} onReload={nothing} wallet={wallet} mayKeep={false} />
}

it('shows an ID that was uploaded before a reload, also where a wallet may replace it, and then offers no wallet until it is removed (FORM-18, SUBMIT-12)', async () => {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  await api.holds('POST /api/public/verifications/:id/reading')
  const screen = await renderScreen(<Step isRestored />)
  await expect.element(screen.getByRole('img', { name: words.yourId })).toBeInTheDocument()
  // With a wallet's proof beside it, an ID out of sight would be given too.
  await expect.element(screen.getByRole('button', { name: words.useWallet })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByRole('button', { name: walletWords.prove })).toBeVisible()
})

it('keeps the focus in the step when the way changes between a wallet and an ID (PAGE-48, PAGE-51)', async () => {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  const screen = await renderScreen(<Step />)
  await screen.getByRole('button', { name: walletWords.useId }).click()
  const useWallet = screen.getByRole('button', { name: words.useWallet })
  await expect.element(useWallet).toBeVisible()
  await expect.poll(() => document.activeElement?.contains(useWallet.element())).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(useWallet.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await useWallet.click()
  const prove = screen.getByRole('button', { name: walletWords.prove })
  await expect.element(prove).toBeVisible()
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(prove.element())).toBe(true)
})
