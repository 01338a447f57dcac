import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectSaid } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const listing = 'GET /auth/v1/passkeys'
const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b07'
const passkey = { id, friendly_name: 'Chrome on Windows', created_at: '2026-11-02T09:00:00Z' }

beforeEach(signIn)

it('lists passkeys with name and day, renames one and removes one after a question (PASSKEY-8)', async () => {
  await api.answers(listing, [passkey])
  const screen = await renderScreen(<PasskeysCard />)
  const row = screen.getByRole('listitem')
  await expect.element(row).toHaveTextContent('Chrome on WindowsAdded 2 Nov 2026, 09:00 UTCRenameRemove')

  await api.holds(`PATCH /auth/v1/passkeys/${id}`)
  await row.getByRole('button', { name: 'Rename' }).click()
  await row.getByLabelText('Name of the passkey').fill('Work laptop')
  await row.getByRole('button', { name: 'Save' }).click()
  const renaming = await api.takes(`PATCH /auth/v1/passkeys/${id}`)
  expect(JSON.parse(renaming.body)).toEqual({ friendly_name: 'Work laptop' })
  await api.answers(listing, [{ ...passkey, friendly_name: 'Work laptop' }])
  await renaming.answer({ ...passkey, friendly_name: 'Work laptop' })
  await expectSaid('Passkey renamed')
  await expect.element(row.getByText('Work laptop')).toBeVisible()

  await api.holds(`DELETE /auth/v1/passkeys/${id}`)
  await row.getByRole('button', { name: 'Remove' }).click()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect.element(row.getByText(/^Remove this passkey\? It can’t log in/)).toBeVisible()
  await row.getByRole('button', { name: 'Remove' }).click()
  const removal = await api.takes(`DELETE /auth/v1/passkeys/${id}`)
  await api.answers(listing, [])
  await removal.answer({})
  await expectSaid('Passkey removed')
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
})
