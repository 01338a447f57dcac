import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import CloseAccountForm from './close-account-form.tsx'

const closing = 'POST /api/account/closing'

beforeEach(() => api.answers('GET /auth/v1/passkeys', []))

it('lists the open requests to the address, and declines one after a question (PRIVACY-26)', async () => {
  signIn()
  const request = {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
    type: 'age' as const,
    createdAt: '2026-11-20T09:30:00.000Z',
    keptUntil: '2027-01-20T12:00:00.000Z',
  }
  const view = { pending: 0, records: 0, heldUntil: null, hasPlan: false, graceDays: 7 }
  await api.answers('GET /api/account/closing', { ...view, asked: [request] })
  const screen = await renderScreen(<CloseAccountForm onClose={() => {}} />)
  await expectText('1 open request to your address stays open.', 'on 20 January 2027 at the latest')
  const decline = screen.getByRole('button', { name: 'Decline', exact: true })
  await decline.click()
  await expectText('The sender sees that the request was rejected')
  await screen.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(decline).toHaveFocus()
  await decline.click()
  const confirm = screen.getByRole('button', { name: 'Decline the request' })
  await api.breaks('POST /api/account/asked/:id/decline')
  await confirm.click()
  await expectText('That didn’t work')
  await api.answers('POST /api/account/asked/:id/decline', undefined)
  await api.answers('GET /api/account/closing', { ...view, asked: [] })
  await confirm.click()
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  expectNoText('open request to your address')
  await expect.element(screen.getByRole('heading', { name: 'What stays, and why' })).toHaveFocus()
})

it('says after a refusal that the account was not closed, and after a lost answer that it may be (PRIVACY-9)', async () => {
  signIn()
  await api.answers('GET /api/account/closing', {
    pending: 0,
    records: 0,
    asked: [],
    heldUntil: null,
    hasPlan: false,
    graceDays: 7,
  })
  const screen = await renderScreen(<CloseAccountForm onClose={() => {}} />)
  await screen.getByLabelText('Password', { exact: true }).fill('Quiet-harbour-42')
  await api.refuses(closing, 'rate_limited')
  await screen.getByRole('button', { name: 'Close my account' }).click()
  await expectText('Your account was not closed')
  await api.breaks(closing)
  await screen.getByRole('button', { name: 'Close my account' }).click()
  await expectText(
    'We don’t know if your account was closed',
    'Check your connection, then reload this page.',
  )
  expectNoText('Your account was not closed')
  await expect.element(screen.getByRole('button', { name: 'Close my account' })).toBeEnabled()
})
