import type { z } from 'zod'
import {
  type InvitationState,
  mostCounted,
  type VerificationList,
  type VerificationSummary,
  type verificationListQuerySchema,
} from '../../contract/verification.ts'
import { ageStep } from '../../domain/evidence/known-facts.ts'
import { isRecord } from '../../domain/verification/status.ts'
import type { Account } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationStates } from './invitation.ts'
import { cursorOf, positionOf } from './list-cursor.ts'
import { countsOf, type ListedRow, listOwnerOf, newestOf } from './list-store.ts'

export type ListQuery = z.infer<typeof verificationListQuerySchema>

/**
 * A page of what an account made, and of the records that its confirmed address was asked for (RECORD-22), newest first, with the counts of all
 * of them, as far as lists are counted.
 */
export async function listVerifications(
  platform: Platform,
  account: Account,
  query: ListQuery,
): Promise<VerificationList | Refusal> {
  const behind = query.cursor ? positionOf(query.cursor) : null
  if (query.cursor && !behind) {
    return refuse('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor of ours' }],
    })
  }
  const owner = listOwnerOf(account)
  const [rows, counts] = await Promise.all([
    newestOf(platform.database, owner, { type: query.type, behind, limit: query.limit + 1 }),
    countsOf(platform.database, owner, mostCounted),
  ])
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const made = items.filter((row) => row.userId === account.id)
  const invitations = await invitationStates(platform.database, made)
  return {
    items: items.map((row) => summaryOf(row, account.id, invitations.get(row.id) ?? null)),
    counts,
    nextCursor: last && rows.length > items.length ? cursorOf(last) : null,
  }
}

function summaryOf(row: ListedRow, userId: string, invitation: InvitationState | null): VerificationSummary {
  const role = row.userId === userId ? 'creator' : 'third_party'
  return {
    id: row.id,
    role,
    type: row.type,
    status: row.status,
    fullName: row.fullName,
    thirdPartyName: row.thirdPartyName,
    platformName: row.platformName,
    thirdPartySocialMediaName: row.thirdPartySocialMediaName,
    verificationLink: role === 'creator' ? row.verificationLink : null,
    invitation,
    thirdPartyAgeStep: isRecord(row.status) ? ageStep(row.thirdPartySources) : null,
    detailsErasedAt: row.invitedErasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
