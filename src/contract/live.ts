import { z } from 'zod'
import { verificationStatuses } from '../domain/verification/status.ts'

/** One message of the owner's event stream: a verification of theirs changed. */
export const verificationChangedSchema = z.object({
  verificationId: z.uuid(),
  status: z.enum(verificationStatuses),
})
export type VerificationChanged = z.infer<typeof verificationChangedSchema>

/** Waits before the 1st, 2nd, 3rd and every later reconnect, in milliseconds (document 1, section 9). */
export const liveReconnectDelaysMs = [1000, 2000, 5000, 10_000] as const
