import { isAdultOn } from '../account/adulthood.ts'
import type { CalendarDate } from '../calendar-date.ts'

/** What a provider read in a document and compared with a face. */
type Checked = {
  givenNames: string
  surname: string
  birthDate: CalendarDate | null
  faceMatched: boolean
}

/** All that is kept of it (PROVIDER-5). */
export type IdentityVerdicts = { ageOver18: boolean; nameAgrees: boolean; faceMatched: boolean }

/** The verdicts about a checked document, for the name that was given and on a day; null where it shows no birth date. */
export function judgeIdentity(
  { givenNames, surname, birthDate, faceMatched }: Checked,
  claimedName: string,
  day: CalendarDate,
): IdentityVerdicts | null {
  if (birthDate === null) return null
  return {
    ageOver18: isAdultOn(birthDate, day),
    nameAgrees: agrees(claimedName, givenNames, surname),
    faceMatched,
  }
}

/** Every name given is in the document, among them a surname and, where there are any, a given name. */
function agrees(claimedName: string, givenNames: string, surname: string): boolean {
  const [claimed, given, surnames] = [claimedName, givenNames, surname].map(wordsOf)
  if (!claimed?.length || !given || !surnames || given.length + surnames.length === 0) return false
  const isShown = (word: string) => given.includes(word) || surnames.includes(word)
  const isAmong = (names: string[]) => names.length === 0 || claimed.some((word) => names.includes(word))
  return claimed.every(isShown) && isAmong(given) && isAmong(surnames)
}

/** Letters whose marks do not come off by decomposition. */
const letters: Record<string, string> = { Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Þ: 'TH', Æ: 'AE', Œ: 'OE', ẞ: 'SS' }

/** The names without marks, case and what stands between them. */
function wordsOf(names: string): string[] {
  const bare = names
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`.]/g, '')
    .toUpperCase()
  const plain = [...bare].map((letter) => letters[letter] ?? letter).join('')
  return plain.split(/[^\p{L}]+/u).filter((word) => word !== '')
}
