import { expect, it } from 'vitest'
import words from '../../../words/en/held-data.ts'
import { api } from '../../testing/api.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import HeldDataPage from './held-data-page.tsx'

const reading = 'GET /api/my-data'
const unblocking = 'DELETE /api/my-data/blocks'

it('asks for the address again when an action finds that the half hour is over (PRIVACY-21)', async () => {
  await api.answers('POST /api/my-data/code', undefined)
  await api.answers('POST /api/my-data/code/entry', { token: 't', expiresAt: '2126-11-21T11:00:00.000Z' })
  const blocks = { senders: 1, all: false }
  await api.answers(reading, { email: 'sam@example.com', hasAccount: false, requests: [], blocks })
  const screen = await renderScreen(<HeldDataPage />)
  await screen.getByLabelText(words.email).fill('sam@example.com')
  await screen.getByRole('button', { name: words.sendCode }).click()
  await screen.getByRole('textbox').fill('12345678')
  await screen.getByRole('button', { name: words.confirm }).click()
  const unblock = screen.getByRole('button', { name: words.unblock })
  await expect.element(unblock).toBeVisible()
  await api.refuses(unblocking, 'mailbox_unproven')
  await api.refuses(reading, 'mailbox_unproven')
  await unblock.click()
  await screen.getByRole('button', { name: words.tryAgain }).click()
  await expect.element(unblock).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText(words.email)).toBeVisible()
})
