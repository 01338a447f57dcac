import { expect, it } from 'vitest'
import { findGuessableFault } from './new-password.tsx'

it('explains in plain words why a password is easy to guess, as the server does (PASSWORD-4)', async () => {
  expect(await findGuessableFault('aaaaaa', {})).toBe(
    'This password repeats the same few characters. Choose another.',
  )
  expect(await findGuessableFault('Nowak1990', { full_name: 'Łucja Nowak' })).toBe(
    'This password uses your name, email, address, phone number or birth date. Choose another.',
  )
})

it('accepts a good password', async () => {
  expect(await findGuessableFault('Quiet-harbour-42', { full_name: 'Łucja Nowak' })).toBeNull()
})
