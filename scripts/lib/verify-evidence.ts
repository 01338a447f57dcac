import { type TrailReport, verifyNewTrails, verifyTrails } from '../../src/server/audit/index.ts'
import { type Database, sql, type Transaction } from '../../src/server/platform/database/index.ts'
import { type KeptHead, type SealReport, verifySeals } from '../../src/server/records/index.ts'
import { type AuditState, findAuditState, keepAuditState } from './audit-state.ts'
import { withWitnesses } from './with-witnesses.ts'

type Asked = {
  /** A state of the log that was kept elsewhere. */
  head: KeptHead | null
  /** Where this check keeps what it has looked at, and finds what one before it had. */
  stateFile?: string | undefined
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
export async function verifyEvidence(database: Database, { head, stateFile }: Asked): Promise<boolean> {
  const known = stateFile === undefined ? null : await findAuditState(stateFile)
  return database.transaction(async (tx) => {
    // One look at everything, while others go on.
    await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const state = await prepareState(tx, known)
    const keep = (more: Partial<AuditState>) => {
      Object.assign(state, more)
      if (stateFile !== undefined) keepAuditState(stateFile, state)
    }
    if (!(await areTrailsSound(tx, known, keep))) return false
    const news = known?.isDone ? computeSince(known) : null
    const seals = await withWitnesses(tx, (witnesses) =>
      verifySeals(tx, witnesses, head, {
        from: known?.log ?? null,
        since: news,
        onHead: (log) => keep({ log }),
      }),
    )
    if (!areSealsSound(seals, known?.log != null)) return false
    sayHead(seals.head, head ?? known?.log ?? null)
    keep({ began: (await readNow(tx)).toISOString(), log: seals.head, isDone: true })
    return true
  })
}

/** The state to begin with: what was cut off, or a new one. */
async function prepareState(tx: Transaction, known: AuditState | null): Promise<AuditState> {
  if (known) {
    const began = `what a check that began ${known.began} had looked at`
    console.log(
      known.isDone
        ? `Looking at what is new: everything else is ${began}.`
        : `Going on from ${began} when it was cut off.`,
    )
    return { ...known }
  }
  return { began: (await readNow(tx)).toISOString(), trails: null, log: null, isDone: false }
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
