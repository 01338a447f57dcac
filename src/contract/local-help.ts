import { z } from 'zod'
import type { EndpointTable } from './endpoint.ts'
import { calendarDateSchema } from './fields.ts'

/** An organisation that helps people in a country who are pressured or threatened. */
const localHelpSchema = z.object({
  /** ISO 3166-1, two capital letters. */
  country: z.string().regex(/^[A-Z]{2}$/),
  name: z.string().min(1).max(100),
  /** A telephone number or an address, as displayed. */
  contact: z.string().min(1).max(100),
})
export type LocalHelp = z.infer<typeof localHelpSchema>

/** The file at LOCAL_HELP_FILE: each entry with its source, and the day on which that was read. */
export const localHelpFileSchema = z.array(
  localHelpSchema.extend({ source: z.url({ protocol: /^https$/ }), readOn: calendarDateSchema }),
)

export const localHelpEndpoints = {
  'GET /api/local-help': {
    summary: 'Lists the operator’s help contacts for people under pressure or threat, by country',
    who: 'public',
    status: 200,
    answer: z.object({ help: z.array(localHelpSchema) }),
  },
} satisfies EndpointTable
