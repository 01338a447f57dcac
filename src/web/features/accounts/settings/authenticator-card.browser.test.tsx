import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { AuthenticatorCard } from './authenticator-card.tsx'

const status = 'GET /auth/v1/factors/recovery-codes'
const user = 'GET /auth/v1/user'
const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b08'
const app = { id, type: 'recovery_code', total: 10, remaining: 1, confirmed_at: '2026-11-02T09:00:00Z' }

beforeEach(async () => {
  signIn()
  await api.answers('GET /auth/v1/passkeys', [])
})

it('asks for the password after an old sign-in, and keeps the typed code after a wrong one (TWOSTEP-11)', async () => {
  await api.answers(user, { id: 'x' })
  const screen = await renderScreen(<AuthenticatorCard />)
  await api.refusesAuth('POST /auth/v1/factors', 'reauthentication_needed', 400)
  await screen.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await screen.getByLabelText('Current password').fill('Quiet-harbour-42')
  await api.answers('PUT /auth/v1/user', { id: 'x' })
  await api.answers('POST /auth/v1/factors', {
    id,
    type: 'totp',
    totp: {
      secret: 'JBSWY3DP',
      uri: 'otpauth://totp/Assent:ada@example.com?secret=JBSWY3DP',
      qr_code: '<svg/>',
    },
  })
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('JBSWY3DP')).toBeVisible()
  await api.answers(`POST /auth/v1/factors/${id}/challenge`, { id, type: 'totp', expires_at: 1 })
  await api.refusesAuth(`POST /auth/v1/factors/${id}/verify`, 'mfa_verification_failed', 422)
  await screen.getByLabelText('Code that the app shows').fill('123456')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText(/^That code isn’t right/)).toBeVisible()
  await expect.element(screen.getByLabelText('Code that the app shows')).toHaveValue('123456')
  await expect.element(screen.getByText('JBSWY3DP')).toBeVisible()
})

it('shows the number of recovery codes left, and removes the app after a confirmation and a proof (TWOSTEP-8, TWOSTEP-11)', async () => {
  await api.answers(user, { id: 'x', factors: [{ id, factor_type: 'totp', status: 'verified' }] })
  await api.answers(status, app)
  const screen = await renderScreen(<AuthenticatorCard />)
  await expect.element(screen.getByText(/1 recovery code left/)).toBeVisible()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await api.refusesAuth(`DELETE /auth/v1/factors/${id}`, 'reauthentication_needed', 400)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await screen.getByLabelText('Current password').fill('Quiet-harbour-42')
  await api.answers('PUT /auth/v1/user', { id: 'x' })
  await api.answers(`DELETE /auth/v1/factors/${id}`, { id })
  await api.answers(user, { id: 'x' })
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expectText('Authenticator app removed')
  await expect.element(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

it.each([
  ['none', {}],
  ['one without its first code', { factors: [{ id, factor_type: 'totp', status: 'unverified' }] }],
])('asks nothing about the codes of an app that isn’t set up: %s (TWOSTEP-11)', async (_, more) => {
  await api.answers(user, { id: 'x', ...more })
  const screen = await renderScreen(<AuthenticatorCard />)
  await expect.element(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  expect(await api.count(status)).toBe(0)
})
