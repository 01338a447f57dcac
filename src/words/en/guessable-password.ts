import { messages } from '../messages.ts'

/**
 * The reasons why a password is easy to guess, in plain words. The same sentence appears below the field and in the
 * server's refusal.
 */
export default messages('guessable-password', {
  common: 'This password is one of the first that people guess. Please choose another.',
  personal:
    'This password uses your name, email, address, phone number or birth date. Please choose another.',
  keys: 'This password is a row of keys. Please choose another.',
  sequence: 'This password is a sequence of letters or numbers. Please choose another.',
  repeat: 'This password repeats the same few characters. Please choose another.',
  date: 'This password is a date. Please choose another.',
  simple: 'This password is easy to guess. Please choose another, or make it longer.',
})
