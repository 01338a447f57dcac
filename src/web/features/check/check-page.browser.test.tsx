import { expect, it } from 'vitest'
import words from '../../../words/en/check.ts'
import { api } from '../../testing/api.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import CheckPage from './check-page.tsx'

it('moves the focus to the progress, the result and the file field, whose buttons disappear (PAGE-48)', async () => {
  await api.breaks('POST /api/check')
  window.location.hash = ''
  const screen = await renderScreen(<CheckPage />, '/check')
  const field = screen.getByLabelText(words.choose)
  await field.upload(new File(['{}'], 'record.json', { type: 'application/json' }))
  const again = screen.getByRole('button', { name: words.again })
  await expect.element(again).toBeVisible()
  await api.holds('POST /api/check')
  await again.click()
  const asked = await api.takes('POST /api/check')
  await expect.element(screen.getByText(words.checking)).toHaveFocus()
  await asked.answer({ result: 'unknown' })
  await expect.element(screen.getByRole('heading', { name: words.results.unknown.title })).toHaveFocus()
  await screen.getByRole('button', { name: words.another }).click()
  await expect.element(field).toHaveFocus()
})
