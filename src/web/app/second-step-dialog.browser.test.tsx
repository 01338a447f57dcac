import { beforeEach, expect, it } from 'vitest'
import words from '../../words/en/two-step.ts'
import { api } from '../testing/api.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { signIn } from '../testing/sign-in.ts'
import SecondStepDialog from './second-step-dialog.tsx'

beforeEach(signIn)

it('moves the focus to what each way shows, with targets of at least 44 px (PAGE-48, PAGE-51)', async () => {
  await api.refusesAuth('GET /auth/v1/factors/recovery-codes', 'mfa_factor_not_found', 422)
  const screen = await renderScreen(<SecondStepDialog onDone={() => {}} />)
  const lost = screen.getByRole('button', { name: words.code.lost })
  await expect.element(lost).toBeVisible()
  expect(lost.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await lost.click()
  await expect.element(screen.getByText(words.lost.lead)).toHaveFocus()
  await screen.getByRole('button', { name: words.code.back }).click()
  await expect.element(screen.getByLabelText(words.code.label)).toHaveFocus()
  await screen.getByRole('button', { name: words.code.submit }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words.code.missing)
  await expect.element(screen.getByLabelText(words.code.label)).toHaveFocus()
})
