import { z } from 'zod'
import { liveChangeSchema } from '../../contract/live.ts'

/** The PostgreSQL channel that carries every owner's changes. */
export const channel = 'verification_changed'

/** The channel on which the database names each session that ended, once that is committed (migration 0013). */
export const sessionEndChannel = 'session_ended'

/** One notification: whose pages to tell, and what. */
export const notificationSchema = z.object({ ownerId: z.string(), change: liveChangeSchema })
