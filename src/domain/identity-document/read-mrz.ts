import { type CalendarDate, isCalendarDate } from '../calendar-date.ts'
import type { DocumentKind } from '../evidence/evidence.ts'
import { type ContentFault, type DocumentContent, digitFor, letterFor } from './document-content.ts'
import {
  computeCheckDigit,
  getCheckPlace,
  getCompositePlace,
  type MrzLayout,
  mrzLayouts,
  mrzRepertoire,
  type Place,
} from './mrz-layout.ts'

/** The state code in the examples of ICAO 9303. */
const utopia = 'UTO'

/**
 * Surnames, two fillers and given names, with one filler between names of a kind (9303-3, 4.6); any other pattern was
 * misread.
 */
const writtenNames = /^(?:[A-Z]+(?:<[A-Z]+)*(?:<<[A-Z]+(?:<[A-Z]+)*)?)?<*$/

/** The fewest characters of a piece that shows a zone. */
const minPiece = 24

/** The format with lines of these lengths; null if ICAO 9303 has none. */
export function findMrzLayout(lines: readonly string[]): MrzLayout | null {
  const isOf = ({ lines: count, length }: MrzLayout) =>
    lines.length === count && lines.every((line) => line.length === length)
  return mrzLayouts.find(isOf) ?? null
}

/**
 * Reads a machine-readable zone with valid check digits and listed codes (ICAO 9303-3 to -6). Characters are corrected
 * by their position alone. Names have no check digit: any text is accepted.
 */
