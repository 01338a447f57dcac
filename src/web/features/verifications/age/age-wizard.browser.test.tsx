import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import readingWords from '../../../../words/en/reading.ts'
import faultWords from '../../../../words/en/step-faults.ts'
import voucherWords from '../../../../words/en/vouchers.ts'
import walletWords from '../../../../words/en/wallets.ts'
import words from '../../../../words/en/wizard.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { api, flushAnswers } from '../../../testing/api.ts'
import { expectText, listOpenButtons } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import {
  makeFilledWizard,
  makeSampleDraft,
  sampleDocument,
  sampleKeptProof,
  sampleReading,
  sampleUsage,
} from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { setSite } from '../../../testing/site.ts'
import type { Draft } from '../wizard/draft.ts'
import type { FoundDraft } from '../wizard/use-draft-saving.ts'
import { AgeWizard } from './age-wizard.tsx'

const profile = {
  ...ada,
  emailVerified: true,
  fullName: sampleKeptProof.fullName,
  dateOfBirth: '1990-04-17',
}
const savedDraft = {
  version: '0f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b12',
  savedAt: '2026-11-21T11:00:00Z',
  expiresAt: '2026-12-21T11:00:00Z',
}
const kept = { kept: sampleKeptProof }
const walletProof = {
  id: '0f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b13',
  issuerName: 'Utopia',
  voucherKind: null,
  nameAgrees: false,
  comparedName: makeFilledWizard('').fullName,
} as const
const byWallet = { asked: 'wallet_alone', walletName: true, walletProofId: walletProof.id } as const
const site = Object.assign(document.createElement('meta'), { name: 'document-reading', content: 'on' })

beforeEach(async () => {
  signIn()
  document.head.append(site)
  await api.answers('GET /api/profile', profile)
  await api.answers('GET /api/kept-proof', kept)
})
afterEach(() => site.remove())

/** The wizard with what was found of an earlier draft. */
function open(more: Partial<FoundDraft> = {}) {
  const found = { draft: null, isOwn: false, isBehind: false, round: 0, ...more }
  return renderScreen(<AgeWizard userId={ada.id} found={found} begin={() => {}} usage={sampleUsage()} />)
}

/** The wizard without a kept reading, with today's draft, whose consent box is ticked. */
async function openDraft(
  { values, ...more }: Partial<Omit<Draft, 'values'>> & { values?: Partial<Draft['values']> },
  proof?: NonNullable<FoundDraft['walletProof']>,
) {
  await api.answers('GET /api/kept-proof', { kept: null })
  await api.answers('PUT /api/drafts/:kind', savedDraft)
  const sample = makeSampleDraft(toLocalDay(new Date()))
  const draft = { ...sample, ...more, values: { ...sample.values, identityConsent: true, ...values } }
  return { screen: await open({ draft, ...(proof ? { walletProof: proof } : {}) }), values: draft.values }
}

it.each([['GET /api/profile', profile] as const, ['GET /api/kept-proof', kept] as const])(
  'opens once it is known whether a reading is kept: %s (ONCE-9)',
  async (name, answer) => {
    await api.holds(name)
    const screen = await open()
    const asked = await api.takes(name)
    await flushAnswers()
    expect(listOpenButtons()).toEqual([])
    await asked.answer(answer)
    await expect.element(screen.getByRole('button', { name: "Use what's already known" })).toBeVisible()
    expect(listOpenButtons()).toContain('Next')
  },
)

it('reserves the space of "Draft saved" from the start, so that nothing shifts (DRAFT-10)', async () => {
  await api.answers('GET /api/kept-proof', { kept: null })
  await api.answers('PUT /api/drafts/:kind', savedDraft)
  const screen = await open()
  const box = screen.getByRole('checkbox', { name: 'I consent to sharing my identity', exact: false })
  await expect.element(box).toBeVisible()
  const heading = screen.getByRole('heading', { level: 2 })
  const top = () => heading.element().getBoundingClientRect().top + window.scrollY
  const before = top()
  await box.click()
  await expectText('Draft saved')
  expect(top()).toBe(before)
})

