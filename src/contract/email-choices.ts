import { z } from 'zod'
import { type EndpointTable, kB } from './endpoint.ts'

/** The token in an email's footer, which identifies its request and its mailbox. */
const token = z.string().max(200)

const choicesSchema = z.object({
  blocksSender: z.boolean(),
  blocksAll: z.boolean(),
})

const emailChoicesSchema = choicesSchema.extend({
  /** The reference of the request, as shown in the email. */
  reference: z.string(),
  isReported: z.boolean(),
})
export type EmailChoices = z.infer<typeof emailChoicesSchema>

const hour = 60 * 60
const day = 24 * hour

export const emailChoicesEndpoints = {
  'POST /api/email-choices': {
    summary: 'Gets the email preferences of the recipient, by the token in the email’s footer',
    who: 'public',
    limits: { network: { name: 'email-choices', points: 600, seconds: hour } },
    maxBytes: 2 * kB,
    json: z.object({ token }),
    status: 200,
    answer: emailChoicesSchema,
    problems: ['not_found'],
  },
  'PUT /api/email-choices': {
    summary:
      'Blocks or unblocks requests by email, of one sender or of all; omitted fields don’t change, and senders aren’t notified',
    who: 'public',
    limits: { network: { name: 'email-choices', points: 600, seconds: hour } },
    maxBytes: 2 * kB,
    json: choicesSchema.partial().extend({ token }),
    status: 200,
    answer: emailChoicesSchema,
    problems: ['not_found'],
  },
  'POST /api/email-choices/report': {
    summary: 'Reports the request in an email to the operator; its sender isn’t notified',
    who: 'public',
    limits: { network: { name: 'report-network', points: 60, seconds: day } },
    maxBytes: 2 * kB,
    json: z.object({ token }),
    status: 204,
    problems: ['not_found'],
  },
  'POST /emails': {
    summary: 'Unsubscribes from requests by email in one step, for mail programs (RFC 8058)',
    who: 'public',
    limits: { network: { name: 'one-click', points: 300, seconds: hour } },
    allowsOtherSites: true,
    query: z.object({ token }),
    maxBytes: 2 * kB,
    urlEncoded: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    allowsMultipart: true,
    status: 204,
    problems: ['not_found'],
  },
  'POST /api/public/verifications/:id/block': {
    summary:
      'Blocks emails from the sender of a link to the address that it was made for; the sender isn’t notified',
    who: 'visitor',
    absent: 'verification_not_found',
    limits: { network: { name: 'block-network', points: 20, seconds: hour } },
    status: 204,
  },
  'POST /api/public/verifications/:id/report': {
    summary: 'Reports the request behind a link to the operator; its sender isn’t notified',
    who: 'visitor',
    absent: 'verification_not_found',
    limits: { network: { name: 'report-network', points: 60, seconds: day } },
    status: 204,
  },
} satisfies EndpointTable
