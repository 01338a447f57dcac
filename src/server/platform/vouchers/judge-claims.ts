import { isAdultOn } from '../../../domain/account/limits.ts'
import { type CalendarDate, isCalendarDate } from '../../../domain/calendar-date.ts'
import type { VoucherRefusal } from '../../../domain/voucher.ts'
import type { VoucherFile } from './configuration.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The name that a provider gave. It is compared at once and not kept. */
export type VouchedName = { surname: string; givenNames: string }

type Judged = { over18: boolean; name: VouchedName | null } | { refusal: VoucherRefusal; why: string }

/**
 * Judges what a provider said. How it checked is read from the signed token alone, because a person can edit the
 * request in their browser.
 */
export function judgeClaims(
  file: Pick<VoucherFile, 'age' | 'names' | 'required'>,
  { signed, told }: { signed: Claims; told: Claims },
  { asksName, today }: { asksName: boolean; today: CalendarDate },
): Judged {
  const wrong = Object.entries(file.required).find(([claim, accepted]) => !hasOnly(signed[claim], accepted))
  if (wrong) return { refusal: 'method_refused', why: wrong[0] }
  const over18 = judgeAge(file.age, told, today)
  if (over18 === null) return { refusal: 'age_unknown', why: 'age' }
  return { over18, name: asksName ? readName(file.names, told) : null }
}

/** Whether a claim is one of the accepted values or, if it is a list, has only such values and at least one. */
function hasOnly(claim: unknown, accepted: readonly string[]): boolean {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.length > 0 && values.every((value) => typeof value === 'string' && accepted.includes(value))
}

/** Null where the claims don't say it. Only what a configuration calls "under" means under 18. */
function judgeAge(age: VoucherFile['age'], claims: Claims, today: CalendarDate): boolean | null {
  if ('birthdate' in age) {
    const birthDate = readClaim(claims, age.birthdate)
    return typeof birthDate === 'string' && isCalendarDate(birthDate) ? isAdultOn(birthDate, today) : null
  }
  if ('text' in age) {
    const text = readClaim(claims, age.text)
    return text === age.over ? true : text !== undefined && text === age.under ? false : null
  }
  const is18 =
    'boolean' in age ? readClaim(claims, age.boolean) : readClaim(readClaim(claims, age.thresholds), ['18'])
  if (is18 === true) return true
  return is18 === false && age.false === 'under' ? false : null
}

/** The value of a claim by its name, or by the names that lead to it inside objects. */
function readClaim(claims: unknown, path: string | readonly string[]): unknown {
  return [path].flat().reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null
    return isObject && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined
  }, claims)
}

function readName(names: VoucherFile['names'], claims: Claims): VouchedName | null {
  if (!names) return null
  const read = (path: string | readonly string[]) => {
    const value = readClaim(claims, path)
    return typeof value === 'string' ? value.trim() : ''
  }
  const name =
    'full' in names
      ? { surname: '', givenNames: read(names.full) }
      : { surname: read(names.family), givenNames: read(names.given) }
  return name.surname + name.givenNames === '' ? null : name
}
