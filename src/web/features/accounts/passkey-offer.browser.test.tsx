import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { keepSession, sampleSession, signInUnconfirmed } from '../../testing/sign-in.ts'
import { PasskeyOffer } from './passkey-offer.tsx'

const tokenOf = (aal: string) => `head.${btoa(JSON.stringify({ aal }))}.signature`

it('offers a passkey after a login with only a password, until the person declines (PASSKEY-11)', async () => {
  keepSession(sampleSession({ token: tokenOf('aal1') }))
  const screen = await renderScreen(<PasskeyOffer />)
  await expect.element(screen.getByRole('link', { name: 'Add a passkey' })).toBeVisible()
  await screen.getByRole('button', { name: 'Not now' }).click()
  expect(screen.getByRole('link').query()).toBeNull()
  await screen.unmount()
  const again = await renderScreen(<PasskeyOffer />)
  expect(again.getByRole('link').query()).toBeNull()
})

it.each([
  ['whose address isn’t confirmed', () => signInUnconfirmed(sampleSession({ token: tokenOf('aal1') }))],
  ['that logged in with a passkey or a code', () => keepSession(sampleSession({ token: tokenOf('aal2') }))],
])('offers no passkey to an account %s (PASSKEY-11)', async (_, logIn) => {
  logIn()
  const screen = await renderScreen(<PasskeyOffer />)
  expect(screen.getByRole('link').query()).toBeNull()
})
