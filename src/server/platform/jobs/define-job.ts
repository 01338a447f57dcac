import { z } from 'zod'
import type { JobHandlers, JobType } from './jobs.ts'
import { readPayload } from './read-payload.ts'

/** A type of job with what does it. `Parts` is what that stands on. */
export type Job<Payload, Parts> = JobType<Payload> & {
  run: (parts: Parts, payload: unknown) => Promise<void>
}

/** For jobs whose name says it all. */
export const noPayload = z.object({})

/**
 * A job by name, what it is told, and what it does. Where `handle` throws, it is tried again; where the payload is not what `schema` says,
 * `handle` is not called and nothing is tried again.
 */
export function defineJob<Payload, Parts>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (parts: Parts, payload: Payload) => Promise<void>,
): Job<Payload, Parts> {
  return {
    name,
    schema,
    run: async (parts, payload) => handle(parts, readPayload(name, schema, payload)),
  }
}

/** The jobs as workers take them. */
export function bindJobs<Parts>(parts: Parts, jobs: readonly Job<unknown, Parts>[]): JobHandlers {
  return Object.fromEntries(jobs.map(({ name, run }) => [name, (payload: unknown) => run(parts, payload)]))
}
