import type { z } from 'zod'
import type {
  InvitationState,
  VerificationList,
  VerificationSummary,
  verificationListQuerySchema,
} from '../../contract/verification.ts'
import { ageStep } from '../../domain/evidence/known-facts.ts'
import { isRecord } from '../../domain/verification/status.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { invitationStates } from './invitation.ts'
import { cursorOf, positionOf } from './list-cursor.ts'
import { countsOf, newestOf, type VerificationRow } from './store.ts'

export type ListQuery = z.infer<typeof verificationListQuerySchema>

/** A page of the user's own verifications, newest first, with the counts of all of them. */
export async function listVerifications(
  platform: Platform,
  userId: string,
  query: ListQuery,
): Promise<VerificationList | Refusal> {
  const behind = query.cursor ? positionOf(query.cursor) : null
  if (query.cursor && !behind) {
    return refuse('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor of ours' }],
    })
  }
  const [rows, counts] = await Promise.all([
    newestOf(platform.database, userId, { type: query.type, behind, limit: query.limit + 1 }),
    countsOf(platform.database, userId),
  ])
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const invitations = await invitationStates(platform.database, items)
  return {
    items: items.map((row) => summaryOf(row, invitations.get(row.id) ?? null)),
    counts,
    nextCursor: last && rows.length > items.length ? cursorOf(last) : null,
  }
}

function summaryOf(row: VerificationRow, invitation: InvitationState | null): VerificationSummary {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    fullName: row.fullName,
    thirdPartyName: row.thirdPartyName,
    platformName: row.platformName,
    thirdPartySocialMediaName: row.thirdPartySocialMediaName,
    verificationLink: row.verificationLink,
    invitation,
    thirdPartyAgeStep: isRecord(row.status) ? ageStep(row.thirdPartySources) : null,
    detailsErasedAt: row.invitedErasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
