/** The reason why a password is easy to guess. */
export type GuessableReason = 'common' | 'personal' | 'keys' | 'sequence' | 'repeat' | 'date' | 'simple'

/** Data about a person besides their password: the sign-up metadata and the email. Every field is optional. */
export type KnownPerson = {
  email?: unknown
  full_name?: unknown
  address?: unknown
  phone_number?: unknown
  date_of_birth?: unknown
}

/** One person, or their data before and after a change that is submitted together with the password. */
export type KnownPeople = KnownPerson | readonly KnownPerson[]

/** Shorter parts, such as initials, occur in many passwords by chance. */
const minPartLength = 3
/** The time to estimate a password grows with its length, so only this many characters are examined. */
const maxPartLength = 32
const maxParts = 40

/**
 * The guesses of an attacker who knows the person: each value whole, without spaces, and in parts; an email without its
 * top-level domain, a phone number without its country code, a birth date in the forms that people type. Lower case, in
 * plain letters (NFKC), without duplicates.
 */
export function listPersonalWords(known: KnownPeople): string[] {
  const people = [known].flat()
  // The estimate assumes that earlier entries are guessed first.
  const texts = [
    ...people.map(({ full_name }) => full_name),
    ...people.flatMap(({ email }) => [email, dropLastLabel(email)]),
    ...people.flatMap(({ address, phone_number }) => [address, phone_number]),
  ]
  return [
    ...collectWords(texts).slice(0, maxParts * people.length),
    ...new Set(people.flatMap(({ phone_number }) => listEndsOfNumber(phone_number))),
    ...new Set(people.flatMap(({ date_of_birth }) => listBirthDateWritings(date_of_birth))),
  ]
}

function collectWords(known: unknown[]): string[] {
  const texts = known.filter((text) => typeof text === 'string').map((text) => text.normalize('NFKC'))
  const words = texts.flatMap((text) => [text, text.replace(/[^\p{L}\p{N}]+/gu, ''), ...splitParts(text)])
  const long = words
    .map((word) => word.trim().toLowerCase().slice(0, maxPartLength))
    .filter((word) => word.length >= minPartLength)
  return [...new Set(long)]
}

function dropLastLabel(email: unknown): unknown {
  return typeof email === 'string' ? email.replace(/\.[^.@]*$/, '') : null
}

/** A phone number in its national form: country codes have one to three digits, and most replace a leading zero. */
function listEndsOfNumber(phoneNumber: unknown): string[] {
  const digits = typeof phoneNumber === 'string' ? phoneNumber.normalize('NFKC').replace(/\D/g, '') : ''
  const ends = [1, 2, 3].map((code) => digits.slice(code)).concat(digits.slice(-9), digits.slice(-8))
  return [...new Set(ends)].filter((end) => end.length >= 6).flatMap((end) => [end, `0${end}`])
}

function splitParts(text: string): string[] {
  const local = text.split('@')[0] ?? ''
  const letters = local.replace(/[^\p{L}]+/gu, '')
  return [...text.split(/[^\p{L}\p{N}]+/u), local, local.replace(/[^\p{L}]+$/u, ''), letters]
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const separators = ['', '.', '-', '/']

/**
 * A birth date (`YYYY-MM-DD`) in the forms that people type, whole and in parts that are long enough to matter, lower
 * case; empty for an invalid date.
 */
function listBirthDateWritings(date: unknown): string[] {
  if (typeof date !== 'string') return []
  const [, year = '', mm = '', dd = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const name = months[Number(mm) - 1]
  if (name === undefined) return []
  const [m, d] = [String(Number(mm)), String(Number(dd))]
  const years = [year, year.slice(2)]
  const inDigits = years.flatMap((y) =>
    [
      [dd, mm, y],
      [d, m, y],
      [mm, dd, y],
      [m, d, y],
      [y, mm, dd],
      [mm, y],
      [dd, y],
      [y, dd],
    ].flatMap((parts) => separators.map((separator) => parts.join(separator))),
  )
  const inWords = [name, name.slice(0, 3)].flatMap((month) =>
    ['', year, year.slice(2)].flatMap((y) => [`${d}${month}${y}`, `${month}${d}${y}`, `${month}${y}`]),
  )
  return [year, ...inDigits, ...inWords]
}
