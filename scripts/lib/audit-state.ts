import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import { writeDurably } from './write-durably.mjs'

const stateSchema = z.strictObject({
  /** When the check began that is kept here, or that was cut off: what is newer has not been looked at. */
  began: z.iso.datetime(),
  /** The last row of the trails that was looked at; null before the first, `done` at the end. */
  trails: z.union([
    z.literal('done'),
    z.null(),
    z.strictObject({ verificationId: z.guid(), sequence: z.number().int().min(1) }),
  ]),
  /** How much of the log was compared, and its root; null before the first document. */
  log: z.nullable(
    z.strictObject({ size: z.number().int().min(0), rootHash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  /** Whether the check came to its end and found nothing. */
  isDone: z.boolean(),
})

/** What a check of the evidence has looked at, as a file keeps it. */
export type AuditState = z.infer<typeof stateSchema>

/** The state in a file; null where there is none yet. @throws {StartupError} on a file of another kind */
export async function findAuditState(file: string): Promise<AuditState | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartupError(`--state names ${file}, which cannot be read.`)
  })
  if (text === null) return null
  try {
    return stateSchema.parse(JSON.parse(text))
  } catch {
    throw new StartupError(`--state names ${file}, which is no state of this check.`)
  }
}

/** Keeps a state, whole or not at all. */
export function keepAuditState(file: string, state: AuditState): void {
  writeDurably(file, `${JSON.stringify(state, null, 2)}\n`)
}
