/**
 * Why a password is guessed in a moment, in plain words. The same sentence stands below the field and in the refusal of the server.
 */
export const guessableWords = {
  common: 'This password is one of those that everybody guesses first. Please choose another one.',
  personal:
    'This password is made of your name, email, address or phone number, which others know. Please choose another one.',
  keys: 'This password is a row of neighbouring keys. Please choose another one.',
  sequence: 'This password is a row of letters or numbers in their order. Please choose another one.',
  repeat: 'This password repeats the same few characters. Please choose another one.',
  date: 'This password is a date. Please choose another one.',
  simple: 'This password can be guessed in a moment. Please choose another one, or make it longer.',
} as const

export type GuessableReason = keyof typeof guessableWords

/** What is known about a person besides their password: the members of the sign-up metadata, and the email. Anything may be missing. */
export type KnownPerson = { email?: unknown; full_name?: unknown; address?: unknown; phone_number?: unknown }

/** Shorter parts, such as initials, are in every password by accident. */
const minPartLength = 3
/** A longer text is no word, and the estimate's time grows with it. */
const maxPartLength = 32
const maxParts = 40

/** What somebody who knows the person would try: everything whole, without its spaces, and in its parts. Lower case, each once. */
export function personalWords({ email, full_name, address, phone_number }: KnownPerson): string[] {
  const texts = [full_name, email, address, phone_number].filter((text) => typeof text === 'string')
  const words = texts.flatMap((text) => [text, text.replace(/[^\p{L}\p{N}]+/gu, ''), ...partsOf(text)])
  const long = words
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length >= minPartLength && word.length <= maxPartLength)
  return [...new Set(long)].slice(0, maxParts)
}

function partsOf(text: string): string[] {
  const local = text.split('@')[0] ?? ''
  const letters = local.replace(/[^\p{L}]+/gu, '')
  return [...text.split(/[^\p{L}\p{N}]+/u), local, local.replace(/[^\p{L}]+$/u, ''), letters]
}
