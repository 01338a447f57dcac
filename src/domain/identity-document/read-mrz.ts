import type { CalendarDate } from '../calendar-date.ts'
import type { DocumentKind } from '../evidence/evidence.ts'
import type { ContentFault, DocumentContent } from './document-content.ts'
import { isIssuer, isNationality } from './issuing-state.ts'
import {
  computeCheckDigit,
  getCheckPlace,
  getCompositePlace,
  type MrzLayout,
  mrzLayouts,
  mrzRepertoire,
  type Place,
} from './mrz-layout.ts'
import { repairMrz } from './repair-mrz.ts'
import { parseBirthDate, parseExpiryDate } from './two-digit-year.ts'

/** The state of the examples of ICAO 9303. */
const utopia = 'UTO'

/** Surnames, two fillers and given names, a filler between names of a kind (9303-3, 4.6): what does not look so was misread. */
const writtenNames = /^(?:[A-Z]+(?:<[A-Z]+)*(?:<<[A-Z]+(?:<[A-Z]+)*)?)?<*$/

/** The format of lines of these lengths; null when it is none of ICAO 9303's. */
export function findMrzLayout(lines: readonly string[]): MrzLayout | null {
  const isOf = ({ lines: count, length }: MrzLayout) =>
    lines.length === count && lines.every((line) => line.length === length)
  return mrzLayouts.find(isOf) ?? null
}

/**
 * What a machine-readable zone says, if every check digit holds and every code is of its list (ICAO 9303-3 to -6). Characters are repaired
 * by their position alone (repair-mrz.ts). Names have no check digit: they may be anything.
 */
export function readMrz(seen: readonly string[], day: CalendarDate): DocumentContent | ContentFault {
  const layout = findMrzLayout(seen)
  if (!layout) return 'unreadable'
  const lines = repairMrz(seen, layout)
  if (lines.some((line) => [...line].some((character) => !mrzRepertoire.includes(character))))
    return 'unreadable'
  const readAt = ([line, start, end]: Place) => (lines[line] ?? '').slice(start, end)

  if (!doCheckDigitsHold(layout, readAt)) return 'unreadable'
  if (!/^[MF<]$/.test(readAt(layout.sex))) return 'unreadable'
  const kind = findKind(readAt(layout.code), readAt(layout.state))
  // A passport has the two long lines of its page (9303-4); a card that calls itself one is none.
  if (kind === 'passport' && !layout.personalNumber) return 'not_a_document'
  if (!kind) return 'not_a_document'
  const issuingState = readAt(layout.state).replace(/<+$/, '')
  const nationality = readAt(layout.nationality).replace(/<+$/, '')
  if (issuingState === utopia && nationality === utopia) return 'specimen'
  // No check digit holds them: a letter was misread more probably than that somebody made up a state.
  if (!isIssuer(issuingState) || !isNationality(nationality)) return 'unreadable'
  const dateOfBirth = parseBirthDate(readAt(layout.birth), day)
  const expiresOn = parseExpiryDate(readAt(layout.expiry), day)
  if (!dateOfBirth || !expiresOn) return 'unreadable'
  const names = readAt(layout.names)
  if (!writtenNames.test(names)) return 'unreadable'
  const [surname = '', givenNames = ''] = names.replace(/<+$/, '').split('<<', 2).map(putSpacesBetweenNames)
  return {
    kind,
    readFrom: 'lines',
    issuingState,
    number: readNumber(layout, readAt),
    surname,
    givenNames,
    namesTruncated: !names.endsWith('<'),
    dateOfBirth,
    expiresOn,
  }
}

function doCheckDigitsHold(layout: MrzLayout, at: (place: Place) => string): boolean {
  const { birth, expiry, personalNumber, composite } = layout
  const doesHold = (place: Place) => at(getCheckPlace(place)) === computeCheckDigit(at(place))
  return (
    doesNumberHold(layout, at) &&
    doesHold(birth) &&
    doesHold(expiry) &&
    // Without a personal number a filler may stand for its check digit (9303-4, 4.2.2).
    (!personalNumber ||
      doesHold(personalNumber) ||
      (/^<+$/.test(at(personalNumber)) && at(getCheckPlace(personalNumber)) === '<')) &&
    at(getCompositePlace(layout)) === computeCheckDigit(composite.map(at).join(''))
  )
}

function doesNumberHold(layout: MrzLayout, at: (place: Place) => string): boolean {
  const { number, numberContinues } = layout
  const check = at(getCheckPlace(number))
  if (check !== '<' || !numberContinues) return check === computeCheckDigit(at(number))
  const rest = at(numberContinues).split('<')[0] ?? ''
  return rest.length > 1 && rest.slice(-1) === computeCheckDigit(at(number) + rest.slice(0, -1))
}

/** The number with what goes on in the optional data, without the check digit of the whole (9303-5, 9303-6). */
function readNumber({ number, numberContinues }: MrzLayout, at: (place: Place) => string): string {
  const isLonger = numberContinues && at(getCheckPlace(number)) === '<'
  const rest = isLonger ? (at(numberContinues).split('<')[0] ?? '').slice(0, -1) : ''
  return at(number).replace(/<+$/, '') + rest
}

/** Null for what is no document of identity, such as a visa, whose first letter is V. */
function findKind(code: string, state: string): DocumentKind | null {
  const [first, second] = code
  if (first === 'P') return 'passport'
  if (first !== 'I' && first !== 'A' && first !== 'C') return null
  // A certificate for the crew of aircraft or ships proves less (9303-5, 4.2.2).
  if (second === 'V' || code === 'AC') return null
  const isPermit = second === 'R' || (state === 'USA' && (code === 'C1' || code === 'C2'))
  return isPermit ? 'residence_permit' : 'identity_card'
}

function putSpacesBetweenNames(names: string): string {
  return names.replace(/<+/g, ' ').trim()
}
