import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'
import { findStoredSession } from '../../api/session.ts'
import { connectSession, useSession } from '../../api/session-state.ts'
import { sessionStorageKey } from '../../api/site.ts'
import { api } from '../../testing/api.ts'
import { eventually, expectText } from '../../testing/read-page.ts'
import { renderHere, renderScreen } from '../../testing/render-screen.tsx'
import { ada, keepSession, sampleSession } from '../../testing/sign-in.ts'
import ThirdPartyAccount from './third-party-account.tsx'

const opening = 'POST /api/public/verifications/:id/account'
const props = {
  verificationId: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b09',
  token: 'pass',
  email: 'sam@example.com',
  fullName: 'Sam O’Neill',
  documentId: '3d2c1b0a-0000-4000-8000-000000000002',
}

async function fill(screen: RenderResult) {
  await screen.getByLabelText('Date of birth').fill('1991-05-20')
  await screen.getByLabelText('Sex assigned at birth').selectOptions('Other')
  await screen.getByLabelText('Address').fill('2 Harbour Street')
  await screen.getByLabelText('Country code').selectOptions('+44')
  await screen.getByLabelText('Phone number').fill('7700 900123')
}

it('prefills name and email, asks for the rest, and keeps the typed data after a refusal (ONCE-11)', async () => {
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await expectText('An account for sam@example.com keeps', 'You don’t need a password.')
  const create = screen.getByRole('button', { name: 'Create account' })
  await create.click()
  await expectText('Please check')
  await fill(screen)
  await api.holds(opening)
  await create.click()
  const asked = await api.takes(opening)
  expect(JSON.parse(asked.body)).toEqual({
    full_name: 'Sam O’Neill',
    date_of_birth: '1991-05-20',
    address: '2 Harbour Street',
    sex: 'other',
    phone_number: '+447700 900123',
  })
  await asked.refuse('account_exists', 'You have an account')
  await expectText('Your account wasn’t made', 'You have an account')
  await expect.element(screen.getByLabelText('Address')).toHaveValue('2 Harbour Street')
})

it("reports a created account that this browser couldn't log in to (ONCE-11)", async () => {
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await fill(screen)
  await api.answers(opening, { access_token: 'of.no.use', refresh_token: 'none' })
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expectText('Your account was made, but you aren’t logged in')
})

it("shows the registration's error for an invalid phone number (ONCE-11)", async () => {
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await fill(screen)
  const errors = [{ path: 'phone_number', message: 'Please enter a valid phone number' }]
  const problem = { type: 'about:blank', title: 'Information required', code: 'validation_failed', errors }
  await commands.scriptApi(opening, { status: 400, json: { ...problem, status: 400, requestId: 'r' } })
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expectText('Please enter a valid phone number')
})

it('keeps a person logged in who logged in in another tab (ONCE-11)', async () => {
  const { result } = await renderHere(() => useSession())
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await fill(screen)
  await connectSession()
  const session = sampleSession()
  keepSession(session)
  const otherTab = new BroadcastChannel(sessionStorageKey)
  otherTab.postMessage({ event: 'SIGNED_IN', session })
  await eventually(() => expect(result.current.user).toMatchObject(ada))
  otherTab.close()
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expectText('Your account wasn’t made', 'Log out there')
  expect(await api.count(opening)).toBe(0)
  expect(findStoredSession()).toContain(ada.email)
  await expect.element(screen.getByLabelText('Address')).toHaveValue('2 Harbour Street')
})
