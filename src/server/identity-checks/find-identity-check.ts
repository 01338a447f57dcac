import type { IdentityVerdicts } from '../../domain/identity-check/judge-identity.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { hashName } from './hash-name.ts'
import { findNewestResult } from './store.ts'

/** What a provider's check left, for a name that is about to be signed: null where it was another name that was compared. */
export type CheckResult = Omit<IdentityVerdicts, 'nameAgrees'> & {
  nameAgrees: boolean | null
  provider: string
  checkedAt: Date
}

/** The newest result of somebody's check, or null when there is none. */
export async function findIdentityCheck(
  q: Queryable,
  owner: DocumentOwner,
  fullName: string,
): Promise<CheckResult | null> {
  const check = await findNewestResult(q, owner)
  if (!check || check.ageOver18 === null || check.faceMatched === null || !check.endedAt) return null
  const { ageOver18, faceMatched, provider, endedAt: checkedAt } = check
  const nameAgrees = check.nameSha256 === hashName(fullName) ? check.nameAgrees : null
  return { ageOver18, nameAgrees, faceMatched, provider, checkedAt }
}

/** Whether the newest result of somebody's check says that they are under 18. */
export async function isCheckedUnderAge(q: Queryable, owner: DocumentOwner): Promise<boolean> {
  return (await findNewestResult(q, owner))?.ageOver18 === false
}
