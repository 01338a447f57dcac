import type { ProviderSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { findIdentityCheck } from './find-identity-check.ts'

/** What a provider's check adds to somebody's word; null where there was none, or it found somebody under 18. */
export async function findProviderSource(
  q: Queryable,
  owner: DocumentOwner,
  { fullName, signature }: { fullName: string; signature: string },
): Promise<ProviderSource | null> {
  const check = await findIdentityCheck(q, owner, fullName)
  if (!check?.ageOver18) return null
  const { provider, nameAgrees, faceMatched, checkedAt } = check
  return {
    step: 'provider',
    provider,
    // Signed with something else, it is no name that anybody agreed to.
    nameAgrees: isSameName(signature, fullName) ? nameAgrees : null,
    faceMatched,
    at: checkedAt.toISOString(),
  }
}
