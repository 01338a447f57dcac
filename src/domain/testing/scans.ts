import { computeCheckDigit } from '../identity-document/mrz-layout.ts'
import { type Claims, type DocumentScan, judge, readContent } from '../identity-document/verdict.ts'

/** The day on which the documents of the tests are read. */
export const day = '2026-03-11'
export const claims: Claims = { fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17' }

/** What was seen in a picture with a face. */
export const scan = (more: Partial<DocumentScan>): DocumentScan => ({
  ...{ zones: [], barcodes: [], lines: [], hasFace: true },
  ...more,
})

export const judgeScan = (more: Partial<DocumentScan>, typed = claims, on = day) =>
  judge(readContent(scan(more), on), typed, on)

/** A field of a machine-readable zone, and its check digit. */
export const checked = (text: string) => text + computeCheckDigit(text)

export type ZoneFields = Partial<Record<'code' | 'state' | 'names' | 'number' | 'birth' | 'expiry', string>>
type PassportFields = ZoneFields & { nationality?: string; sex?: string }

/** The two lines of a passport with matching check digits. */
export function writePassport(fields: PassportFields = {}): [string, string] {
  return writeTwoLines({ code: 'P<', ...fields }, 44, checked('<'.repeat(14)))
}

/** The two lines of a larger card with matching check digits. */
export function writeLargerCard(fields: PassportFields = {}): [string, string] {
  return writeTwoLines({ code: 'ID', ...fields }, 36, '<'.repeat(7))
}

function writeTwoLines(fields: PassportFields, length: number, rest: string): [string, string] {
  const { code, state = 'POL', nationality = 'POL', names = 'NOWAK<<LUCJA', sex = 'F' } = fields
  const number = checked(fields.number ?? 'EA4815162')
  const [birth, expiry] = [checked(fields.birth ?? '900417'), checked(fields.expiry ?? '310520')]
  const composite = computeCheckDigit(number + birth + expiry + rest)
  return [
    `${code}${state}${names}`.padEnd(length, '<'),
    `${number}${nationality}${birth}${sex}${expiry}${rest}${composite}`,
  ]
}

/** The three lines of a card with matching check digits; `number` is all that follows the state in the first line. */
export function writeCard(fields: ZoneFields = {}): [string, string, string] {
  const { code = 'ID', state = 'POL', names = 'NOWAK<<LUCJA', number = checked('EA4815162') } = fields
  const first = `${code.padEnd(2, '<')}${state}${number}`.padEnd(30, '<')
  const [birth, expiry] = [checked(fields.birth ?? '900417'), checked(fields.expiry ?? '310520')]
  const rest = '<'.repeat(11)
  const composite = computeCheckDigit(first.slice(5) + birth + expiry + rest)
  return [first, `${birth}F${expiry}${state}${rest}${composite}`, names.padEnd(30, '<')]
}
