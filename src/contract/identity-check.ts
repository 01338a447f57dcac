import { z } from 'zod'
import { verificationLimits } from '../domain/verification/limits.ts'
import { calendarDateSchema } from './calendar-date.ts'
import { allowLine } from './typed-text.ts'

/** What the third party's check begins with: the day on their own calendar, on which 18 is counted. */
export const thirdPartyIdentityCheckRequestSchema = z.object({ today: calendarDateSchema })

/** What an account's check begins with, and the name that the document is compared with: the one that will be signed. */
export const identityCheckRequestSchema = thirdPartyIdentityCheckRequestSchema.extend({
  fullName: allowLine(verificationLimits.nameMax).min(1),
})

/** Where the provider examines the document. */
export const identityCheckStartSchema = z.object({ url: z.url() })

/** How the newest check stands. `fault` is why the last try was none, in the provider's word; the verdicts are there once it is checked. */
export const identityCheckSchema = z.object({
  /** The provider's name; null where no provider is asked, and then there is no check either. */
  provider: z.string().nullable(),
  check: z
    .object({
      state: z.enum(['open', 'processing', 'checked', 'failed', 'cancelled']),
      fault: z.string().nullable(),
      ageOver18: z.boolean().nullable(),
      nameAgrees: z.boolean().nullable(),
      faceMatched: z.boolean().nullable(),
      checkedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type IdentityCheck = z.infer<typeof identityCheckSchema>
