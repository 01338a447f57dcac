import { beforeEach, expect, it } from 'vitest'
import { api, flushAnswers } from '../../../testing/api.ts'
import { listOpenButtons } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleKeptProof } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import SettingsPage from './settings-page.tsx'

const passkeys = 'GET /auth/v1/passkeys'
const sessions = 'GET /api/sessions'
const kept = 'GET /api/kept-proof'
const copy = 'GET /api/data-exports/newest'

beforeEach(async () => {
  signIn()
  await api.answers(passkeys, [])
  await api.answers('GET /auth/v1/user', { id: 'x' })
  await api.answers(sessions, [])
  await api.answers('GET /api/security-activity', [])
  await api.answers(kept, { kept: sampleKeptProof })
  await api.answers(copy, { newest: null })
})

const first = ['Save Changes', 'Change Password']
const addPasskey = 'Add a passkey'
const setUp = 'Set up an authenticator app'

it.each([
  [passkeys, []],
  [sessions, [addPasskey, setUp]],
  [kept, [addPasskey, setUp]],
  [copy, [addPasskey, setUp, 'Forget this']],
] as const)('shows nothing below a card that is still loading: %s (SETTINGS-1)', async (name, above) => {
  await api.holds(name)
  const screen = await renderScreen(<SettingsPage />)
  const asked = await api.takes(name)
  await flushAnswers()
  await expect.poll(listOpenButtons).toEqual([...first, ...above])
  await asked.refuse('not_found')
  await expect.element(screen.getByRole('button', { name: 'Close my account' })).toBeEnabled()
})

it('offers a person without a password a link by email (SETTINGS-5)', async () => {
  const screen = await renderScreen(<SettingsPage />)
  await screen.getByRole('button', { name: 'Change Password' }).click()
  await expect.element(screen.getByLabelText('Current password')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'I’ve forgotten it, or have none yet' }))
    .toHaveAttribute('href', '/forgot-password')
})
