import { expect, it } from 'vitest'
import { listPersonalWords } from './guessable-password.ts'

it('lists name, email, address and phone number whole, without spaces, and in parts', () => {
  const words = listPersonalWords({
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

it("leaves out words that are too short and values that aren't text", () => {
  expect(listPersonalWords({ full_name: 'Bo Li', email: null, address: 7 })).toEqual(['bo li', 'boli'])
  expect(listPersonalWords({})).toEqual([])
})

it('lists a birth date in the forms that people type', () => {
  const words = listPersonalWords({ date_of_birth: '1990-05-07' })
  for (const word of ['07.05.1990', '7/5/1990', '1990-05-07', '070590', '7may1990', 'may1990', '1990'])
    expect(words).toContain(word)
  expect(listPersonalWords({ date_of_birth: 'May 1990' })).toEqual([])
})

it('lists a phone number without its country code, and an email without its top-level domain', () => {
  const words = listPersonalWords({ phone_number: '+44 7700 900123', email: 'ann.example@mail.test' })
  for (const word of ['7700900123', '07700900123', '700900123', 'ann.example@mail', 'annexamplemail'])
    expect(words).toContain(word)
})

it('accepts every valid name, and normalises letters to their plain form', () => {
  expect(listPersonalWords([{ full_name: 'Ａｎｎ' }, { full_name: 'Ben' }])).toEqual(['ann', 'ben'])
})

it('limits the number of words for a very long address', () => {
  expect(
    listPersonalWords({ address: Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ') }),
  ).toHaveLength(40)
})
