import { expect, it } from 'vitest'
import { isStatedAge } from '../../contract/creation.ts'

it.each(['1', '17', '27', '027', '130', '٢٧', '２７'])('accepts %s as an age (AGE-9)', (text) => {
  expect(isStatedAge(text)).toBe(true)
})

it.each(['', '0', '000', '131', '999', '1e2', '-5', '+27', '27.5', '27 or so', 'twenty', '0x1b', '1 8'])(
  'rejects %j as an age (AGE-9)',
  (text) => {
    expect(isStatedAge(text)).toBe(false)
  },
)
