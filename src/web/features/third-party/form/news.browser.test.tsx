import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import readingWords from '../../../../words/en/reading.ts'
import { ownOddityWords } from '../../../../words/record.ts'
import { api, flushAnswers, type HeldRequest } from '../../../testing/api.ts'
import { answerAll, formWithFiles, renderForm } from '../../../testing/open-form.tsx'
import { eventually, expectNoText, expectText } from '../../../testing/read-page.ts'
import { completion, sampleDocument, sampleReading } from '../../../testing/samples.ts'
import { type FormStepName, keptAnswers, keptStep } from './third-party-answers.ts'

const form = formWithFiles
const asking = 'POST /api/public/verifications/:id/reading'
const submitting = 'POST /functions/v1/third-party-upload'
const differs = {
  ...sampleReading,
  documentId: sampleDocument('id').id,
  outcome: 'name_differs',
  nameAgrees: false,
} as const
const [title] = readingWords.faults.name_differs

beforeEach(async () => {
  answerAll(form)
  await api.holds(asking)
  await api.holds(submitting)
  await api.answers('GET /api/public/verifications/:id/standing', undefined)
  await api.answers('GET /api/public/verifications/:id/form', form)
})
afterEach(() => {
  keptAnswers.drop(form.id)
  keptStep.drop(form.id)
})

async function renderAt(step: FormStepName, more: Partial<ThirdPartyView> = {}) {
  const onCompleted = vi.fn()
  const screen = await renderForm({ form: { ...form, ...more }, onCompleted }, step)
  const submit = screen.getByRole('button', { name: words.submit })
  return { screen, submit, onCompleted, asked: await api.takes(asking) }
}

type Submission = HeldRequest<typeof submitting>
const readField = ({ body }: Submission, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(body)?.[1] ?? 'none'
/** What a submission names as shown: the outcome of the reading, and the shared things. */
const readShown = (submission: Submission) => readField(submission, 'shownReading')
const readShared = (submission: Submission) => readField(submission, 'shared')

it('shows what became of the ID above Submit Verification after a refusal, and the next press submits it (READING-21)', async () => {
  const { submit, onCompleted, asked } = await renderAt('sign')
  await submit.click()
  const early = await api.takes(submitting)
  expect(readShown(early)).toBe('')
  await early.refuse('reading_untold', 'Your ID was read meanwhile')
  await expectText('Your ID was read meanwhile')
  await (await api.takes(asking)).answer(differs)
  await asked.isLetGo()
  await expectText(title)
  const news = document.activeElement
  expect(news?.textContent).toContain('Your ID was read meanwhile')
  expect(news?.textContent).toContain(title)
  expect(news?.compareDocumentPosition(submit.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await submit.click()
  const next = await api.takes(submitting)
  expect(readShown(next)).toBe('name_differs')
  const { verifiedAt, howKnown } = completion
  await next.answer({ success: true, verifiedAt, howKnown, isLinkMailed: true })
  await eventually(() => expect(onCompleted).toHaveBeenCalledOnce())
})

it('shows an outcome that arrives where they sign, without a refusal (READING-21)', async () => {
  const { submit, asked } = await renderAt('sign')
  await expectText(readingWords.asking)
  await asked.answer(differs)
  await expectText(title)
  await submit.click()
  expect(readShown(await api.takes(submitting))).toBe('name_differs')
})

it('says nothing again that the ID’s step has shown (READING-21)', async () => {
  const { screen, submit, asked } = await renderAt('age')
  await asked.answer(differs)
  await expectText(title)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(submit).toBeVisible()
  await flushAnswers()
  expectNoText(title)
  await submit.click()
  expect(readShown(await api.takes(submitting))).toBe('name_differs')
})

it('says that the record has the other proof of their age, where a provider or a wallet gave one (READING-15)', async () => {
  const checked = { step: 'provider', provider: 'Stripe', nameAgrees: true, faceMatched: true } as const
  const { asked } = await renderAt('sign', { given: [{ ...checked, at: '2026-11-21T10:00:00Z' }] })
  await asked.answer({ ...differs, outcome: 'unreadable', nameAgrees: null })
  await expectText(readingWords.goOnProven)
  expectNoText(readingWords.goOn)
})

it('leads from "Take a better photo" to the ID’s step, where the ID is removed (READING-21)', async () => {
  await api.answers('DELETE /api/public/verifications/:id/documents/:documentId', undefined)
  const { screen, asked } = await renderAt('sign')
  await asked.answer(differs)
  await screen.getByRole('button', { name: readingWords.better }).click()
  await expectText('Step 4 of 5')
  await expect.element(screen.getByRole('img', { name: words.yourId })).not.toBeInTheDocument()
})

it('says at the press what both share, with the focus, and signs with exactly that (EVIDENCE-19)', async () => {
  const { screen, submit, onCompleted } = await renderAt('sign')
  await submit.click()
  const first = await api.takes(submitting)
  expect(readShared(first)).toBe('')
  await first.refuse('shared_untold', 'shared_untold', ['shared.same_network', 'shared.same_browser'])
  const { same_network: network, same_browser: browser, same_document: none } = ownOddityWords.untold
  await expectText(network, browser)
  expectNoText(none)
  expect(document.activeElement?.textContent).toBe(`${network}${browser}`)
  expectNoText(words.textChanged)
  await screen.getByRole('button', { name: words.signWithNote }).click()
  const second = await api.takes(submitting)
  expect(readShared(second)).toBe('same_network,same_browser')
  const { verifiedAt, howKnown } = completion
  await second.answer({ success: true, verifiedAt, howKnown, isLinkMailed: true })
  await eventually(() => expect(onCompleted).toHaveBeenCalledOnce())
})
