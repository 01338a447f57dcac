import type { Transition } from '../../domain/verification/transition.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { announceChange } from '../live/index.ts'
import { empty, sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { destroyFiles, withholdFiles } from './destroy-files.ts'
import { enqueueEndingMails } from './ending-mail-jobs.ts'
import { moveVerification } from './store.ts'

/**
 * Ends a request, or the consent that it led to: every file is destroyed, or locked where a legal hold keeps it, the owner's open pages learn
 * of it, whom it concerns is mailed, and the trail says so, all in the caller's transaction. False, having changed nothing, when it is not
 * where the transition starts.
 *
 * @param declineReason for the operator only
 */
export async function endVerification(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  id: string,
  ending: Transition,
  { declineReason = null, isHeld = false }: { declineReason?: string | null; isHeld?: boolean } = {},
): Promise<boolean> {
  const at = platform.clock.now()
  const reason = declineReason === null ? empty : sql`, decline_reason = ${declineReason}`
  const ended = await moveVerification(tx, id, ending, at, reason)
  if (!ended) return false
  await appendAuditEvent(tx, { verificationId: id, at, event: ending.event, actor: ending.by })
  await (isHeld ? withholdFiles : destroyFiles)(platform, tx, id)
  await enqueueEndingMails(platform, tx, { verificationId: id, ownerId: ended.userId }, ending)
  await announceChange(tx, ended.userId, { verificationId: id, status: ending.to })
  return true
}
