import { z } from 'zod'
import { findHoldReasonFault } from '../domain/record/legal-hold.ts'
import { parties } from '../domain/record/party.ts'
import words from '../words/en/legal-hold.ts'

/** Why a legal hold is set, in the words of who sets it (HOLD-2). */
export const holdRequestSchema = z.object({
  reason: z
    .string()
    .superRefine((reason, context) => {
      const fault = findHoldReasonFault(reason)
      if (fault) context.addIssue({ code: 'custom', message: words.reasonFaults[fault] })
    })
    .transform((reason) => reason.trim()),
})

/** A legal hold as both parties see it. */
export const legalHoldSchema = z.object({
  by: z.enum(parties),
  /** Null once it is forgotten. */
  reason: z.string().nullable(),
  setAt: z.iso.datetime(),
  /** When it ends at the latest. */
  endsAt: z.iso.datetime(),
  /** When it ended; null while it is in force. */
  endedAt: z.iso.datetime().nullable(),
})
export type LegalHold = z.infer<typeof legalHoldSchema>

/** What is so now about the holds of a record. */
export const legalHoldsSchema = z.object({
  holds: z.array(legalHoldSchema),
  /** Until when the holds in force keep the files, at the latest; null where none is. */
  heldUntil: z.iso.datetime().nullable(),
})
export type LegalHolds = z.infer<typeof legalHoldsSchema>
