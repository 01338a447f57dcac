// npm run audit:verify [-- --head SIZE:ROOT | --checkpoint FILE | --state FILE]: checks the audit trail of every
// verification against its sealed documents and the log of seals. It prints the first difference, and lists the parts
// that it could not check. With --state it resumes an interrupted check, and after a complete check it looks only at
// new data.
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
  /** The start of the last complete or interrupted check: newer data is unchecked. */
  began: z.iso.datetime(),
  /** The last checked row of the trails; null before the first one, `done` at the end. */
  trails: z.union([
    z.literal('done'),
    z.null(),
    z.strictObject({ verificationId: z.guid(), sequence: z.number().int().min(1) }),
  ]),
  /** The size and root of the checked part of the log; null before the first document. */
  log: z.nullable(
    z.strictObject({ size: z.number().int().min(0), rootHash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  /** Whether the check was completed without finding a difference. */
  isDone: z.boolean(),
})

/** The progress of a check of the evidence, as stored in a file. */
type AuditState = z.infer<typeof stateSchema>

/** The state in a file; null if the file doesn't exist yet. @throws {StartupError} if the file isn't a state */
async function findAuditState(file: string): Promise<AuditState | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartupError(`The file of --state, ${file}, can't be read.`)
  })
  if (text === null) return null
  try {
    return stateSchema.parse(JSON.parse(text))
  } catch {
    throw new StartupError(`The file of --state, ${file}, was not written by this command.`)
  }
}

/**
 * A state of the log that was stored elsewhere: a checkpoint from a witness or an evidence pack, or a line printed by
 * an earlier run.
 */
async function findKeptState(
  checkpointFile: string | undefined,
  head: string | undefined,
): Promise<KeptHead | null> {
  if (checkpointFile === undefined) return findKeptHead(head)
  const tree = parseTree(await readFile(checkpointFile, 'utf8').catch(() => ''))
  if (!tree)
    throw new StartupError(`The file of --checkpoint, ${checkpointFile}, is not a checkpoint of a log.`)
  return tree
}

function findKeptHead(text: string | undefined): KeptHead | null {
  if (text === undefined) return null
  const [, size, rootHash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!size || !rootHash) throw new StartupError('--head must be a line SIZE:ROOT that this command printed.')
  return { size: Number(size), rootHash }
}

/** Rows have the time at which their request arrived, but become visible later, always within this time. */
const answeredWithinMs = 60 * 60 * 1000
/** The state is stored after this number of pages of trails. */
const pagesBetweenNotes = 20

/**
 * Compares every trail of a database with its sealed documents and with the log, and prints the result and the parts
 * that it could not check. It stops at a broken trail, because later rows prove nothing. Returns false if it found a
 * difference.
 *
 * With a state file, it resumes an interrupted check, and after a complete check it looks only at new rows.
 */
async function verifyEvidence(
  database: Database,
  head: KeptHead | null,
  stateFile: string | undefined,
): Promise<boolean> {
  const known = stateFile === undefined ? null : await findAuditState(stateFile)
  return database.transaction(async (tx) => {
    // One snapshot for the whole check, without blocking other transactions.
    await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const state = known
      ? printPlace(known)
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
    printHead(seals.head, head ?? known?.log ?? null)
    keep({ began: (await readNow(tx)).toISOString(), log: seals.head, isDone: true })
    return true
  })
}

/** Prints where the check resumes, and returns a copy of the state. */
function printPlace(known: AuditState): AuditState {
  console.log(
    known.isDone
      ? `Checking new data only. The check of ${known.began} covered the rest.`
      : `Resuming the check of ${known.began}, which was interrupted.`,
  )
  return { ...known }
}

async function readNow(tx: Transaction): Promise<Date> {
  const row = await tx.row<{ now: Date }>(sql`SELECT now()`)
  return row?.now ?? new Date(0)
}

function computeSince({ began }: AuditState): Date {
  return new Date(Date.parse(began) - answeredWithinMs)
}

/** Checks the trails that no earlier check covered, and the trails with rows newer than that check. */
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
    if (!printTrails(rest, 'rows')) return false
  }
  if (known && !printTrails(await verifyNewTrails(tx, computeSince(known)), 'rows of changed trails'))
    return false
  if (known?.trails !== 'done') keep({ trails: 'done' })
  return true
}

function printTrails({ firstBad, rows, trails }: TrailReport, what: string): boolean {
  if (firstBad) {
    const { verificationId, sequence, reason } = firstBad
    console.error(`BROKEN: verification ${verificationId}, row ${sequence}: ${reason}.`)
    return false
  }
  console.log(`Sound: ${rows} ${what} of ${trails} verifications form unbroken chains.`)
  return true
}

function areSealsSound({ firstBad, documents, unsealed, vouched }: SealReport, isPart: boolean): boolean {
  if (firstBad) {
    const { verificationId, what, reason } = firstBad
    console.error(`BROKEN: ${verificationId ? `verification ${verificationId}, ` : ''}${what}: ${reason}.`)
    return false
  }
  console.log(`Sound: ${documents} sealed documents match their files, the trails and the log.`)
  if (unsealed) {
    const { verifications, rows, rowsAfter } = unsealed
    console.log(
      `Not compared: ${rows} rows of ${verifications} verifications without a sealed document, and ${rowsAfter} rows after the last sealed document of their verification. They exist only in the database: its owner could remove or rewrite them, and this check would not detect it.`,
    )
  } else
    console.log(
      'Not checked again: data that an earlier check covered. To detect later changes of it, run the check without --state.',
    )
  // A check of a part of the log sees only statements about that part, so the sizes may be 0.
  console.log(
    isPart
      ? 'Sound: newer cosignatures of witnesses and timestamps of the time authority match the log.'
      : `Sound: witnesses cosigned the first ${vouched.cosigned} documents of the log, and the time authority stamped the first ${vouched.stamped}.`,
  )
  return true
}

function printHead({ size, rootHash }: KeptHead, kept: KeptHead | null): void {
  console.log(
    kept
      ? `The log extends the head that you kept. It is now ${size}:${rootHash}.`
      : 'Not checked: whether the whole log was rolled back or replaced, together with its cosignatures and timestamps. Keep the next line elsewhere, and pass it to the next run with --head.',
  )
  if (!kept) console.log(`${size}:${rootHash}`)
}

await runCommand(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { head: text, checkpoint: text, state: text } })
  const kept = await findKeptState(values.checkpoint, values.head)
  if (kept && values.state !== undefined)
    throw new StartupError(
      'Give only one of --state, --head and --checkpoint. The file of --state contains a head of the log.',
    )
  const isSound = await withDatabase((database) => verifyEvidence(database, kept, values.state))
  if (!isSound) process.exitCode = 1
})
