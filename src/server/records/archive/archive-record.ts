import { z } from 'zod'
import { dayMs } from '../../platform/clock/index.ts'
import type { Queryable, Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { type Duty, defineJob } from '../../platform/jobs/index.ts'
import { type ArchivedCopy, readArchivedCopy } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification } from '../../verifications/index.ts'
import { findCertificate } from '../seal-keys/seal-keys.ts'
import { keepAttempt, withAttempt } from '../sealed-files.ts'
import { listSealedDocuments, type SealedRow, sealedKinds } from '../store.ts'
import {
  type ArchivedName,
  type ArchivedRow,
  countFailedTry,
  findFailedTries,
  findNewestCopy,
  insertCopy,
  listDueWithoutJob,
  noteEnqueued,
  noteTimeAuthority,
  selectDueArchives,
  setArchiveDue,
} from './store.ts'

/** Delays before the next try: after the 1st, 2nd, … try, then always the last. */
const retryDelaysMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000)
/** After this many tries to get a revocation statement, which take at least a day, a copy is made without one. */
const maxStatementTries = 24

/** The minimum by which a new copy must extend the protection, because each contains all copies before it. */
const minGainMs = dayMs
/** How long to wait before asking an authority again that has no newer certificate. */
const retryAuthorityAfterMs = 7 * dayMs

const documentSchema = z.object({
  verificationId: z.guid(),
  document: z.enum(sealedKinds),
  tries: z.int(),
})

export const archiveJob = defineJob('archive-record', documentSchema, archiveRecord)

const nameArchiveKey = ({ verificationId, document }: ArchivedName) =>
  `${archiveJob.name} ${document} ${verificationId}`

/** Enqueues the archiving of a document that is due, in the caller's transaction. */
export async function enqueueArchive(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  tx: Transaction,
  { verificationId, document }: ArchivedName,
  tries = 0,
): Promise<void> {
  const name = { verificationId, document }
  const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1]
  await jobs.enqueue(
    tx,
    archiveJob,
    { ...name, tries },
    { key: nameArchiveKey(name), priority: 10, ...(delayMs ? { runAt: addMs(clock.now(), delayMs) } : {}) },
  )
  await noteEnqueued(tx, [name], clock.now())
}

/**
 * Makes the first or the next archived copy of a sealed document if one is due. Tries again later when that fails now.
 */
async function archiveRecord(
  platform: Platform,
  { verificationId, document, tries }: z.infer<typeof documentSchema>,
): Promise<void> {
  const { database, sealer, clock, logger } = platform
  const name = { verificationId, document }
  const failedTries = sealer.hasTimeAuthority ? await findFailedTries(database, name, clock.now()) : null
  if (failedTries === null) return
  const sealed = (await listSealedDocuments(database, verificationId)).findLast(
    (row) => row.document === document,
  )
  if (!sealed) return
  const last = await findNewestCopy(database, sealed)
  const made = await makeCopy(platform, sealed, last, failedTries >= maxStatementTries)
  if ('fault' in made) {
    logger.warn({ verificationId, document, tries, fault: made.fault }, 'a record could not be archived')
    return database.transaction(async (tx) => {
      if (made.fault === 'no_statement') await countFailedTry(tx, name)
      await enqueueArchive(platform, tx, name, tries + 1)
    })
  }
  if (made.validation === 'missing')
    logger.warn(
      { verificationId, document },
      'a record is archived without what was said of its certificates',
    )
  if (last && made.protectedUntil.getTime() - last.protectedUntil.getTime() < minGainMs) {
    logger.warn({ verificationId, document }, 'the time authority protects no longer than the last copy does')
    const later = addMs(clock.now(), retryAuthorityAfterMs)
    return database.transaction((tx) => setArchiveDue(tx, name, later))
  }
  await keepCopy(platform, sealed, (last?.generation ?? 0) + 1, made)
}

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function makeCopy(
  { database, storage, sealer }: Platform,
  sealed: SealedRow,
  last: ArchivedRow | null,
  acceptsMissing: boolean,
): Promise<ArchivedCopy | { fault: string }> {
  const original = await readFile(storage, sealed)
  const before = last ? await readFile(storage, last) : original
  const timestamps = last ? await readArchivedCopy(original, before) : []
  if ('fault' in timestamps) throw new Error(`an archived copy is invalid: ${timestamps.fault}`)
  return sealer.archive(before, {
    sealChain: await readChain(database, sealed),
    earlier: timestamps.map(({ token }) => token),
    acceptsMissing,
  })
}

/** The bytes of a file. Throws unless they match the hash in its row, so that nothing else is stamped. */
async function readFile(
  storage: Platform['storage'],
  { path, pdfSha256 }: Pick<SealedRow, 'path' | 'pdfSha256'>,
): Promise<Uint8Array> {
  const bytes = await storage.get({ bucket: 'records', path: `${path}.pdf` })
  if (!bytes || hashHex(bytes) !== pdfSha256) throw new Error('a sealed document is not as it was sealed')
  return bytes
}

async function readChain(q: Queryable, { certificateSha256 }: SealedRow): Promise<Uint8Array[]> {
  const certificate = await findCertificate(q, certificateSha256)
  return (certificate?.chain ?? []).map((der) => new Uint8Array(Buffer.from(der, 'base64')))
}

async function keepCopy(
  platform: Platform,
  { verificationId, document, revision }: SealedRow,
  generation: number,
  { bytes, sha256, protectedUntil, renewAt }: ArchivedCopy,
): Promise<void> {
  const { database, storage, clock } = platform
  const name = `archived-${document}-${revision}-${generation}`
  await withAttempt(platform, { verificationId, name }, async (path) => {
    await storage.put({ bucket: 'records', path: `${path}.pdf` }, bytes)
    return database.transaction(async (tx) => {
      await lockVerification(tx, verificationId)
      if (!(await keepAttempt(tx, path))) return null
      const copy = { verificationId, document, revision, generation, path, pdfSha256: sha256, protectedUntil }
      await insertCopy(tx, { ...copy, madeAt: clock.now() })
      const soonest = addMs(clock.now(), dayMs)
      await setArchiveDue(tx, { verificationId, document }, renewAt > soonest ? renewAt : soonest)
      return copy
    })
  })
}

/**
 * Sealed documents that have no archived copy yet, or one whose timestamp is about to expire. Nothing is due without a
 * time authority. Documents that were sealed before there was one, and copies that are about to expire, get their first
 * job here.
 */
export const archivesDuty: Duty<Platform> = {
  kind: 'archives',
  // Longer than the wait for an authority that doesn't answer.
  overdueAfterMs: 2 * dayMs,
  select: ({ sealer }, before) => selectDueArchives(before, sealer.hasTimeAuthority),
  async enqueueMissing({ clock, jobs, sealer }, tx, { limit }) {
    await noteTimeAuthority(tx, sealer.hasTimeAuthority, clock.now())
    if (!sealer.hasTimeAuthority) return 0
    const due = await listDueWithoutJob(tx, clock.now(), limit)
    const missing = due.map(({ verificationId, document }) => ({
      payload: { verificationId, document, tries: 0 },
      key: nameArchiveKey({ verificationId, document }),
    }))
    await jobs.enqueueAll(tx, archiveJob, missing)
    await noteEnqueued(tx, due, clock.now())
    return due.filter(({ hadJob }) => hadJob).length
  },
}
