import { expect, it } from 'vitest'
import { loadAuthClient } from '../../api/session.ts'
import { sessionStorageKey } from '../../api/site.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { keepSession, sampleSession, signInUnconfirmed } from '../../testing/sign-in.ts'
import { PasskeyOffer } from './passkey-offer.tsx'

const tokenOf = (aal: string) => `head.${btoa(JSON.stringify({ aal }))}.signature`

// In this order: the page keeps that a person declined.
it('offers a passkey to an account as soon as its address is confirmed (PASSKEY-11)', async () => {
  const session = sampleSession({ token: tokenOf('aal1') })
  signInUnconfirmed(session)
  const screen = await renderScreen(<PasskeyOffer />)
  await loadAuthClient()
  expect(screen.getByRole('link').query()).toBeNull()
  keepSession(session)
  const otherTab = new BroadcastChannel(sessionStorageKey)
  otherTab.postMessage({ event: 'USER_UPDATED', session })
  await expect.element(screen.getByRole('link', { name: 'Add a passkey' })).toBeVisible()
  otherTab.close()
})

it('offers none after a login with a passkey or a code (PASSKEY-11)', async () => {
  keepSession(sampleSession({ token: tokenOf('aal2') }))
  const screen = await renderScreen(<PasskeyOffer />)
  expect(screen.getByRole('link').query()).toBeNull()
})

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
