import { beforeEach, expect, it, vi } from 'vitest'
import { askedChoices } from '../../../../domain/evidence/evidence.ts'
import words from '../../../../words/en/form.ts'
import gateWords from '../../../../words/en/gate.ts'
import walletWords from '../../../../words/en/wallets.ts'
import { api, flushAnswers } from '../../../testing/api.ts'
import { letMotionGoOn, stopMotion } from '../../../testing/motion.ts'
import { answerAll, formWithFiles, renderForm } from '../../../testing/open-form.tsx'
import { eventually, expectNoText, expectText } from '../../../testing/read-page.ts'
import {
  completion,
  sampleConsentText,
  sampleDocument,
  sampleKeptProof,
  sampleReading,
  sampleThirdPartyView,
} from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'

const reading = 'GET /api/kept-proof'

beforeEach(() => api.answers('GET /api/public/verifications/:id/standing', undefined))

/** The form of a signed-in person whose account has a suitable kept reading, once that has loaded. */
async function renderWithAccount() {
  signIn()
  await api.holds(reading)
  const form = sampleThirdPartyView({
    asksFor: askedChoices.id_or_kept,
    thirdPartyName: sampleKeptProof.fullName,
  })
  const pass = { token: 't', expiresAt: '2126-11-21T11:00:00Z', email: ada.email }
  const screen = await renderForm({ form, pass })
  return { screen, asked: await api.takes(reading) }
}

it('shows its buttons once it is known whether their account kept a reading (ONCE-10)', async () => {
  const { screen, asked } = await renderWithAccount()
  await flushAnswers()
  expect(screen.getByRole('button').elements()).toHaveLength(0)
  await asked.answer({ kept: sampleKeptProof })
  await expect.element(screen.getByRole('button', { name: "Use what's already known" })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
})

it('leaves the first step only with their statement that they are 18 or over, by either button (FORM-7)', async () => {
  const { screen, asked } = await renderWithAccount()
  await asked.answer({ kept: sampleKeptProof })
  const adult = screen.getByRole('checkbox', { name: sampleConsentText().statements.adult, exact: false })
  for (const way of ['Continue', "Use what's already known"]) {
    await screen.getByRole('button', { name: way }).click()
    await expect.element(adult).toHaveFocus()
    await expect.element(adult).toBeInvalid()
    await expect.element(adult).toHaveAccessibleDescription(words.adultsOnly)
    await expectText('Step 1 of')
  }
  await adult.click()
  expectNoText(words.adultsOnly)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expectText('Step 2 of')
})

it('leads from a wallet’s other name to their signature, with everything entered (WALLET-14)', async () => {
  const asksFor = { ...askedChoices.wallet_alone, walletName: true } as const
  const wallet = {
    step: 'wallet',
    credentialType: 'org.iso.18013.5.1.mDL',
    issuerName: 'Utopia',
    nameAgrees: false,
    proofSha256: 'a'.repeat(64),
    at: '2026-11-21T10:00:00Z',
  } as const
  const form = sampleThirdPartyView({ asksFor, given: [wallet] })
  answerAll(form)
  await api.answers('GET /api/wallets', { offered: [wallet.credentialType] })
  const screen = await renderForm({ form }, 'age')
  await screen.getByRole('button', { name: walletWords.correct.third }).click()
  const signature = screen.getByRole('textbox', { name: words.signature, exact: false })
  await expect.element(signature).toHaveFocus()
  await expect.element(signature).toHaveValue(form.thirdPartyName)
})

it('advances one step, not two, after two quick taps on Continue (PAGE-45)', async () => {
  const { screen, asked } = await renderWithAccount()
  await asked.answer({ kept: null })
  await screen.getByRole('checkbox', { name: sampleConsentText().statements.adult, exact: false }).click()
  const go = screen.getByRole('button', { name: 'Continue' })
  await stopMotion()
  try {
    await go.click()
    await expectText('Step 2 of')
    await go.click({ force: true })
    await flushAnswers()
    await expectText('Step 2 of')
  } finally {
    await letMotionGoOn()
  }
})

it('waits for the answer of a submission, although the reading of the ID already finds the link completed (FORM-11)', async () => {
  answerAll(formWithFiles)
  const readingId = 'POST /api/public/verifications/:id/reading'
  const submitting = 'POST /functions/v1/third-party-upload'
  const again = 'GET /api/public/verifications/:id/form'
  await api.holds(readingId)
  await api.holds(submitting)
  await api.holds(again)
  const [onLinkChanged, onCompleted] = [vi.fn(), vi.fn()]
  const screen = await renderForm({ onLinkChanged, onCompleted }, 'sign')
  const asked = await api.takes(readingId)
  await screen.getByRole('button', { name: 'Submit Verification' }).click()
  const submission = await api.takes(submitting)
  await asked.answer({ ...sampleReading, documentId: sampleDocument('id').id })
  await (await api.takes(again)).refuse('link_closed')
  await flushAnswers()
  expect(onLinkChanged).not.toHaveBeenCalled()
  const { verifiedAt, howKnown } = completion
  await submission.answer({ success: true, verifiedAt, howKnown, isLinkMailed: true })
  await eventually(() => expect(onCompleted).toHaveBeenCalledOnce())
  expect(onLinkChanged).not.toHaveBeenCalled()
})

it('keeps its pass as the one that submitted if the answer of the submission was lost (RECORD-20)', async () => {
  answerAll(formWithFiles)
  await api.answers('POST /api/public/verifications/:id/reading', {
    ...sampleReading,
    documentId: sampleDocument('id').id,
  })
  await api.answers('GET /api/public/verifications/:id/form', formWithFiles)
  const submitting = 'POST /functions/v1/third-party-upload'
  const onPass = vi.fn()
  const screen = await renderForm({ onPass }, 'sign')
  const submit = screen.getByRole('button', { name: 'Submit Verification' })
  await api.refuses(submitting, 'signature_date_not_today')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(onPass).not.toHaveBeenCalled()
  await api.breaks(submitting)
  await submit.click()
  await eventually(() =>
    expect(onPass.mock.calls).toEqual([[expect.objectContaining({ hasSubmitted: true })]]),
  )
})

it('asks at each step, and when it is looked at again, whether the request still stands (FORM-27)', async () => {
  const standing = 'GET /api/public/verifications/:id/standing'
  await api.holds(standing)
  await api.answers('GET /api/public/verifications/:id/form', sampleThirdPartyView())
  const onLinkChanged = vi.fn()
  const screen = await renderForm({ form: sampleThirdPartyView(), onLinkChanged })
  await screen.getByRole('checkbox', { name: sampleConsentText().statements.adult, exact: false }).click()
  expect(await api.count(standing)).toBe(0)
  await screen.getByRole('button', { name: 'Continue' }).click()
  const corrected = await api.takes(standing)
  expect(corrected.authorization).toBe('Bearer t')
  await corrected.refuse('gate_token_invalid')
  await expectText(gateWords.passEnded)
  document.dispatchEvent(new Event('visibilitychange'))
  const cancelled = await api.takes(standing)
  expect(onLinkChanged).not.toHaveBeenCalled()
  await cancelled.refuse('link_closed')
  await eventually(() => expect(onLinkChanged).toHaveBeenCalledOnce())
})
