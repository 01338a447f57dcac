import parsePhoneNumber from 'libphonenumber-js/max'
import { toLatinDigits } from '../../../domain/typed-text.ts'

/**
 * Parses a phone number into its stored form: E.164, with an extension as in RFC 3966 (`+447700900123;ext=12`). Null
 * for a number without a country, or an impossible number.
 */
export function toStoredPhone(text: string): string | null {
  const read = parsePhoneNumber(toLatinDigits(text))
  if (!read) return null
  return read.ext ? `${read.number};ext=${read.ext}` : read.number
}

/** Formats a stored number in the international format, `+44 7700 900123 ext. 12`; returns any other text unchanged. */
export function toShownPhone(stored: string): string {
  const read = parsePhoneNumber(stored)
  if (!read) return stored
  const extension = read.ext ? ` ext. ${read.ext}` : ''
  read.setExt('')
  return read.formatInternational() + extension
}
