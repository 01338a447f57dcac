// npm run audit:verify [-- --head SIZE:ROOT | --checkpoint FILE | --state FILE]: walks the audit trail of every
// verification, compares it with what was sealed of it and with the log of seals, names the first thing that is not as
// it was written, and says what it could not see. With a state it goes on where it was cut off, and looks at what is
// new alone once it came to its end.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type TrailReport, verifyNewTrails, verifyTrails } from '../src/server/audit/index.ts'
import { readConfiguration } from '../src/server/config.ts'
import { type Database, sql, type Transaction } from '../src/server/platform/database/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { type KeptHead, parseTree, type SealReport, verifySeals } from '../src/server/records/index.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'
import { listCertificates, withStorage } from './lib/with-storage.ts'
import { writeDurably } from './lib/write-durably.mjs'

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
type AuditState = z.infer<typeof stateSchema>

/** The state in a file; null where there is none yet. @throws {StartupError} on a file of another kind */
async function findAuditState(file: string): Promise<AuditState | null> {
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

/**
 * A state of the log that was kept elsewhere: in a checkpoint, as witnesses and evidence packs have it, or a line of an
 * earlier run.
 */
async function findKeptState(
  checkpointFile: string | undefined,
  head: string | undefined,
): Promise<KeptHead | null> {
  if (checkpointFile === undefined) return findKeptHead(head)
  const tree = parseTree(await readFile(checkpointFile, 'utf8').catch(() => ''))
  if (!tree) throw new StartupError(`--checkpoint names ${checkpointFile}, which is no checkpoint of a log.`)
  return tree
}

function findKeptHead(text: string | undefined): KeptHead | null {
  if (text === undefined) return null
  const [, size, rootHash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!size || !rootHash) throw new StartupError('--head takes what this check printed last time: SIZE:ROOT.')
  return { size: Number(size), rootHash }
}

/** Requests note their arrival, and are there once they have been answered: none takes that long. */
const answeredWithinMs = 60 * 60 * 1000
/** So many pages of trails lie between two notes of the place. */
const pagesBetweenNotes = 20

/**
 * Walks every trail of a database, compares it with its sealed documents and with the log, and reports what it found
 * and what it could not check. A broken trail ends the walk: later rows prove nothing. False when anything differs from
 * what was written.
 *
 * With a file for its state, an interrupted check resumes there, and a finished one looks next time only at new rows.
 */
async function verifyEvidence(
  database: Database,
  head: KeptHead | null,
  stateFile: string | undefined,
): Promise<boolean> {
  const known = stateFile === undefined ? null : await findAuditState(stateFile)
  return database.transaction(async (tx) => {
    // One look at everything, while others go on.
    await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const state = known
      ? sayPlace(known)
      : { began: (await readNow(tx)).toISOString(), trails: null, log: null, isDone: false }
    const keep = (more: Partial<AuditState>) => {
      Object.assign(state, more)
      if (stateFile !== undefined) writeDurably(stateFile, `${JSON.stringify(state, null, 2)}\n`)
    }
    if (!(await areTrailsSound(tx, known, keep))) return false
    const configuration = readConfiguration()
    const certificates = new Set(await listCertificates(tx, configuration))
    const seals = await withStorage(configuration, (storage) =>
      verifySeals(tx, { storage, certificates }, head, {
        from: known?.log ?? null,
        since: known?.isDone ? computeSince(known) : null,
        onHead: (log) => keep({ log }),
      }),
    )
    if (!areSealsSound(seals, known?.log != null)) return false
    sayHead(seals.head, head ?? known?.log ?? null)
    keep({ began: (await readNow(tx)).toISOString(), log: seals.head, isDone: true })
    return true
  })
}

/** The state to go on from, and says so. */
function sayPlace(known: AuditState): AuditState {
  const began = `what a check that began ${known.began} had looked at`
  console.log(
    known.isDone
      ? `Looking at what is new: everything else is ${began}.`
      : `Going on from ${began} when it was cut off.`,
  )
  return { ...known }
}

/** When this look at everything is from. */
async function readNow(tx: Transaction): Promise<Date> {
  const row = await tx.row<{ now: Date }>(sql`SELECT now()`)
  return row?.now ?? new Date(0)
}

function computeSince({ began }: AuditState): Date {
  return new Date(Date.parse(began) - answeredWithinMs)
}

/** Walks what was not walked before, and what has become new since that began. */
async function areTrailsSound(
  tx: Transaction,
  known: AuditState | null,
  keep: (more: Partial<AuditState>) => void,
): Promise<boolean> {
  let pages = 0
  if (known?.trails !== 'done') {
    const rest = await verifyTrails(
      tx,
      ({ verificationId, sequence }) => {
        pages += 1
        if (pages % pagesBetweenNotes === 1) keep({ trails: { verificationId, sequence } })
      },
      known?.trails ?? null,
    )
    if (!say(rest, 'rows')) return false
  }
  if (known && !say(await verifyNewTrails(tx, computeSince(known)), 'rows of trails with news')) return false
  if (known?.trails !== 'done') keep({ trails: 'done' })
  return true
}

function say({ firstBad, rows, trails }: TrailReport, what: string): boolean {
  if (firstBad) {
    const { verificationId, sequence, reason } = firstBad
    console.error(`BROKEN: verification ${verificationId}, row ${sequence}: ${reason}.`)
    return false
  }
  console.log(
    `Sound: ${rows} ${what} of ${trails} verifications follow from each other as they were written.`,
  )
  return true
}

function areSealsSound({ firstBad, documents, unsealed, vouched }: SealReport, isPart: boolean): boolean {
  if (firstBad) {
    const { verificationId, what, reason } = firstBad
    console.error(`BROKEN: ${verificationId ? `verification ${verificationId}, ` : ''}${what}: ${reason}.`)
    return false
  }
  console.log(
    `Sound: ${documents} sealed documents agree with their files, with the trails and with the log.`,
  )
  if (unsealed) {
    const { verifications, rows, rowsAfter } = unsealed
    console.log(
      `Not compared: ${rows} rows of ${verifications} verifications without a sealed document, and ${rowsAfter} rows after the last one of theirs. Nothing outside the database knows them: its owner could cut their end or write them anew, and this would not see it.`,
    )
  } else
    console.log(
      'Not looked at: what an earlier check had looked at. A check without --state finds later changes of it.',
    )
  // For a part of the log, the first vouched entry is unknown.
  console.log(
    isPart
      ? 'What witnesses and the time authority said of the log since then is as they said.'
      : `Vouched for from outside, and as they said: the first ${vouched.cosigned} documents of the log by witnesses, the first ${vouched.stamped} by the time authority.`,
  )
  return true
}

function sayHead({ size, rootHash }: KeptHead, kept: KeptHead | null): void {
  console.log(
    kept
      ? `The log grew out of the head that you kept. It is now ${size}:${rootHash}.`
      : 'Not seen: a log that was rolled back or made anew as a whole, with what witnesses and the authority said of it. Keep the next line somewhere else, and give it back with --head.',
  )
  if (!kept) console.log(`${size}:${rootHash}`)
}

await runCommand(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { head: text, checkpoint: text, state: text } })
  const kept = await findKeptState(values.checkpoint, values.head)
  if (kept && values.state !== undefined)
    throw new StartupError('--state keeps a state of the log itself: give it, or --head, or --checkpoint.')
  const isSound = await withDatabase((database) => verifyEvidence(database, kept, values.state))
  if (!isSound) process.exitCode = 1
})
