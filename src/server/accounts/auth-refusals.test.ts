import { expect, it } from 'vitest'
import words from '../../words/en/auth-refusals.ts'
import { readWritten } from '../../words/messages.ts'
import { authErrors } from './auth-error.ts'

it('has the English words that pages translate (AUTH-5, WORDS-17)', () => {
  const { other, ...written } = readWritten(words) as Record<string, string>
  expect(other).toBeTruthy()
  const spoken = Object.keys(written).map((code) => [
    code,
    authErrors[code as keyof typeof authErrors]?.message,
  ])
  expect(Object.fromEntries(spoken)).toEqual(written)
})
