import type { PersonalCheck } from '../../contract/personal-data.ts'
import type { ProviderSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import { type DocumentOwner, isOwnedBy, type LinkSets } from '../documents/index.ts'
import { deleteSome, type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'

/** A provider's result. `nameAgrees` is about the name with this hash only. */
type CheckResult = {
  provider: string
  nameSha256: string
  ageOver18: boolean
  nameAgrees: boolean
  faceMatched: boolean
  endedAt: Date
}

function findNewestResult(q: Queryable, owner: DocumentOwner): Promise<CheckResult | null> {
  return q.row<CheckResult>(sql`
    SELECT provider, name_sha256, age_over_18, name_agrees, face_matched, ended_at
    FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} AND state = 'checked'
    ORDER BY ended_at DESC, id DESC LIMIT 1`)
}

/** Whether the newest result of a person's check found that they are under 18. */
export async function isCheckedUnderAge(q: Queryable, owner: DocumentOwner): Promise<boolean> {
  return (await findNewestResult(q, owner))?.ageOver18 === false
}

/** The evidence of a provider's check; null without a result, or if it found the person under 18. */
export async function findProviderSource(
  q: Queryable,
  owner: DocumentOwner,
  { fullName, signature }: { fullName: string; signature: string },
): Promise<ProviderSource | null> {
  const check = await findNewestResult(q, owner)
  if (!check?.ageOver18) return null
  const { provider, faceMatched, endedAt } = check
  // The name counts only if it was the compared one, and if the person signed with it.
  const isCompared = check.nameSha256 === hashName(fullName) && isSameName(signature, fullName)
  return {
    step: 'provider',
    provider,
    nameAgrees: isCompared ? check.nameAgrees : null,
    faceMatched,
    at: endedAt.toISOString(),
  }
}

/** The hash of a compared name, as earlier versions stored it. */
function hashName(fullName: string): string {
  return hashHex(`identity-check-name\n${fullName.normalize('NFC').trim()}`)
}

export async function forgetChecksOf(tx: Transaction, sets: LinkSets): Promise<void> {
  await tx.run(sql`DELETE FROM identity_checks WHERE ${isOwnedBy(sets, sql`identity_checks`)}`)
}

/** Deletes at most `limit` checks of an account; returns how many. */
export function eraseChecksOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`identity_checks`, sql`user_id = ${userId}`, limit)
}

export function gatherChecks(q: Queryable, owner: DocumentOwner): Promise<PersonalCheck[]> {
  return q.rows(sql`
    SELECT provider, state, fault, claimed_name AS compared_name, age_over_18, name_agrees, face_matched,
      started_at, ended_at
    FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} ORDER BY started_at`)
}
