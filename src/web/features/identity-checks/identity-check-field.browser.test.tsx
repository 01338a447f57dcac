import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { IdentityCheck } from '../../../contract/identity-check.ts'
import { callOwnIdentityCheck } from '../../api/evidence.ts'
import { api } from '../../testing/api.ts'
import { eventually, expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { openIdentityCheck as newest } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import IdentityCheckField from './identity-check-field.tsx'

const looking = 'GET /api/identity-check'
const beginning = 'POST /api/identity-check'
const calls = callOwnIdentityCheck('Ada Lovelace')
/** An address on the same page, so that the page under test can still be examined. */
const url = new URL('#provider', window.location.href).href

const none: IdentityCheck = { provider: 'Stripe', check: null }
const processing: IdentityCheck = { provider: 'Stripe', check: { ...newest, state: 'processing' } }
const checked: IdentityCheck = {
  provider: 'Stripe',
  check: { ...newest, state: 'checked', ageOver18: true, nameAgrees: true, faceMatched: true },
}

beforeAll(signIn)
afterEach(() => window.history.replaceState(null, '', window.location.pathname + window.location.search))

const open = (more: { onChecked?(): void; onUnderAge?(): void } = {}) =>
  renderScreen(<IdentityCheckField calls={calls} isUploading={false} {...more} />)

function Uploading() {
  const [isUploading, setIsUploading] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsUploading(false)}>
        The file arrives
      </button>
      <IdentityCheckField calls={calls} isUploading={isUploading} />
    </>
  )
}

it('links to the provider only after all uploads have finished (UPLOAD-38)', async () => {
  await api.answers(looking, none)
  await api.holds(beginning)
  const screen = await renderScreen(<Uploading />)
  const button = screen.getByRole('button', { name: 'Go to the check' })
  await expect.element(button).toHaveAccessibleDescription(/^Your files are still uploading/)
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  expect(await api.count(beginning)).toBe(0)
  await screen.getByRole('button', { name: 'The file arrives' }).click()
  expectNoText('Your files are still uploading')
  await button.click()
  await (await api.takes(beginning)).answer({ url })
  await eventually(() => expect(window.location.hash).toBe('#provider'))
})

it('navigates to the provider, with the name that will be signed (PROVIDER-2)', async () => {
  await api.answers(looking, none)
  await api.holds(beginning)
  const screen = await open()
  await screen.getByRole('button', { name: 'Go to the check' }).click()
  const asked = await api.takes(beginning)
  expect(JSON.parse(asked.body)).toMatchObject({ fullName: 'Ada Lovelace' })
  await asked.answer({ url })
  await eventually(() => expect(window.location.hash).toBe('#provider'))
})

it("doesn't navigate when the person has left the page (PAGE-42)", async () => {
  await api.answers(looking, none)
  await api.holds(beginning)
  const screen = await open()
  await screen.getByRole('button', { name: 'Go to the check' }).click()
  const asked = await api.takes(beginning)
  await screen.unmount()
  await asked.answer({ url })
  expect(window.location.hash).toBe('')
})

it('shows an unreachable provider, and retries on request', async () => {
  await api.fails(looking)
  const screen = await open()
  await expectText('Network error', 'Please check your connection and try again.')
  await api.answers(looking, none)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expectText('Have your ID and your face checked by Stripe')
  expectNoText('Network error')
})

it('polls a check until its end, reports it once, and stops (PROVIDER-8)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onChecked = vi.fn()
  await api.answers(looking, processing)
  await open({ onChecked })
  await expectText('Stripe is checking. It takes a few minutes at most.')
  await api.holds(looking)
  await vi.advanceTimersByTimeAsync(2000)
  await (await api.takes(looking)).break()
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(2000)
  await (await api.takes(looking)).answer(checked)
  await expectText(
    'Checked by Stripe',
    'You’re 18 or over. The name is the one you sign with. The face was the same.',
  )
  const asked = await api.count(looking)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await api.count(looking)).toBe(asked)
  expect(onChecked).toHaveBeenCalledTimes(1)
})

it('stops polling and cancels its request when the page is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await api.answers(looking, processing)
  const screen = await open()
  await expectText('Stripe is checking')
  await api.holds(looking)
  await vi.advanceTimersByTimeAsync(2000)
  const asked = await api.takes(looking)
  await screen.unmount()
  await asked.isLetGo()
  const count = await api.count(looking)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await api.count(looking)).toBe(count)
})

it("refetches a page that Back restored from the browser's cache", async () => {
  await api.answers(looking, none)
  await open()
  await expectText('Have your ID and your face checked by Stripe')
  await api.answers(looking, checked)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expectText('Checked by Stripe')
})
