import type { VerificationKind } from '../domain/verification/verification.ts'
import type { EndpointName, ParamName } from './endpoints.ts'

/** The address of an endpoint in the table (`endpoints.ts`), with its `:name` parts filled in. */
export function fillAddress<Name extends EndpointName>(
  name: Name,
  ...[params]: [ParamName<Name>] extends [never] ? [] : [params: Record<ParamName<Name>, string>]
): string {
  return fillPath(name.slice(name.indexOf(' ') + 1), params ?? {})
}

/**
 * Fills the `:name` parts of a path, each percent-encoded. Throws on a name without a value, which is a bug of the
 * caller.
 */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
}

/**
 * Carries the day on the caller's own calendar (`YYYY-MM-DD`) with `POST /auth/v1/signup`, whose body is defined by the
 * protocol.
 */
export const localDayHeader = 'X-Local-Day'

/**
 * Carries what was wrong with the data in a refusal of the auth service, as keys of the account messages with spaces
 * between them: the protocol has one code for all of it.
 */
export const authFaultsHeader = 'X-Refused-For'

type Named = { id: string; type: VerificationKind }

/** The page on which the owner of a verification reads it (OWNER). */
export function toOwnerPath({ id, type }: Named): string {
  return fillPath(type === 'age' ? '/consent-form/:id' : '/person-verification-view/:id', { id })
}

/** The page on which the owner of a verification can find its link again (CREATE-24). */
export function toCreatedPath({ id, type }: Named): string {
  return fillPath(type === 'age' ? '/age-confirmation/created/:id' : '/person-verification/created/:id', {
    id,
  })
}
