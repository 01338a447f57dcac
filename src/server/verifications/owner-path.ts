import { fillPath } from '../../contract/address.ts'
import type { VerificationRow } from './store.ts'

/** The page on which the owner of a verification reads it. */
export function ownerPath({ id, type }: Pick<VerificationRow, 'id' | 'type'>): string {
  return fillPath(type === 'age' ? '/consent-form/:id' : '/person-verification-view/:id', { id })
}
