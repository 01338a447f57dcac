import { z } from 'zod'
import { verificationStatuses } from '../domain/verification/status.ts'

/** One message of the owner's event stream: a verification of theirs changed. */
export const verificationChangedSchema = z.object({
  verificationId: z.uuid(),
  status: z.enum(verificationStatuses),
})
export type VerificationChanged = z.infer<typeof verificationChangedSchema>
