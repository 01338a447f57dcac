import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findReadingFor } from './reading-for.ts'
import { requestReading } from './request-reading.ts'

/**
 * Has an ID that was read on another day read once more for the day of the signature: it may have expired since. It is no try. Nothing happens
 * where it was read for that day, or never.
 */
export async function readAgainOn(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits'>,
  owner: DocumentOwner,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
): Promise<void> {
  const newest = await findReadingFor(platform.database, { documentId, claims, day: null })
  // Asking for a day on which it was read costs nothing, too.
  if (newest && newest.day !== day) await requestReading(platform, owner, { documentId, claims, day }, null)
}