it('knows after a reload how the wallet’s name compares, and leads to the typed name with everything entered (WALLET-14)', async () => {
  await api.answers('GET /api/wallets', { offered: ['org.iso.18013.5.1.mDL'] })
  const { screen, values } = await openDraft({ step: 3, values: byWallet }, walletProof)
  await expectText(walletWords.provenBy({ issuer: 'Utopia' }))
  await expectText(walletWords.nameDiffers.own({ name: values.fullName }))
  await screen.getByRole('button', { name: walletWords.correct.own }).click()
  const name = screen.getByRole('textbox', { name: words.fullName, exact: false })
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue(values.fullName)
  await name.fill('Augusta Ada Byron')
  await screen.getByRole('button', { name: 'Next' }).click()
  await screen.getByRole('button', { name: 'Next' }).click()
  await expectText(walletWords.nameChanged({ name: 'Augusta Ada Byron' }))
  expect(document.querySelector('[data-path="signature"]')).toHaveProperty('value', values.signature)
})

it('shows above Generate Verification Link what became of the ID after its step was left, and creates what it showed (READING-21)', async () => {
  const id = { ...sampleDocument('id'), url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }
  await api.answers('GET /api/documents/:id/url', id)
  const [asking, creating] = ['POST /api/document-readings', 'POST /api/verifications'] as const
  await api.holds(asking)
  await api.holds(creating)
  const files = { selfieDocumentId: sampleDocument('selfie').id, idDocumentId: id.id }
  const { screen } = await openDraft(files)
  const asked = await api.takes(asking)
  const generate = screen.getByRole('button', { name: words.generate })
  await generate.click()
  const early = await api.takes(creating)
  expect(JSON.parse(early.body)).toMatchObject({ idDocumentId: id.id, shownReading: '' })
  await early.refuse('reading_untold', 'Your ID was read meanwhile')
  await expectText('Your ID was read meanwhile')
  await (await api.takes(asking)).answer({ ...sampleReading, documentId: id.id, outcome: 'name_differs' })
  await asked.isLetGo()
  const [title] = readingWords.faults.name_differs
  await expectText(title)
  const news = screen.getByText(title).element()
  expect(news.compareDocumentPosition(generate.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await generate.click()
  expect(JSON.parse((await api.takes(creating)).body)).toMatchObject({ shownReading: 'name_differs' })
})

it('says that a bank confirmed another name, where the typed one was changed after it (VOUCHER-17)', async () => {
  onTestFinished(setSite('vouchers', 'on'))
  await api.answers('GET /api/vouchers', { offered: [] })
  const byBank = { issuerName: 'OneID', voucherKind: 'bank', nameAgrees: true, comparedName: null } as const
  const { values } = await openDraft({ step: 3, values: byWallet }, { ...walletProof, ...byBank })
  await expectText(walletWords.nameChanged({ name: values.fullName }), voucherWords.notInstead.own)
})

it.each(['step_sign_date_id', 'wallet_proof_missing'] as const)(
  'says that a proof no longer counts, at the place where another one is given: %s (CREATE-5)',
  async (code) => {
    await api.answers('GET /api/wallets', { offered: ['org.iso.18013.5.1.mDL'] })
    await api.holds('POST /api/verifications')
    const { screen } = await openDraft({ values: byWallet })
    await screen.getByRole('button', { name: words.generate }).click()
    const creating = await api.takes('POST /api/verifications')
    expect(JSON.parse(creating.body)).toMatchObject({ walletProofId: walletProof.id })
    await creating.refuse(code, 'The server’s reason')
    await expectText(words.stepTitles[3], faultWords.step_sign_date_wallet.detail)
    await expect.element(screen.getByRole('button', { name: words.walletTitle })).toBeVisible()
  },
)
