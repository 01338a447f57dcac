import type { z } from 'zod'

/** What was stored for a job is not what its type says. Trying again would not help. Names the fields and quotes none. */
export class UnreadablePayload extends Error {
  readonly fields: string[]
  constructor(name: string, fields: string[]) {
    super(`the payload of ${name} is not what its type says`)
    this.fields = fields
  }
}

/** Throws UnreadablePayload. */
export function readPayload<Payload>(name: string, schema: z.ZodType<Payload>, stored: unknown): Payload {
  const read = schema.safeParse(stored)
  if (read.success) return read.data
  throw new UnreadablePayload(
    name,
    read.error.issues.map(({ path }) => path.join('.')),
  )
}

/** Beside what a job is told: the request on whose behalf it was enqueued. */
export const requestIdField = '_requestId'

/** The request that a stored payload names, if it does. */
export function findRequestId(stored: unknown): string | undefined {
  const id = (stored as Record<string, unknown> | null)?.[requestIdField]
  return typeof id === 'string' ? id : undefined
}
