import { expect, it } from 'vitest'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import { api } from '../../../testing/api.ts'
import { eventually, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import MailedLinkPage from './mailed-link-page.tsx'
import { ValidLink } from './valid-link.tsx'

const using = 'POST /auth/v1/links/use'

const view: Extract<MailedLinkView, { state: 'valid' }> = {
  state: 'valid',
  kind: 'signup',
  email: 'ada@example.com',
  from_email: null,
  new_email: null,
  repeated: false,
  asks: 'press',
  unconfirmed: false,
}
const link = { token: 'a-token', type: 'signup', redirectTo: null }

/** Opens the link and presses its button; the request stays open. */
async function press(onVoid = () => {}) {
  await api.holds(using)
  const screen = await renderScreen(<ValidLink link={link} view={view} onVoid={onVoid} />, '/auth/link')
  const button = screen.getByRole('button', { name: 'Confirm my email' })
  await button.click()
  return { screen, button, asked: await api.takes(using) }
}

const done = { outcome: 'done', redirect_to: `${window.location.origin}/settings` }

it('uses the link once, shows a greeting, and navigates to its target', async () => {
  const { screen, asked, button } = await press()
  expect(JSON.parse(asked.body)).toEqual({ token: 'a-token', type: 'signup', redirect_to: null })
  await expect.element(button).toBeDisabled()
  await asked.answer(done)
  await eventually(() => expect(screen.path()).toBe('/settings'))
  await expectText('Email address confirmed')
  expect(await api.count(using)).toBe(1)
})

it("doesn't navigate when the person has gone to another page (PAGE-42)", async () => {
  const { screen, asked } = await press()
  await screen.router.navigate('/terms-of-service')
  await expectText('Another page')
  await asked.answer(done)
  await expectText('Email address confirmed')
  expect(screen.path()).toBe('/terms-of-service')
})

it('shows a failure, and can be pressed again', async () => {
  const { asked, button } = await press()
  await asked.break()
  await expectText('That didn’t work', 'Something went wrong. Please try again.')
  await expect.element(button).toBeEnabled()
})

it('has a way on from a link that no longer works (PAGE-53)', async () => {
  const screen = await renderScreen(<MailedLinkPage />, '/confirm')
  await expectText('This link no longer works')
  await screen.getByRole('link', { name: 'Log in' }).click()
  await expectText('Another page')
  expect(screen.path()).toBe('/login')
})
