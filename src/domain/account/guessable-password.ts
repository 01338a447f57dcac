/** Why a password is guessed in a moment. */
export type GuessableReason = 'common' | 'personal' | 'keys' | 'sequence' | 'repeat' | 'date' | 'simple'

/** Data about a person besides their password: the sign-up metadata and the email. Every field is optional. */
export type KnownPerson = {
  email?: unknown
  full_name?: unknown
  address?: unknown
  phone_number?: unknown
  date_of_birth?: unknown
}

/** One person, or their data before and after a change that comes together with the password. */
export type KnownPeople = KnownPerson | readonly KnownPerson[]

/** Shorter parts, such as initials, are in every password by accident. */
const minPartLength = 3
/** The estimate's time grows with the length, and no more of a password is looked at. */
const maxPartLength = 32
const maxParts = 40

/**
 * The guesses of an attacker who knows the person: everything whole, without its spaces, and in its parts; an email
 * without the end of its domain, a phone number without the code of its country, a birth date as people write it. Lower
 * case, in plain letters (NFKC), each once.
 */
export function listPersonalWords(known: KnownPeople): string[] {
  const people = [known].flat()
  // Earlier entries count as guessed earlier.
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

/** A phone number as it is dialled at home: codes of countries have one to three digits, and most replace a zero. */
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
 * A birth date (`YYYY-MM-DD`) as people type it, whole and in parts that say something, lower case; nothing when it is
 * no such date.
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
