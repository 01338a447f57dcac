import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { ActivityCard } from './activity-card.tsx'

const listing = 'GET /api/security-activity'
const login = {
  at: '2026-11-02T09:00:00Z',
  event: 'signed_in' as const,
  method: 'passkey',
  device: 'Chrome on Android',
  network: '81.2.69.0/24',
  times: 1,
  isNewDevice: true,
}

beforeEach(signIn)

it('lists five events at first, and all of them on request, with devices named in the words of the page (ACTIVITY-1)', async () => {
  const refusals = [1, 2, 3, 4, 5].map((day) => ({
    ...login,
    at: `2026-10-0${day}T09:00:00Z`,
    event: 'sign_in_refused' as const,
    method: 'invalid_credentials',
    device: 'Netscape',
    network: '',
    times: day,
    isNewDevice: false,
  }))
  await api.answers(listing, [login, ...refusals.toReversed()])
  const screen = await renderScreen(<ActivityCard />)
  const rows = screen.getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    'Logged in with a passkeyNew device2 Nov 2026, 09:00 UTCChrome on Android · Network 81.2.69.0/24',
    'Login refused5 Oct 2026, 09:00 UTC · 5 times within an hourUnknown device',
    'Login refused4 Oct 2026, 09:00 UTC · 4 times within an hourUnknown device',
    'Login refused3 Oct 2026, 09:00 UTC · 3 times within an hourUnknown device',
    'Login refused2 Oct 2026, 09:00 UTC · 2 times within an hourUnknown device',
  ])
  await screen.getByRole('button', { name: 'Show all' }).click()
  expect(rows.elements()).toHaveLength(6)
})

it('reports a failed request, and retries (ACTIVITY-1)', async () => {
  await api.fails(listing)
  const screen = await renderScreen(<ActivityCard />)
  const retry = screen.getByRole('button', { name: 'Try Again' })
  await expect.element(retry).toBeVisible()
  await api.answers(listing, [])
  await retry.click()
  await expect.element(screen.getByText('Nothing yet.')).toBeVisible()
})
