import { expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectSaid, expectUnsaid } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import CloseAccountForm from './close-account-form.tsx'

const closing = 'POST /api/account/closing'

it('says after a refusal that the account was not closed, and after a lost answer that it may be (PRIVACY-9)', async () => {
  signIn()
  await api.answers('GET /api/account/closing', {
    pending: 0,
    records: 0,
    heldUntil: null,
    hasPlan: false,
    graceDays: 7,
  })
  const screen = await renderScreen(<CloseAccountForm onClose={() => {}} />)
  await screen.getByLabelText('Password', { exact: true }).fill('Quiet-harbour-42')
  await api.refuses(closing, 'rate_limited')
  await screen.getByRole('button', { name: 'Close my account' }).click()
  await expectSaid('Your account was not closed')
  await api.breaks(closing)
  await screen.getByRole('button', { name: 'Close my account' }).click()
  await expectSaid(
    'We don’t know if your account was closed',
    'Check your connection, then reload this page.',
  )
  expectUnsaid('Your account was not closed')
  await expect.element(screen.getByRole('button', { name: 'Close my account' })).toBeEnabled()
})
