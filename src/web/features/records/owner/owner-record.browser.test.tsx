import { beforeAll, expect, it } from 'vitest'
import { api, flushAnswers } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { completion, noDocuments, sampleOwnerView, sampleRecordView } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { OwnerRecord } from './owner-record.tsx'

const reading = 'GET /api/records/:id'

beforeAll(signIn)

/** Opens a completed request, whose record is still being asked for. */
async function openRecord(status: 'verified' | 'withdrawn' = 'verified') {
  await api.holds(reading)
  const view = sampleOwnerView({ ...completion, status, verificationLink: null, documents: noDocuments })
  const screen = await renderScreen(<OwnerRecord view={view} onReload={() => {}} />)
  return { screen, asked: await api.takes(reading) }
}

it("has no buttons below the record before the record's own buttons are there (OWNER-1)", async () => {
  const { screen, asked } = await openRecord()
  await flushAnswers()
  await expect.element(screen.getByText('Loading consent form details...')).toBeInTheDocument()
  expect(listPressable()).toEqual([])
  await asked.answer(sampleRecordView({ party: 'creator', record: null }))
  await expect.element(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  expect(listPressable()).toEqual(expect.arrayContaining(['Withdraw', 'More', 'Give feedback']))
})

it.each([
  ['verified', 1],
  ['withdrawn', 0],
] as const)(
  "captions a record that is %s with 'Verification Complete' %i times (OWNER-5)",
  async (status, times) => {
    const { screen, asked } = await openRecord(status)
    const form = { ...sampleRecordView().form, status }
    await asked.answer(sampleRecordView({ party: 'creator', form }))
    const record = screen.getByRole('region', { name: 'Your record' })
    await expect.element(record).toBeVisible()
    expect(record.getByText('Verification Complete').elements()).toHaveLength(times)
    expect(screen.getByText('Verification Complete').elements()).toHaveLength(times)
  },
)

it('says when the record could not be loaded, and loads it on request (OWNER-8)', async () => {
  const { screen, asked } = await openRecord()
  await asked.break()
  const retry = screen.getByRole('button', { name: 'Try Again' })
  await expect.element(retry).toBeVisible()
  await retry.click()
  await (await api.takes(reading)).answer(sampleRecordView({ party: 'creator', record: null }))
  await expect.element(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

const listPressable = () =>
  [...document.querySelectorAll<HTMLElement>('button, summary')]
    .filter((element) => element.checkVisibility())
    .map(({ innerText }) => innerText)
