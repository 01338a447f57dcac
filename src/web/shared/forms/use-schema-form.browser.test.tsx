import { TextInput } from '@mantine/core'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loginSchema } from '../../../contract/account.ts'
import { expectSaid, expectUnsaid } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { useSchemaForm } from './use-schema-form.ts'

const fault = 'Please enter a valid email address'

function Form() {
  const form = useSchemaForm({ loadSchema: async () => loginSchema, onValid: async () => 'done' })
  return (
    <form {...form.formProps}>
      <TextInput {...form.field('email')} label="Email" />
      <input type="checkbox" aria-label="Below" />
      <button type="submit">Send</button>
    </form>
  )
}

it('asks for what it needs when it is sent, and moves nothing when a field is left (ERROR-7)', async () => {
  const screen = await renderScreen(<Form />)
  const email = screen.getByLabelText('Email')
  const below = screen.getByRole('checkbox')
  await email.click()
  await userEvent.keyboard('ada')
  const { y } = below.element().getBoundingClientRect()
  await below.click()
  await expect.element(below).toBeChecked()
  expectUnsaid(fault)
  expect(below.element().getBoundingClientRect().y).toBe(y)
  await screen.getByRole('button').click()
  await expectSaid(fault)
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('ada')
})
