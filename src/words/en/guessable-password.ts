import { messages } from '../messages.ts'

/**
 * The reasons why a password is easy to guess, in plain words. The same sentence appears below the field and in the
 * server's refusal.
 */
export default messages('guessable-password', {
  common: 'This password is one of the first that people guess. Choose another.',
  personal: 'This password uses your name, email, address, phone number or birth date. Choose another.',
  keys: 'This password is a row of keys. Choose another.',
  sequence: 'This password is a sequence of letters or numbers. Choose another.',
  repeat: 'This password repeats the same few characters. Choose another.',
  date: 'This password is a date. Choose another.',
  simple: 'This password is easy to guess. Choose another, or make it longer.',
})
