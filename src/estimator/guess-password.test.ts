import { describe, expect, it } from 'vitest'
import { guessPassword } from './guess-password.ts'

const ann = {
  email: 'ann.example@mail.test',
  full_name: 'Ann Example',
  address: '1 Harbour Street, Exampleton',
  phone_number: '+447700900123',
  date_of_birth: '1951-11-27',
}

describe('a password that is guessed in a moment', () => {
  it.each([
    ['aaaaaa', 'repeat'],
    ['654321', 'common'],
    ['qwerty', 'common'],
    ['Password1', 'common'],
    ['Passw0rd!', 'common'],
    ['abcdef', 'sequence'],
    ['dfghjkl', 'keys'],
    ['17041990', 'date'],
    ['annexample', 'personal'],
    ['AnnExample1', 'personal'],
    ['elpmaxe7', 'personal'],
    ['Ex4mple1', 'personal'],
    ['ann.example', 'personal'],
    ['Exampleton!', 'personal'],
    ['447700900123', 'personal'],
    ['aaaaaa'.repeat(40), 'repeat'],
    ['27.11.1951', 'personal'],
    ['11/27/1951', 'personal'],
    ['1951-11-27', 'personal'],
    ['27-11-51', 'personal'],
    ['27111951', 'personal'],
    ['195127', 'personal'],
    ['27nov1951', 'personal'],
    ['November1951', 'personal'],
    ['Exampleton1951', 'personal'],
    ['ann1951', 'personal'],
    ['700900123', 'personal'],
    ['0700900123', 'personal'],
    ['07700900123', 'personal'],
    ['ann.example@mail', 'personal'],
    ['AnnExampleMail', 'personal'],
    ['assent', 'common'],
    ['Assent2026', 'common'],
    ['MyAssent', 'common'],
    ['ｐａｓｓｗｏｒｄ１', 'common'],
    ['𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝', 'common'],
    ['Ｅｘａｍｐｌｅｔｏｎ１', 'personal'],
  ])('is refused: %s (%s) (PASSWORD-4)', (password, reason) => {
    expect(guessPassword(password, ann)).toBe(reason)
  })
})

it('is refused where a name is changed with it, made of the old one or the new one', () => {
  const names = [ann, { full_name: 'Brunhild Novak' }]
  expect(guessPassword('AnnExample1', names)).toBe('personal')
  expect(guessPassword('BrunhildNovak1', names)).toBe('personal')
})

it('is refused however long an email it is', () => {
  const email = 'somebody.with.a.long.name@mail.department.example.org'
  expect(guessPassword(email, { email })).toBe('personal')
})

it.each(['kxqzvw', 'x7$kPq', 'Harbour1', 'Correct1horse', 'Quiet-harbour-42', 'Correct-horse 17'])(
  'takes %s, be it as short as the specification allows (PASSWORD-4)',
  (password) => {
    expect(guessPassword(password, {})).toBeNull()
  },
)
