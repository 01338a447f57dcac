import { useEffect } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { type AsksFor, askedChoices } from '../../../../domain/evidence/evidence.ts'
import words from '../../../../words/en/form.ts'
import voucherWords from '../../../../words/en/vouchers.ts'
import walletWords from '../../../../words/en/wallets.ts'
import { useUpload } from '../../../shared/upload/use-upload.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleDocument, sampleThirdPartyView } from '../../../testing/samples.ts'
import { setSite } from '../../../testing/site.ts'
import { AgeStep } from './age-step.tsx'
import { useThirdPartyReading } from './use-third-party-reading.ts'

const sampleForm = sampleThirdPartyView({ asksFor: askedChoices.id_or_wallet })
/** One pixel. */
const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const nothing = () => {}
const access = { id: sampleForm.id, type: 'age' as const, gateToken: 't' }

/** The step; after a reload, the ID that was uploaded before is restored once the page runs. */
type StepProps = { isRestored?: boolean; form?: ThirdPartyView }

function Step({ isRestored = false, form = sampleForm }: StepProps) {
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

describe('where banks, eIDs and age keys are configured', () => {
  const bank = { id: 'oneid', name: 'OneID', kind: 'bank' as const, countries: ['GB'], hasName: true }
  const ageKey = { id: 'agekey', name: 'AgeKey', kind: 'age_key' as const, countries: [], hasName: false }
  const vouched = { step: 'provider', provider: 'OneID', by: 'bank', at: '2026-11-22T10:00:00.000Z' } as const

  const open = async (asksFor: AsksFor, more: Partial<ThirdPartyView> = {}) => {
    onTestFinished(setSite('vouchers', 'on'))
    await api.answers('GET /api/vouchers', { offered: [bank, ageKey] })
    return renderScreen(<Step form={sampleThirdPartyView({ asksFor, ...more })} />)
  }
  const listed = async (screen: Awaited<ReturnType<typeof open>>) => {
    await expect.element(screen.getByRole('list', { name: 'Prove your age and name' })).toBeVisible()
    return screen
      .getByRole('listitem')
      .all()
      .map((item) => item.element().querySelector('button')?.textContent)
  }
  const both = (choice: AsksFor): AsksFor => ({ ...choice, voucherInsteadOfId: true })

  it('begins with the ways that the creator’s choice takes (VOUCHER-13)', async () => {
    const screen = await open(both(askedChoices.id_or_wallet))
    expect(await listed(screen)).toEqual(['Use an age key', 'Use a wallet', 'Use my bank', 'Use my ID'])
    await screen.getByRole('button', { name: 'Use my ID' }).click()
    await expect.element(screen.getByText(words.uploadId)).toBeVisible()
    await screen.getByRole('button', { name: voucherWords.otherWay }).click()
    await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
    await screen.getByRole('button', { name: 'Use a wallet' }).click()
    await expect.element(screen.getByRole('button', { name: walletWords.prove })).toBeVisible()
  })

  it('takes neither an ID nor a wallet where the choice has none (VOUCHER-13)', async () => {
    const screen = await open({ ...both(askedChoices.wallet_alone), walletInsteadOfId: false })
    expect(await listed(screen)).toEqual(['Use an age key', 'Use my bank'])
  })

  it('shows a proof, and asks on where it doesn’t replace the ID (VOUCHER-17)', async () => {
    const asksFor = { ...both(askedChoices.id_or_wallet), walletName: true } as const
    const given = [{ ...vouched, nameAgrees: false }]
    const screen = await open(asksFor, { given })
    await expectText(
      walletWords.proven,
      voucherWords.nameDiffers.third({ name: sampleForm.thirdPartyName }),
      voucherWords.notInstead.id,
    )
    expect(await listed(screen)).toContain('Use my ID')
  })

  it('shows a proof that replaces the ID, and asks for nothing else (VOUCHER-17)', async () => {
    const screen = await open(both(askedChoices.id_or_wallet), { given: [vouched] })
    await expectText(walletWords.proven, voucherWords.provenBy.bank({ provider: 'OneID' }))
    await expect.element(screen.getByRole('list', { name: voucherWords.list })).not.toBeInTheDocument()
  })

  it('asks as before for a request that takes none of them (VOUCHER-13)', async () => {
    await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
    const screen = await open(askedChoices.id_or_wallet)
    await expect.element(screen.getByRole('button', { name: walletWords.prove })).toBeVisible()
    expect(await api.count('GET /api/vouchers')).toBe(0)
  })
})
