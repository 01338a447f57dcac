import { expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ada, signInUnconfirmed } from '../../../testing/sign-in.ts'
import { PasskeysCard } from './passkeys-card.tsx'

it('asks an unconfirmed account to confirm its address in place, and mails a link back to the settings (PASSKEY-2)', async () => {
  signInUnconfirmed()
  await api.answers('GET /auth/v1/passkeys', [])
  await api.answers('GET /api/profile', { ...ada, emailVerified: false, fullName: 'Ada', dateOfBirth: null })
  const screen = await renderScreen(<PasskeysCard />)
  await api.refusesAuth('POST /auth/v1/passkeys/registration/options', 'email_not_confirmed', 422)
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(screen.getByText(/^First confirm your email address/)).toHaveFocus()
  expect(screen.getByText('Passkey not added').query()).toBeNull()
  await api.holds('POST /auth/v1/resend')
  await screen.getByRole('button', { name: 'Resend' }).click()
  const resending = await api.takes('POST /auth/v1/resend')
  expect(decodeURIComponent(resending.path)).toMatch(/redirect_to=http.*\/settings$/)
  await resending.answer({ queued: true })
  await expectText('Verification email sent')
})
