import { toLatinDigits } from '../typed-text.ts'
import { accountLimits } from './limits.ts'

/** E.164 numbers have at most 15 digits; numbers with fewer than 4 can't be reached. */
const digits = { min: 4, max: 15 } as const

const shape = /^(\+?[\d\s().\-/\u2010-\u2015]+)(?:[\s,;]*(?:extension|ext\.?|x|#|;ext=)[\s:=]*\d{1,7}#?)?$/i

/**
 * Whether a text is a valid phone number: digits of any script, spaces, parentheses, dots, dashes, a + in front, and an
 * extension ("ext. 12", "x12", "#12") at the end.
 */
export function isPhoneText(text: string): boolean {
  const number = shape.exec(toLatinDigits(text))?.[1] ?? ''
  const count = number.replace(/\D/g, '').length
  return text.length >= accountLimits.phoneNumberMin && count >= digits.min && count <= digits.max
}

/** Joins a number and the chosen country code; a number with its own country code (+44 …, 0044 …) keeps that. */
export function joinPhone(countryCode: string, typed: string): string {
  const text = toLatinDigits(typed).trim()
  if (text.startsWith('+')) return text
  return text.startsWith('00') ? `+${text.slice(2)}` : `${countryCode}${text}`
}

/** The calling codes offered at registration, in display order (SIGNUP-2), each with its ISO 3166-1 country code. */
export const countryCodes = [
  { code: '+1', country: 'US' },
  { code: '+44', country: 'GB' },
  { code: '+91', country: 'IN' },
  { code: '+61', country: 'AU' },
  { code: '+49', country: 'DE' },
  { code: '+33', country: 'FR' },
  { code: '+86', country: 'CN' },
  { code: '+81', country: 'JP' },
  { code: '+234', country: 'NG' },
  { code: '+27', country: 'ZA' },
  { code: '+52', country: 'MX' },
  { code: '+55', country: 'BR' },
  { code: '+971', country: 'AE' },
  { code: '+966', country: 'SA' },
  { code: '+65', country: 'SG' },
] as const
