import { z } from 'zod'
import fieldMessages from '../words/en/field-messages.ts'

/** What closing one's account would end, and what stays. */
export const closingViewSchema = z.object({
  /** Requests that would be cancelled. */
  pending: z.int(),
  /** Sealed records, which stay with the other party. */
  records: z.int(),
  /** Until when legal holds of others keep photos and IDs of this person, at the latest; null where none does. */
  heldUntil: z.iso.datetime().nullable(),
  hasPlan: z.boolean(),
  graceDays: z.int(),
})
export type ClosingView = z.infer<typeof closingViewSchema>

/** The proof that whoever closes the account is its person: the password, or a code that was mailed. */
export const closingRequestSchema = z.union([
  z.object({
    password: z
      .string()
      .min(1, { error: () => fieldMessages.passwordRequired })
      .max(1000),
  }),
  z.object({
    code: z
      .string()
      .trim()
      .min(1, { error: () => fieldMessages.codeRequired })
      .max(20),
  }),
])

/** When the account is erased, unless its person signs in before. */
export const closedSchema = z.object({ closesAt: z.iso.datetime() })
