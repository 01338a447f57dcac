import { pickFactsOfKind } from '../../domain/audit/repeatable.ts'
import type { Platform } from '../platform/platform.ts'
import { appendAuditEvent } from './append-audit-event.ts'
import { noteRepeat } from './repeat-store.ts'
import type { NewAuditEvent } from './write-row.ts'

/**
 * Adds something that people do again and again, such as viewing, to the trail. A repetition is one statement that locks no verification, so
 * that nobody holds the others up by repeating.
 */
export async function noteOnceInAWhile({ database }: Platform, added: NewAuditEvent): Promise<void> {
  const { verificationId, event, actor, at, detail = {} } = added
  if (await noteRepeat(database, { verificationId, event, actor, facts: pickFactsOfKind(event, detail) }, at))
    return
  await database.transaction((tx) => appendAuditEvent(tx, added))
}
