import { type DocumentContent, foldDigits } from './document-content.ts'
import { doNamesAgree, splitWords } from './names-agree.ts'

type PrintedNames = Pick<DocumentContent, 'surname' | 'givenNames' | 'namesTruncated' | 'number'>

/** In a shorter word, letters that look alike may make another name. */
const minFittedLetters = 5

/**
 * Whether the typed name is the one that was read on a licence of Great Britain (`readUkLicence`); null where it may
 * have been misread.
 */
export function judgePrintedName(typed: string, printed: PrintedNames): boolean | null {
  const words = splitWords(typed)
  const spellAsTyped = (names: string) =>
    splitWords(names)
      .map((word) => words.find((typed) => isAlike(word, typed)) ?? word)
      .join(' ')
  const fitted = {
    ...printed,
    surname: spellAsTyped(printed.surname),
    givenNames: spellAsTyped(printed.givenNames),
  }
  if (printed.givenNames !== '' && doNamesAgree(typed, fitted)) return true
  return mayBeMisread(words, printed) ? null : false
}

/** A word without the differences between letters that look alike. */
export function foldAlike(word: string): string {
  return foldDigits(joinStrokes(word))
}

const joinStrokes = (word: string) => word.replace(/RN/g, 'M').replace(/VV/g, 'W')

/** Whether two words differ by at most one letter, and that one looks alike. */
function isAlike(one: string, other: string): boolean {
  const [own, others] = [joinStrokes(one), joinStrokes(other)]
  const differing = [...own].filter((letter, at) => letter !== others[at]).length
  return (
    Math.min(one.length, other.length) >= minFittedLetters &&
    foldAlike(one) === foldAlike(other) &&
    differing <= 1
  )
}

/** The letters of the surname and of the given names that field 5 repeats, so that they were read twice. */
const repeated = { surname: 5, givenNames: 1 }

/**
 * Whether the printed names are the typed ones with at most one error in each word, or without their spaces. A letter
 * that field 5 confirms isn't an error. Given names that weren't read may be any.
 */
function mayBeMisread(words: readonly string[], { surname, givenNames, number }: PrintedNames): boolean {
  const [surnames, given] = [splitWords(surname), splitWords(givenNames)]
  const isOneOf = (names: readonly string[], confirmed: number) => (word: string) =>
    names.some((name, at) => hasOneErrorAtMost(word, name, at === 0 ? confirmed : 0))
  const isSurname = isOneOf(surnames, repeated.surname)
  const isGiven = (word: string) =>
    isOneOf(given, repeated.givenNames)(word) ||
    given.some((name) => name.startsWith(word) && (word.length === 1 || name[word.length] === number[12]))
  const hasSurname = words.some(isSurname)
  if (given.length === 0) return hasSurname
  const whole = words.join('')
  const hasStart = (name: string, letters: number) =>
    words.some((_, at) => hasSameStart(words.slice(at).join(''), name, letters))
  return (
    (hasSurname && words.some(isGiven) && words.every((word) => isSurname(word) || isGiven(word))) ||
    (hasStart(surnames.join(''), repeated.surname) &&
      hasStart(given.join(''), repeated.givenNames) &&
      [
        [...surnames, ...given],
        [...given, ...surnames],
      ].some((names) => hasOneErrorAtMost(whole, names.join(''), 0)))
  )
}

const hasSameStart = (one: string, other: string, letters: number) =>
  foldAlike(one.slice(0, letters)) === foldAlike(other.slice(0, letters))

/** Whether two words have the same start and differ by at most one wrong, lost or added letter. */
function hasOneErrorAtMost(one: string, other: string, start: number): boolean {
  if (!hasSameStart(one, other, start)) return false
  const [word, name] = [foldAlike(one), foldAlike(other)]
  let [from, ends] = [0, 0]
  const shorter = Math.min(word.length, name.length)
  while (from < shorter && word[from] === name[from]) from++
  while (ends < shorter - from && word.at(-1 - ends) === name.at(-1 - ends)) ends++
  return Math.max(word.length, name.length) - from - ends <= 1
}
