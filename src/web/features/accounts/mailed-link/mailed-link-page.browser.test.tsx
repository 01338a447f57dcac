import { expect, it } from 'vitest'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import MailedLinkPage from './mailed-link-page.tsx'

it('has a way on from a link that no longer works (PAGE-53)', async () => {
  const screen = await renderScreen(<MailedLinkPage />, '/confirm')
  await expectText('This link no longer works')
  await screen.getByRole('link', { name: 'Log in' }).click()
  await expectText('Another page')
  expect(screen.path()).toBe('/login')
})
