import { beforeEach, expect, it } from 'vitest'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { SecurityCard } from './security-card.tsx'

beforeEach(signIn)

it('moves the focus into the form of Change Password, and back after Cancel (PAGE-48)', async () => {
  const screen = await renderScreen(<SecurityCard />)
  await screen.getByRole('button', { name: 'Change Password' }).click()
  await expect.element(screen.getByLabelText('Current password')).toHaveFocus()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Change Password' })).toHaveFocus()
})

it('announces the first refused field, which takes the focus (PAGE-49)', async () => {
  const screen = await renderScreen(<SecurityCard />)
  await screen.getByRole('button', { name: 'Change Password' }).click()
  await screen.getByRole('button', { name: 'Update Password' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  const field = screen.getByLabelText('Current password')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})
