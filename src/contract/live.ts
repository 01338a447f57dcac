import { z } from 'zod'
import { verificationStatuses } from '../domain/verification/status.ts'

/** A message of the owner's event stream: a verification of theirs changed. */
export const verificationChangedSchema = z.object({
  verificationId: z.uuid(),
  status: z.enum(verificationStatuses),
})
export type VerificationChanged = z.infer<typeof verificationChangedSchema>

/** Another message: the account itself is not what the page was told, as when its address was confirmed elsewhere. */
export const accountChangedSchema = z.object({ account: z.literal('changed') })
export type AccountChanged = z.infer<typeof accountChangedSchema>

export const liveChangeSchema = z.union([verificationChangedSchema, accountChangedSchema])
export type LiveChange = z.infer<typeof liveChangeSchema>
