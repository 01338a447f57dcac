import { expect, it } from 'vitest'
import type { HeldData } from '../../../contract/privacy.ts'
import words from '../../../words/en/held-data.ts'
import { api } from '../../testing/api.ts'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleHeldData, sampleHeldRequest } from '../../testing/samples.ts'
import HeldDataPage from './held-data-page.tsx'

const reading = 'GET /api/my-data'
const unblocking = 'DELETE /api/my-data/blocks'

/** Opens the page of an address that is proven by its mailed code. */
async function openHeld(held: Partial<HeldData>) {
  await api.answers('POST /api/my-data/code', undefined)
  await api.answers('POST /api/my-data/code/entry', { token: 't', expiresAt: '2126-11-21T11:00:00.000Z' })
  await api.answers(reading, sampleHeldData(held))
  const screen = await renderScreen(<HeldDataPage />)
  await screen.getByLabelText(words.email).fill('sam@example.com')
  await screen.getByRole('button', { name: words.sendCode }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(words.codeHeading)
  await screen.getByLabelText('Code').fill('12345678')
  await screen.getByRole('button', { name: words.confirm }).click()
  return screen
}

it('asks for the address again when an action finds that the half hour is over (PRIVACY-21)', async () => {
  const screen = await openHeld({ blocks: { senders: 1, all: false } })
  const unblock = screen.getByRole('button', { name: words.unblock })
  await expect.element(unblock).toBeVisible()
  await api.refuses(unblocking, 'mailbox_unproven')
  await api.refuses(reading, 'mailbox_unproven')
  await unblock.click()
  await screen.getByRole('button', { name: words.tryAgain }).click()
  await expect.element(unblock).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText(words.email)).toHaveFocus()
})

it('announces a refused address and a refused code at the field, which takes the focus (PAGE-49)', async () => {
  const screen = await renderScreen(<HeldDataPage />)
  await api.refuses('POST /api/my-data/code', 'validation_failed', 'Not an address')
  const email = screen.getByLabelText(words.email)
  await email.fill('sam')
  await screen.getByRole('button', { name: words.sendCode }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not an address')
  await expect.element(email).toHaveFocus()

  await api.answers('POST /api/my-data/code', undefined)
  await screen.getByRole('button', { name: words.sendCode }).click()
  const code = screen.getByLabelText('Code')
  await expect.element(code).toHaveFocus()
  await api.refuses('POST /api/my-data/code/entry', 'mailed_code_wrong', 'Wrong code')
  await code.fill('12345678')
  await screen.getByRole('button', { name: words.confirm }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Wrong code')
  await expect.element(code).toHaveFocus()

  const other = screen.getByRole('button', { name: words.otherAddress })
  expect(other.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await other.click()
  await expect.element(email).toHaveFocus()
})

it('declines an open request after a question, and asks before an erasure what becomes of it, with the focus on each result (PRIVACY-23, PRIVACY-26, PAGE-48)', async () => {
  const screen = await openHeld({ requests: [sampleHeldRequest({ status: 'pending' })] })
  await expect.element(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  const decline = screen.getByRole('button', { name: words.decline, exact: true })
  await expect.element(decline).toHaveAccessibleDescription(/ends without your answer.*on 20 January 2027/)
  await screen.getByRole('button', { name: words.erase }).click()
  await expectText('To an open request we say no for you, without telling the sender')
  await screen.getByRole('dialog').getByRole('button', { name: words.keep }).click()
  await decline.click()
  await expectText(words.declineText)
  await api.answers('POST /api/my-data/requests/:id/decline', undefined)
  await api.answers(reading, sampleHeldData({ requests: [sampleHeldRequest({ status: 'rejected' })] }))
  await screen.getByRole('button', { name: words.declineConfirm }).click()
  await expectText('We erase what was typed about you on 20 January 2027 at the latest')
  await expect.element(decline).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  await screen.getByRole('button', { name: words.erase }).click()
  await expectText('in requests that ended without a record')
  expectNoText('To an open request')
  await api.answers('POST /api/my-data/erasure', { erased: 1, kept: 0, waiting: 0 })
  await screen.getByRole('button', { name: words.eraseConfirm }).click()
  await expect.element(screen.getByRole('status', { name: words.erased })).toHaveFocus()
})
