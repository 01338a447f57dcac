import { expect, it } from 'vitest'
import { pickFirstMessages } from './use-schema-form.ts'

it('keeps the first message of a field with several faults (ERROR-7)', () => {
  expect(
    pickFirstMessages([
      { path: ['password'], message: 'one' },
      { path: ['password'], message: 'two' },
      { path: ['list', 0], message: 'three' },
    ]),
  ).toEqual({ password: 'one', 'list.0': 'three' })
})
