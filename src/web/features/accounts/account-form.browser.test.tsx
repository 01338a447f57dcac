import { expect, it } from 'vitest'
import { loginSchema } from '../../../contract/account.ts'
import { EmailField } from '../../shared/forms/email-field.tsx'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { AccountForm } from './account-form.tsx'

function Login() {
  const form = useSchemaForm({ loadSchema: async () => loginSchema, onValid: async () => 'done' })
  return (
    <AccountForm form={form} submit="Log In">
      <EmailField {...form.field('email')} label="Email" autoComplete="username" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
    </AccountForm>
  )
}

it('lists refused fields above the form, links to each, and marks the errors in the title (ERROR-73, PAGE-43)', async () => {
  document.title = 'Log in · Assent'
  const screen = await renderScreen(<Login />)
  await screen.getByRole('button', { name: 'Log In' }).click()
  const summary = screen.getByRole('alert')
  await expect.element(summary).toHaveTextContent('Please checkEmailPassword')
  await expect.element(screen.getByLabelText('Email')).toHaveFocus()
  await summary.getByRole('button', { name: 'Password' }).click()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  for (const label of ['Email', 'Password'])
    await expect
      .element(screen.getByLabelText(label, { exact: true }))
      .toHaveAttribute('aria-invalid', 'true')
  expect(document.title).toBe('Error: Log in · Assent')
  await screen.unmount()
  expect(document.title).toBe('Log in · Assent')
})
