import parsePhoneNumber from 'libphonenumber-js/max'
import { toLatinDigits } from '../../../domain/typed-text.ts'

/**
 * A phone number as it is stored: E.164, with an extension as RFC 3966 has it (`+447700900123;ext=12`). Null for a
 * number without a country, or one that cannot exist.
 */
export function toStoredPhone(text: string): string | null {
  const read = parsePhoneNumber(toLatinDigits(text))
  if (!read) return null
  return read.ext ? `${read.number};ext=${read.ext}` : read.number
}

/** A stored number in the international format, `+44 7700 900123 ext. 12`; any other text unchanged. */
export function toShownPhone(stored: string): string {
  const read = parsePhoneNumber(stored)
  if (!read) return stored
  const extension = read.ext ? ` ext. ${read.ext}` : ''
  read.setExt('')
  return read.formatInternational() + extension
}
