import { z } from 'zod'
import { tiers } from '../domain/plan/tier.ts'

/** One kind's month. `limit` and `remaining` are null when the tier is unlimited. */
export const kindUsageSchema = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  unlimited: z.boolean(),
})

/** The tier in force and what is left of this month's allowances. `since` is the instant from which creations count. */
export const usageSchema = z.object({
  tier: z.enum(tiers),
  since: z.iso.datetime(),
  ageVerification: kindUsageSchema,
  personVerification: kindUsageSchema,
})
export type Usage = z.infer<typeof usageSchema>
