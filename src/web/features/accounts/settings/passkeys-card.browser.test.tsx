import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn, signInUnconfirmed } from '../../../testing/sign-in.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const listing = 'GET /auth/v1/passkeys'
const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b07'
const passkey = { id, friendly_name: 'Chrome on Windows', created_at: '2026-11-02T09:00:00Z' }

beforeEach(signIn)

it('lists passkeys with name and day, renames one, and removes one after a confirmation (PASSKEY-8, PAGE-48)', async () => {
  await api.answers(listing, [passkey])
  const screen = await renderScreen(<PasskeysCard />)
  const row = screen.getByRole('listitem')
  await expect.element(row).toHaveTextContent('Chrome on WindowsAdded 2 Nov 2026, 09:00 UTCRenameRemove')

  await api.holds(`PATCH /auth/v1/passkeys/${id}`)
  await row.getByRole('button', { name: 'Rename' }).click()
  await expect.element(row.getByLabelText('Name of the passkey')).toHaveFocus()
  await row.getByLabelText('Name of the passkey').fill('Work laptop')
  await row.getByRole('button', { name: 'Save' }).click()
  const renaming = await api.takes(`PATCH /auth/v1/passkeys/${id}`)
  expect(JSON.parse(renaming.body)).toEqual({ friendly_name: 'Work laptop' })
  await api.answers(listing, [{ ...passkey, friendly_name: 'Work laptop' }])
  await renaming.answer({ ...passkey, friendly_name: 'Work laptop' })
  await expectText('Passkey renamed')
  await expect.element(row.getByRole('paragraph').filter({ hasText: 'Work laptop' })).toHaveFocus()

  await api.holds(`DELETE /auth/v1/passkeys/${id}`)
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect.element(row.getByRole('group', { name: /^Remove this passkey/ })).toHaveFocus()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row.getByRole('paragraph').filter({ hasText: 'Work laptop' })).toHaveFocus()
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect.element(row.getByText(/^Remove this passkey\? You can’t log in with it/)).toBeVisible()
  await row.getByRole('button', { name: 'Remove' }).click()
  const removal = await api.takes(`DELETE /auth/v1/passkeys/${id}`)
  await api.answers(listing, [])
  await removal.answer({})
  await expectText('Passkey removed')
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})

it('accepts a mailed code as the proof, so that an account without a password can add a passkey (PASSKEY-2, PASSKEY-8, PAGE-48, PAGE-49, PAGE-51)', async () => {
  await api.answers(listing, [passkey])
  const screen = await renderScreen(<PasskeysCard />)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await api.refusesAuth(`DELETE /auth/v1/passkeys/${id}`, 'reauthentication_needed', 400)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByLabelText('Current password')).toHaveFocus()

  await api.refusesAuth('GET /auth/v1/reauthenticate', 'over_email_send_rate_limit', 400)
  await screen.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect.element(screen.getByText('We couldn’t email the code')).toBeVisible()
  await api.answers('GET /auth/v1/reauthenticate', {})
  await screen.getByRole('button', { name: 'Email me a code instead' }).click()
  const code = screen.getByLabelText('Code')
  await expect.element(code).toHaveFocus()
  await expect.element(screen.getByLabelText('Current password')).not.toBeInTheDocument()

  await api.refusesAuth('PUT /auth/v1/user', 'reauthentication_not_valid', 422)
  await code.fill('000000')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText(/^Type the code from our newest email/)).toBeVisible()
  await expect.element(code).toHaveValue('000000')
  await expect.element(code).toHaveFocus()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Type the code from our newest email, or ask for a new one.')
  const again = screen.getByRole('button', { name: 'Email me a new code' })
  expect(again.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await screen.getByRole('button', { name: 'Email me a new code' }).click()
  await expect.element(screen.getByText(/^Type the code from our newest email/)).not.toBeInTheDocument()

  await api.holds('PUT /auth/v1/user')
  await code.fill('123456')
  await screen.getByRole('button', { name: 'Continue' }).click()
  const proving = await api.takes('PUT /auth/v1/user')
  expect(JSON.parse(proving.body)).toMatchObject({ nonce: '123456' })
  await api.answers(`DELETE /auth/v1/passkeys/${id}`, {})
  await api.answers(listing, [])
  await proving.answer({ id: 'x' })
  await expectText('Passkey removed')
})

it('offers a passkey as the proof only to an account that has one, and a code only to a confirmed address (PASSKEY-8)', async () => {
  signInUnconfirmed()
  await api.answers(listing, [])
  const screen = await renderScreen(<PasskeysCard />)
  await api.refusesAuth('POST /auth/v1/passkeys/registration/options', 'reauthentication_needed', 400)
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(screen.getByLabelText('Current password')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Use a passkey instead' }).query()).toBeNull()
  expect(screen.getByRole('button', { name: 'Email me a code instead' }).query()).toBeNull()
})
