import { beforeAll, expect, it } from 'vitest'
import words from '../../../../words/en/owner.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { CorrectAddress } from './pending-request.tsx'

beforeAll(signIn)

const correcting = 'PATCH /api/verifications/:id/third-party-email'
const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77'

const refusals = ['own_address', 'validation_failed'] as const
it.each(refusals)(
  'ties an address refused with %s to its field, which takes the focus (PAGE-49)',
  async (code) => {
    await api.refuses(correcting, code, 'Your own address')
    const screen = await renderScreen(<CorrectAddress id={id} address="sam@example.com" />)
    await screen.getByRole('button', { name: words.correct }).click()
    await screen.getByRole('button', { name: words.correctConfirm }).click()
    const field = screen.getByLabelText(words.correctLabel)
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Your own address')
    await expect.element(field).toHaveAccessibleDescription(/Your own address/)
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveFocus()
  },
)

it('sends a correction once, also if two presses come before the next drawing', async () => {
  await api.holds(correcting)
  const screen = await renderScreen(<CorrectAddress id={id} address="sam@example.com" />)
  await screen.getByRole('button', { name: words.correct }).click()
  const confirm = screen.getByRole('button', { name: words.correctConfirm }).element() as HTMLButtonElement
  confirm.click()
  confirm.click()
  await (await api.takes(correcting)).answer({ invitation: 'queued' })
  await expectText(words.corrected)
  expect(await api.count(correcting)).toBe(1)
})
