import type { NameVerdict } from '../wallet.ts'
import type { DocumentContent } from './document-content.ts'

/**
 * Letters whose marks can't be removed by decomposition, and letters of other scripts, as transliterated by ICAO
 * 9303-3, section 6.
 */
const transliterations: Record<string, string> = Object.fromEntries(
  `Æ=AE Œ=OE Ø=OE ß=SS ẞ=SS Ł=L Đ=D Ð=D Þ=TH Ħ=H Ŧ=T Ŋ=N ı=I ĸ=K Ə=E А=A Б=B В=V Г=G Ґ=G Д=D Е=E Ё=E
  Є=IE Ж=ZH З=Z И=I І=I Ї=I Й=I К=K Л=L М=M Н=N О=O П=P Р=R С=S Т=T У=U Ў=U Ф=F Х=KH Ц=TS Ч=CH Ш=SH
  Щ=SHCH Ъ=IE Ы=Y Ь= Э=E Ю=IU Я=IA Ј=J Љ=LJ Њ=NJ Ђ=D Ћ=C Џ=DZ Α=A Β=V Γ=G Δ=D Ε=E Ζ=Z Η=I Θ=TH Ι=I Κ=K
  Λ=L Μ=M Ν=N Ξ=X Ο=O Π=P Ρ=R Σ=S Τ=T Υ=Y Φ=F Χ=CH Ψ=PS Ω=O`
    .split(/\s+/)
    .map((pair) => pair.split('=')),
)

/** Where one letter may be written as two, states differ, so both sides are reduced to the shorter form. */
const folds: [RegExp, string][] = [
  [/AE/g, 'A'],
  [/OE/g, 'O'],
  [/U(?:E|XX)/g, 'U'],
  [/NXX/g, 'N'],
  [/AA/g, 'A'],
]

/**
 * Whether the typed name matches the name on a document, regardless of diacritics, transliteration, the order of names,
 * further given names, and names cut off by a full field. Every typed name must be on the document, including at least
 * one of its surnames and one of its given names.
 */
export function doNamesAgree(
  typed: string,
  { surname, givenNames, namesTruncated }: Pick<DocumentContent, 'surname' | 'givenNames' | 'namesTruncated'>,
): boolean {
  const words = splitWords(typed)
  const [surnames, given] = [splitWords(surname), splitWords(givenNames)]
  if (words.length === 0 || surnames.length + given.length === 0) return false
  const whole = words.join('')
  if (whole === [...surnames, ...given].join('') || whole === [...given, ...surnames].join('')) return true
  const last = [...surnames, ...given].at(-1)
  const isSame = (word: string, other: string) =>
    word === other || (namesTruncated && other === last && word.startsWith(other))
  const isIn = (others: string[]) => (word: string) => others.some((other) => isSame(word, other))
  const isInitial = (word: string) => word.length === 1 && given.some((name) => name.startsWith(word))
  return (
    words.every((word) => isIn([...surnames, ...given])(word) || isInitial(word)) &&
    [surnames, given].every((others) => others.length === 0 || words.some(isIn(others)))
  )
}

/**
 * Compares the typed name with that of a credential, which may be in the letters of its country. Two names agree in any
 * order, with or without diacritics, and by ICAO's transliteration; a letter without one can't be compared.
 */
export function compareNames(typed: string, holder: { surname: string; givenNames: string }): NameVerdict {
  if (doNamesAgree(typed, { ...holder, namesTruncated: false })) return 'agrees'
  const sides = [splitWords(typed), [holder.surname, holder.givenNames].flatMap(splitWords)]
  const isComparable = (words: string[]) =>
    words.length > 0 && words.every((word) => /^[A-Z0-9]+$/.test(word))
  return sides.every(isComparable) ? 'differs' : 'not_compared'
}

/** A shorter rest of a word proves nothing. */
const minCertain = 2

/**
 * Names of a zone, in the spelling of the words that they fit if a K or I at the end of a name, or any other I beside a
 * filler, counts as equal to a filler: a reader confuses them, and no check digit covers them.
 */
export function fitNames(names: string, words: readonly string[]): string {
  return words.reduce((text, word) => {
    const certain = word.replace(/^I+|[KI]+$/g, '')
    if (!/^[A-Z]+$/.test(word) || certain.length < minCertain) return text
    return text.replace(new RegExp(`\\bI*${certain.replace(/I/g, '[I ]')}[KI]*\\b`), word)
  }, splitWords(names).join(' '))
}

/** Whether two typed names belong to one person, in any order and with further given names in the second. */
export function isSameName(one: string, other: string): boolean {
  return doNamesAgree(one, { surname: '', givenNames: other, namesTruncated: false })
}

/** The scripts in which a name without its marks is the same name. In others, marks make other syllables. */
const optionalMarks =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]|[^\p{L}\p{M}]|^)\p{M}+/gu

/** The names in capitals A to Z. A letter without a transliteration stays as it is and matches only itself. */
export function splitWords(names: string): string[] {
  const bare = names.normalize('NFD').replace(optionalMarks, '$1').toUpperCase().replace(/ΟΥ/g, 'OU')
  const latin = [...bare].map((character) => transliterations[character] ?? character).join('')
  return latin
    .replace(/['’ʼ`.]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => folds.reduce((text, [pattern, short]) => text.replace(pattern, short), word))
}
