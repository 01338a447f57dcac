import { expect, it } from 'vitest'
import { personalWords } from './guessable-password.ts'

it('takes name, email, address and phone number whole, without spaces, and in parts', () => {
  const words = personalWords({
    email: 'Ann.Example-79@mail.example.org',
    full_name: 'Ann B. Example',
    address: '1 Harbour Street, Exampleton',
    phone_number: '+447700900123',
  })
  for (const word of [
    'ann.example-79',
    'annexample',
    'ann',
    'annbexample',
    'harbour',
    'exampleton',
    '447700900123',
  ]) {
    expect(words).toContain(word)
  }
})

it('leaves out what is too short to say anything, and what is no text', () => {
  expect(personalWords({ full_name: 'Bo Li', email: null, address: 7 })).toEqual(['bo li', 'boli'])
  expect(personalWords({})).toEqual([])
})

it('stays small, however long an address is', () => {
  expect(
    personalWords({ address: Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ') }),
  ).toHaveLength(40)
})
