import { expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { RequestLink } from './request-link.tsx'

it('announces a refused address at the field, which takes the focus (PAGE-49)', async () => {
  await api.refuses('POST /api/records/:id/link', 'validation_failed', 'Not an address')
  const screen = await renderScreen(<RequestLink id="6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77" hadLink={false} />)
  const email = screen.getByRole('textbox')
  const send = screen.getByRole('button')
  await send.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await email.fill('sam')
  await send.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not an address')
  await expect.element(email).toHaveFocus()
})
