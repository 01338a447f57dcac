import { beforeAll, expect, it } from 'vitest'
import words from '../../../../words/en/owner.ts'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { CorrectAddress } from './pending-request.tsx'

beforeAll(signIn)

it('ties a refused address to its field, which takes the focus (PAGE-49)', async () => {
  await api.refuses('PATCH /api/verifications/:id/third-party-email', 'own_address', 'Your own address')
  const screen = await renderScreen(
    <CorrectAddress id="6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77" address="sam@example.com" />,
  )
  await screen.getByRole('button', { name: words.correct }).click()
  await screen.getByRole('button', { name: words.correctConfirm }).click()
  const field = screen.getByLabelText(words.correctLabel)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Your own address')
  await expect.element(field).toHaveAccessibleDescription(/Your own address/)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveFocus()
})