export function readMrz(seen: readonly string[], day: CalendarDate): DocumentContent | ContentFault {
  const layout = findMrzLayout(seen)
  if (!layout) return 'unreadable'
  const lines = repairMrz(seen, layout)
  if (lines.some((line) => [...line].some((character) => !mrzRepertoire.includes(character))))
    return 'unreadable'
  const readAt = ([line, start, end]: Place) => (lines[line] ?? '').slice(start, end)

  if (isVisa(layout, readAt)) return 'not_a_document'
  if (!doCheckDigitsHold(layout, readAt)) return 'unreadable'
  if (!/^[MF<]$/.test(readAt(layout.sex))) return 'unreadable'
  const kind = findKind(readAt(layout.code), readAt(layout.state))
  // A passport has the two long lines of its page (9303-4); a card with the code of a passport is invalid.
  if (kind === 'passport' && !layout.personalNumber) return 'not_a_document'
  if (!kind) return 'not_a_document'
  const issuingState = readAt(layout.state).replace(/<+$/, '')
  const nationality = readAt(layout.nationality).replace(/<+$/, '')
  if (issuingState === utopia && nationality === utopia) return 'specimen'
  // No check digit covers the codes: a misread letter is likelier than an invented state.
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

/** Whether a line of print is at least a large part of a line of a zone. */
export function isPieceOfZone(line: string): boolean {
  const text = line.replace(/\s/g, '').replace(/[＜〈《«‹≤]/g, '<')
  const own = [...text].filter((character) => mrzRepertoire.includes(character))
  return own.length >= minPiece && own.length > 0.9 * text.length && text.includes('<<')
}

/** Visas have the lines of a passport or a larger card, without their last check digits (9303-7). */
function isVisa({ lines, code, number, birth, expiry }: MrzLayout, at: (place: Place) => string): boolean {
  const doesHold = (place: Place) => at(getCheckPlace(place)) === computeCheckDigit(at(place))
  return lines === 2 && at(code).startsWith('V') && [number, birth, expiry].every(doesHold)
}

function doCheckDigitsHold(layout: MrzLayout, at: (place: Place) => string): boolean {
  const { birth, expiry, personalNumber, composite } = layout
  const doesHold = (place: Place) => at(getCheckPlace(place)) === computeCheckDigit(at(place))
  return (
    doesNumberHold(layout, at) &&
    doesHold(birth) &&
    doesHold(expiry) &&
    // Without a personal number, its check digit may be a filler (9303-4, 4.2.2).
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

/** The number including its continuation in the optional data, without the composite check digit (9303-5, 9303-6). */
function readNumber({ number, numberContinues }: MrzLayout, at: (place: Place) => string): string {
  const isLonger = numberContinues && at(getCheckPlace(number)) === '<'
  const rest = isLonger ? (at(numberContinues).split('<')[0] ?? '').slice(0, -1) : ''
  return at(number).replace(/<+$/, '') + rest
}

/** Null for a document that proves no identity, such as a visa, whose first letter is V. */
function findKind(code: string, state: string): DocumentKind | null {
  const [first, second] = code
  if (first === 'P') return 'passport'
  if (first !== 'I' && first !== 'A' && first !== 'C') return null
  // A crew member certificate for aircraft or ships proves less (9303-5, 4.2.2).
  if (second === 'V' || code === 'AC') return null
  const isPermit = second === 'R' || (state === 'USA' && (code === 'C1' || code === 'C2'))
  return isPermit ? 'residence_permit' : 'identity_card'
}

function putSpacesBetweenNames(names: string): string {
  return names.replace(/<+/g, ' ').trim()
}

/**
 * A machine-readable zone with digits where only digits are allowed and letters where only letters are. No alternatives
 * are tried: the check digits are verified once, later.
 */
function repairMrz(lines: readonly string[], layout: MrzLayout): string[] {
  const repaired = lines.map((line) => [...line])
  const apply = ([line, start, end]: Place, map: Record<string, string>) => {
    for (let at = start; at < end; at++) {
      const row = repaired[line]
      const character = row?.[at]
      if (row && character) row[at] = map[character] ?? character
    }
  }
  const { code, birth, expiry, number, personalNumber, state, nationality, names, sex } = layout
  const digits = [
    birth,
    getCheckPlace(birth),
    expiry,
    getCheckPlace(expiry),
    getCheckPlace(number),
    getCompositePlace(layout),
    ...(personalNumber ? [getCheckPlace(personalNumber)] : []),
  ]
  for (const place of digits) apply(place, digitFor)
  for (const place of [state, nationality, names, sex]) apply(place, letterFor)
  const [line, start] = code
  // The first letter of the code; the second may be a digit on some cards.
  apply([line, start, start + 1], letterFor)
  return repaired.map((row) => row.join(''))
}

/** The birth date for `YYMMDD`: in the latest century in which it isn't after `day`. Null for an invalid date. */
function parseBirthDate(yymmdd: string, day: CalendarDate): CalendarDate | null {
  const century = Number(day.slice(0, 2))
  return (
    [century, century - 1].map((c) => parseDateInCentury(c, yymmdd)).find((date) => date && date <= day) ??
    null
  )
}

/** The expiry date for `YYMMDD`: the possible date nearest to `day`. Null for an invalid date. */
function parseExpiryDate(yymmdd: string, day: CalendarDate): CalendarDate | null {
  const year = Number(day.slice(0, 4))
  const countYearsFrom = (date: CalendarDate) => Math.abs(Number(date.slice(0, 4)) - year)
  const century = Math.floor(year / 100)
  const dates = [century - 1, century, century + 1].flatMap((c) => parseDateInCentury(c, yymmdd) ?? [])
  return dates.sort((a, b) => countYearsFrom(a) - countYearsFrom(b))[0] ?? null
}

function parseDateInCentury(century: number, yymmdd: string): CalendarDate | null {
  const date = `${century}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
  return isCalendarDate(date) ? date : null
}

/**
 * The issuer codes of ICAO 9303-3, section 5: those of ISO 3166-1, Germany's single letter, and those of organisations
 * and of the kinds of British nationality. `UTO`, the Utopia of specimens, is left out.
 */
const issuers = new Set(
  (
    'AFG ALB DZA ASM AND AGO AIA ATA ATG ARG ARM ABW AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BMU BTN ' +
    'BOL BES BIH BWA BVT BRA IOT BRN BGR BFA BDI CPV KHM CMR CAN CYM CAF TCD CHL CHN CXR CCK COL COM COD ' +
    'COG COK CRI HRV CUB CUW CYP CZE CIV DNK DJI DMA DOM ECU EGY SLV GNQ ERI EST SWZ ETH FLK FRO FJI FIN ' +
    'FRA GUF PYF ATF GAB GMB GEO D GHA GIB GRC GRL GRD GLP GUM GTM GGY GIN GNB GUY HTI HMD VAT HND HKG ' +
    'HUN ISL IND IDN IRN IRQ IRL IMN ISR ITA JAM JPN JEY JOR KAZ KEN KIR PRK KOR KWT KGZ LAO LVA LBN LSO ' +
    'LBR LBY LIE LTU LUX MAC MDG MWI MYS MDV MLI MLT MHL MTQ MRT MUS MYT MEX FSM MDA MCO MNG MNE MSR MAR ' +
    'MOZ MMR NAM NRU NPL NLD NCL NZL NIC NER NGA NIU NFK MKD MNP NOR OMN PAK PLW PSE PAN PNG PRY PER PHL ' +
    'PCN POL PRT PRI QAT ROU RUS RWA REU BLM SHN KNA LCA MAF SPM VCT WSM SMR STP SAU SEN SRB SYC SLE SGP ' +
    'SXM SVK SVN SLB SOM ZAF SGS SSD ESP LKA SDN SUR SJM SWE CHE SYR TWN TJK TZA THA TLS TGO TKL TON TTO ' +
    'TUN TUR TKM TCA TUV UGA UKR ARE GBR UMI USA URY UZB VUT VEN VNM VGB VIR WLF ESH YEM ZMB ZWE ALA GBD ' +
    'GBN GBO GBP GBS RKS XXK EUE UNO UNA UNK XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC'
  ).split(' '),
)

/** Codes that are valid only as a nationality: stateless persons, refugees, and unspecified. */
const withoutState = new Set(['XXA', 'XXB', 'XXC', 'XXX'])

/** Whether a state or organisation with this code, without fillers, issues documents. */
function isIssuer(code: string): boolean {
  return issuers.has(code)
}

function isNationality(code: string): boolean {
  return issuers.has(code) || withoutState.has(code)
}
