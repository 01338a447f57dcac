import type { Platform } from '../platform/platform.ts'
import { appendAuditEvent, type NewAuditEvent } from './append-audit-event.ts'
import { happenedSince, lockVerification } from './store.ts'

/** How long further openings and viewings by the same actor say nothing new. */
const quietMs = 60 * 60 * 1000

/** Adds a row for something that people do again and again, such as viewing, unless the same one did it within the last hour. */
export async function noteOnceInAWhile(platform: Platform, event: NewAuditEvent): Promise<void> {
  const { verificationId, event: name, actor } = event
  const since = new Date(event.at.getTime() - quietMs)
  if (await happenedSince(platform.database, verificationId, name, actor, since)) return
  await platform.database.transaction(async (tx) => {
    await lockVerification(tx, verificationId)
    if (!(await happenedSince(tx, verificationId, name, actor, since))) await appendAuditEvent(tx, event)
  })
}
