import { z } from 'zod'
import type { Transaction } from '../../platform/database/index.ts'
import type { JobType } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endPending } from '../links/end-pending.ts'
import { endAllSessions } from '../sessions/session-store.ts'
import { dropProfile } from './profile-store.ts'
import { releaseAddress, type UserRow } from './user-store.ts'

const aUser = z.object({ userId: z.guid() })

/** The job that closes the links of a released registration. The verifications, which know of accounts, do it. */
export const unclaimedType: JobType<z.infer<typeof aUser>> = {
  name: 'close-unclaimed-verifications',
  schema: aUser,
}

/** The job that destroys the drafts of a released registration. */
export const unclaimedDraftsType: JobType<z.infer<typeof aUser>> = {
  name: 'destroy-unclaimed-drafts',
  schema: aUser,
}

/**
 * Ends an unproven registration because somebody else proved its mailbox: it loses address, password, sessions, links and profile, nobody can
 * enter it again, jobs close the links that it shared and destroy what it had begun. Its row must be locked.
 */
export async function releaseRegistration(
  { clock, jobs }: Platform,
  tx: Transaction,
  { id }: UserRow,
): Promise<void> {
  const now = clock.now()
  await endAllSessions(tx, id)
  await endPending(tx, id, { now })
  await dropProfile(tx, id)
  await releaseAddress(tx, id, now)
  await jobs.enqueue(tx, unclaimedType, { userId: id })
  await jobs.enqueue(tx, unclaimedDraftsType, { userId: id })
}
