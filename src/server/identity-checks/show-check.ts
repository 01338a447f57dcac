import type { IdentityCheck } from '../../contract/identity-check.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findNewest } from './store.ts'

/** How the newest check stands, as the person who is checked reads it. */
export async function showCheck(
  { database, identityProvider }: Platform,
  owner: DocumentOwner,
): Promise<IdentityCheck> {
  const { name: provider } = identityProvider
  const check = provider === null ? null : await findNewest(database, owner)
  if (!check) return { provider, check: null }
  const { state, fault, ageOver18, nameAgrees, faceMatched, endedAt } = check
  const checkedAt = state === 'checked' ? (endedAt?.toISOString() ?? null) : null
  return { provider, check: { state, fault, ageOver18, nameAgrees, faceMatched, checkedAt } }
}
