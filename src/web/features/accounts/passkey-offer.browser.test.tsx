import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { keepSession, sampleSession } from '../../testing/sign-in.ts'
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

it('offers no passkey to an account whose address isn’t confirmed (PASSKEY-11)', async () => {
  const session = sampleSession({ token: tokenOf('aal1') })
  const { email_confirmed_at: _, ...user } = session.user
  keepSession({ ...session, user })
  const screen = await renderScreen(<PasskeyOffer />)
  expect(screen.getByRole('link').query()).toBeNull()
})

it('offers no passkey where a passkey or a code was used (PASSKEY-11)', async () => {
  keepSession(sampleSession({ token: tokenOf('aal2') }))
  const screen = await renderScreen(<PasskeyOffer />)
  expect(screen.getByRole('link').query()).toBeNull()
})
