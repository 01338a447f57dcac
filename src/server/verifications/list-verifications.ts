import type { z } from 'zod'
import {
  mostCounted,
  type VerificationList,
  type VerificationSummary,
  type verificationListQuerySchema,
} from '../../contract/verification.ts'
import { judgeAgeStep } from '../../domain/evidence/known-facts.ts'
import { isRecord } from '../../domain/verification/status.ts'
import type { Account } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { describeInvitation } from './invitation.ts'
import { parseCursor, toCursor } from './list-cursor.ts'
import { type ListEntry, readPage, toListOwner } from './list-store.ts'

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
  const behind = query.cursor ? parseCursor(query.cursor) : null
  if (query.cursor && !behind) {
    return refuse('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor of ours' }],
    })
  }
  const owner = toListOwner(account)
  const filter = { type: query.type, behind, limit: query.limit + 1 }
  const { entries, counts } = await readPage(platform.database, owner, filter, mostCounted)
  const shown = entries.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((entry) => toSummary(entry, account.id)),
    counts,
    nextCursor: last && entries.length > shown.length ? toCursor(last.row) : null,
  }
}

function toSummary({ row, invitation }: ListEntry, userId: string): VerificationSummary {
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
    invitation: role === 'creator' ? describeInvitation(row, invitation) : null,
    thirdPartyAgeStep: isRecord(row.status) ? judgeAgeStep(row.thirdPartySources) : null,
    detailsErasedAt: row.invitedErasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
