import { Stack, TextInput } from '@mantine/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loginSchema } from '../../../contract/account.ts'
import { makeNewPasswordSchema } from '../../features/accounts/new-password.tsx'
import { eventually, expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { PasswordField } from './form-parts.tsx'
import { type Outcome, useSchemaForm } from './use-schema-form.ts'

const fault = 'Please enter a valid email address'
const send = vi.fn<() => Promise<Outcome>>()

beforeEach(() => void send.mockReset().mockResolvedValue('done'))

function Form() {
  const form = useSchemaForm({ loadSchema: async () => loginSchema, onValid: send })
  return (
    <form {...form.formProps}>
      <Stack>
        <TextInput {...form.field('email')} label="Email" />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <input type="checkbox" aria-label="Below" />
        <button type="submit">Send</button>
      </Stack>
    </form>
  )
}

const passwords = makeNewPasswordSchema({ asksCurrent: false })

function Twice() {
  const form = useSchemaForm({ loadSchema: async () => passwords, onValid: send })
  return (
    <form {...form.formProps}>
      <TextInput {...form.field('newPassword')} label="One" />
      <TextInput {...form.field('confirmPassword')} label="Other" />
    </form>
  )
}

it('checks a field on blur, shifts nothing, and still registers the press that caused the blur (ERROR-7)', async () => {
  const screen = await renderScreen(<Form />)
  const email = screen.getByLabelText('Email')
  const below = screen.getByRole('checkbox')
  await email.click()
  await userEvent.keyboard('ada')
  expectNoText(fault)
  const { y } = below.element().getBoundingClientRect()
  await below.click()
  await expectText(fault)
  await expect.element(below).toBeChecked()
  expect(below.element().getBoundingClientRect().y).toBe(y)
  await userEvent.type(email, '@example.com')
  expectNoText(fault)
  expect(below.element().getBoundingClientRect().y).toBe(y)
})

it('reports missing fields only on submit, and keeps the typed data (ERROR-7)', async () => {
  const screen = await renderScreen(<Form />)
  const email = screen.getByLabelText('Email')
  const password = screen.getByLabelText('Password', { exact: true })
  await email.click()
  await password.click()
  await userEvent.keyboard('ada')
  await screen.getByRole('checkbox').click()
  await expectText('Password must be at least 6 characters')
  await expect.element(password).toBeInvalid()
  expectNoText(fault)
  await screen.getByRole('button', { name: 'Send' }).click()
  await expectText(fault)
  await expect.element(email).toHaveFocus()
  await expect.element(password).toHaveValue('ada')
  expect(send).not.toHaveBeenCalled()
})

it("keeps the server's refusal until its field is changed (ERROR-7)", async () => {
  send.mockResolvedValue({ errors: { email: 'There is such an account' } })
  const screen = await renderScreen(<Form />)
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password', { exact: true }), 'Quiet-harbour-42')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expectText('There is such an account')
  await userEvent.type(screen.getByLabelText('Password', { exact: true }), '!')
  await screen.getByRole('checkbox').click()
  await expectText('There is such an account')
  await userEvent.type(screen.getByLabelText('Email'), '.org')
  expectNoText('There is such an account')
})

it('removes the error of differing passwords when the first one was corrected (PASSWORD-2)', async () => {
  const screen = await renderScreen(<Twice />)
  const [one, other] = [screen.getByLabelText('One'), screen.getByLabelText('Other')]
  await userEvent.type(one, 'Quiet-harbour-4')
  await userEvent.type(other, 'Quiet-harbour-42')
  await one.click()
  await expectText("Passwords don't match")
  await userEvent.type(one, '2')
  await other.click()
  await eventually(() => expectNoText("Passwords don't match"))
})
