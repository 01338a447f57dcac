import { describe, expect, it } from 'vitest'
import { guessPassword } from './guess-password.ts'

const ann = {
  email: 'ann.example@mail.test',
  full_name: 'Ann Example',
  address: '1 Harbour Street, Exampleton',
  phone_number: '+447700900123',
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
  ])('is refused: %s (%s)', (password, reason) => {
    expect(guessPassword(password, ann)).toBe(reason)
  })
})

it.each(['kxqzvw', 'x7$kPq', 'Harbour1', 'Correct1horse', 'Quiet-harbour-42', 'Correct-horse 17'])(
  'takes %s, be it as short as the specification allows',
  (password) => {
    expect(guessPassword(password, {})).toBeNull()
  },
)
