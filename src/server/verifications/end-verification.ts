import type { AuditActor, AuditEvent } from '../../domain/audit/event.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { destroyDocumentsOf } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { announceChange } from '../live/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { closePending } from './store.ts'

/** How a request ends without a record, who ends it, and what the trail calls it. */
const endings = {
  rejected: { event: 'declined', actor: 'third_party' },
  cancelled: { event: 'cancelled', actor: 'creator' },
  expired: { event: 'expired', actor: 'system' },
} as const satisfies Record<string, { event: AuditEvent; actor: AuditActor }>

/**
 * Ends a pending request: its link closes, every file uploaded for it is destroyed, the owner's open pages learn of it, and the trail says
 * so, all in the caller's transaction. Refuses, having changed nothing, when it is no longer pending.
 *
 * @param declineReason for the operator only
 * @param actor who ended it, where that is not who usually does
 */
export async function closeVerification(
  platform: Platform,
  tx: Transaction,
  id: string,
  status: keyof typeof endings,
  { declineReason = null, actor }: { declineReason?: string | null; actor?: AuditActor } = {},
): Promise<{ ok: true } | Refusal> {
  const at = platform.clock.now()
  const ownerId = await closePending(tx, id, status, at, declineReason)
  if (!ownerId) return refuse('link_closed')
  await appendAuditEvent(tx, {
    verificationId: id,
    at,
    event: endings[status].event,
    actor: actor ?? endings[status].actor,
  })
  const files = await destroyDocumentsOf(platform, tx, id)
  if (files > 0) {
    await appendAuditEvent(tx, {
      verificationId: id,
      event: 'files_destroyed',
      actor: 'system',
      at,
      detail: { files },
    })
  }
  await announceChange(tx, ownerId, { verificationId: id, status })
  return { ok: true }
}
