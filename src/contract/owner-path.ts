import type { VerificationKind } from '../domain/verification/verification.ts'
import { fillPath } from './address.ts'

type Named = { id: string; type: VerificationKind }

/** The page on which the owner of a verification reads it (OWNER). */
export function toOwnerPath({ id, type }: Named): string {
  return fillPath(type === 'age' ? '/consent-form/:id' : '/person-verification-view/:id', { id })
}

/** The page on which the owner of a verification finds its link again (CREATE-24). */
export function toCreatedPath({ id, type }: Named): string {
  return fillPath(type === 'age' ? '/age-confirmation/created/:id' : '/person-verification/created/:id', {
    id,
  })
}
