import { expect, it } from 'vitest'
import { loginSchema } from '../../../contract/account.ts'
import { pickFirstMessages } from './use-schema-form.ts'

it('gives every faulty field its specified message (ERROR-4)', () => {
  const parsed = loginSchema.safeParse({ email: 'unknown', password: '12345' })
  expect(parsed.success ? {} : pickFirstMessages(parsed.error.issues)).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters',
  })
})

it('keeps the first message of a field with several faults (ERROR-7)', () => {
  expect(
    pickFirstMessages([
      { path: ['password'], message: 'one' },
      { path: ['password'], message: 'two' },
      { path: ['list', 0], message: 'three' },
    ]),
  ).toEqual({ password: 'one', 'list.0': 'three' })
})
