import { beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api } from '../../testing/api.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleHistory, sampleSummary } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import HistoryPage, { HistoryList, useHistory } from './history-page.tsx'

const list = 'GET /api/verifications'
const counts = { all: 3, age: 3, person: 0 }
const person = (n: number) =>
  sampleSummary({ id: `00000000-0000-4000-8000-00000000000${n}`, thirdPartyName: `Person ${n}` })

function All() {
  return <HistoryList view="all" history={useHistory('all')} />
}

beforeAll(signIn)

it('loads the next page on demand, focuses its first card, and retries a failed load (HISTORY-12)', async () => {
  await api.answers(list, sampleHistory([person(1), person(2)], { counts, nextCursor: 'next' }))
  await renderScreen(<All />)
  const more = page.getByRole('button', { name: 'Load more' })
  await expect.element(more).toBeVisible()
  expect(await api.count(list)).toBe(1)

  await api.refuses(list, 'not_found')
  await more.click()
  await expect.poll(() => api.count(list)).toBe(2)
  await expect.element(page.getByRole('heading', { name: 'Person 2' })).toBeVisible()

  await api.answers(list, sampleHistory([person(3)], { counts }))
  await more.click()
  await expect.element(page.getByRole('listitem').nth(2)).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'Person 3' })).toBeVisible()
  expect(page.getByRole('article').elements()).toHaveLength(3)
  expect(more.elements()).toHaveLength(0)
})

it("doesn't move the focus from where the person has gone while more loads (HISTORY-12)", async () => {
  await api.answers(list, sampleHistory([person(1), person(2)], { counts, nextCursor: 'next' }))
  await renderScreen(<All />)
  const more = page.getByRole('button', { name: 'Load more' })
  await expect.element(more).toBeVisible()
  await api.holds(list)
  await more.click()
  const asked = await api.takes(list)
  const view = page.getByRole('link', { name: 'View' }).first()
  ;(view.element() as HTMLElement).focus()
  await asked.answer(sampleHistory([person(3)], { counts, nextCursor: 'more' }))
  await expect.element(page.getByRole('heading', { name: 'Person 3' })).toBeVisible()
  await expect.element(view).toHaveFocus()
})

it('keeps the open tab in its address, so that Back from a record opens it again (HISTORY-12)', async () => {
  await api.holds('GET /api/live')
  await api.answers(list, sampleHistory([person(1)], { counts }))
  const screen = await renderScreen(<HistoryPage />)
  await page.getByRole('tab', { name: 'Age Verifications (3)' }).click()
  await userEvent.click(page.getByRole('link', { name: 'View' }))
  await expect.element(page.getByText('Another page')).toBeVisible()
  expect(screen.router.state.location.state).toEqual({ history: '?tab=age' })
  await screen.router.navigate(-1)
  await expect
    .element(page.getByRole('tab', { name: 'Age Verifications (3)' }))
    .toHaveAttribute('aria-selected', 'true')
})

it('enables its tabs once their counts have loaded (HISTORY-1)', async () => {
  await api.holds('GET /api/live')
  await api.holds(list)
  await renderScreen(<HistoryPage />)
  const asked = await api.takes(list)
  await expect.element(page.getByRole('tab', { name: 'Age Verifications' })).toBeDisabled()
  await asked.answer(sampleHistory([], { counts }))
  await expect.element(page.getByRole('tab', { name: 'Age Verifications (3)' })).toBeEnabled()
})

it('says that a limited account shows one record, and how to get the others (ONCE-12)', async () => {
  await api.holds('GET /api/live')
  await api.answers(list, sampleHistory([person(1)], { isLimited: true }))
  await renderScreen(<HistoryPage />)
  await expect
    .element(page.getByText(/Other records with your email appear here once you choose/))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Choose a password' }))
    .toHaveAttribute('href', '/forgot-password')
})
