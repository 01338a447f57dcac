import { z } from 'zod'
import mails from '../../../words/en/account-mails.ts'
import { findRecipient } from '../../accounts/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import {
  type Duty,
  defineJob,
  handleEach,
  type JobType,
  listWithoutJob,
  noPayload,
} from '../../platform/jobs/index.ts'
import { describeError } from '../../platform/logging/index.ts'
import { defineMail, type MailContent, queueMail, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileAddress } from '../../platform/storage/index.ts'
import { writeZip } from '../../platform/zip/index.ts'
import { listExportEntries, listOwnParts } from './export-entries.ts'
import {
  beginExport,
  countPartsOfAll,
  deleteExport,
  type ExportRow,
  endExport,
  failExport,
  findExport,
  findExportUrl,
  listExports,
  listExportsToDestroy,
  lockMaking,
  nameExportKey,
  noteParts,
  noteProgress,
  selectWaiting,
} from './store.ts'

const exportSchema = z.object({ exportId: z.guid() })

type ExportJob = JobType<z.infer<typeof exportSchema>>

/** The job that makes an export of a person's data. */
export const makeExportType: ExportJob = { name: 'make-data-export', schema: exportSchema, queue: 'exports' }

/** The same for an account with many verifications, in its own queue, so that it doesn't delay others. */
export const makeLargeExportType: ExportJob = {
  name: 'make-large-data-export',
  schema: exportSchema,
  queue: 'large exports',
}

/** How long an export can be downloaded. */
const lifeMs = 24 * 60 * 60 * 1000

/**
 * Makes an export of a person's data. A failed export is marked as failed, and its owner can request another; an
 * interrupted one starts again.
 */
export const makeExportJob = defineJob(makeExportType.name, makeExportType.schema, tryExport)

export const makeLargeExportJob = defineJob(makeLargeExportType.name, makeLargeExportType.schema, tryExport)

async function tryExport(platform: Platform, { exportId }: { exportId: string }): Promise<void> {
  const row = await beginExport(platform.database, exportId)
  if (!row) return
  try {
    await makeExport(platform, row)
  } catch (error) {
    if (error instanceof ExportAbandoned) return
    platform.logger.error(
      { exportId, error: describeError(error) },
      'a copy of personal data could not be made',
    )
    await failExport(platform.database, exportId, platform.clock.now())
  }
}

async function makeExport(platform: Platform, { id, userId, parts: earlier }: ExportRow): Promise<void> {
  const { clock, database } = platform
  const own = await listOwnParts(platform, userId)
  const onDone = (done: number) => noteProgress(database, id, done, own.length)
  const { parts, byteCount } = await writeParts(
    platform,
    id,
    writeZip(listExportEntries(platform, userId, own, onDone)),
  )
  // Parts of an interrupted earlier run that had got further.
  await removeParts(platform, id, { from: parts, to: earlier })
  await database.transaction(async (tx) => {
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + lifeMs)
    if (!(await endExport(tx, id, { parts, byteCount, at, expiresAt }))) return
    await queueMail(platform, tx, exportReadyJob, { exportId: id }, { accountId: userId })
  })
}

/** Exports whose job was lost. */
export const exportsDuty: Duty<Platform> = {
  kind: 'exports',
  overdueAfterMs: 60 * 60_000,
  select: (_, before) => selectWaiting(before),
  async enqueueMissing({ jobs }, tx, { before, limit }) {
    const ids = await listWithoutJob(tx, selectWaiting(before), nameExportKey(''), limit)
    const missing = ids.map((exportId) => ({ payload: { exportId }, key: nameExportKey(exportId) }))
    // In the queue for large ones, because it may be one.
    await jobs.enqueueAll(tx, makeLargeExportType, missing)
    return missing.length
  },
}

const words = mails.exportReady

function writeExportReadyMail(url: string): MailContent {
  const { subject, heading, paragraphs, action, footnote } = words
  return { subject, heading, paragraphs: [...paragraphs], action: { label: action, url }, footnote }
}

/** Rendered when it is sent, so that the download URL is never in the queue; not sent once the export is gone. */
export const exportReadyJob = defineMail('mail-data-export', z.object({ exportId: z.guid() }), {
  async write(platform: Platform, { exportId }) {
    const row = await findExport(platform.database, exportId)
    const url = row && findExportUrl(platform.signing, row)
    const to = row && (await findRecipient(platform.database, row.userId))
    if (!url || !to) return null
    return renderMail(to, () => writeExportReadyMail(`${platform.settings.publicUrl}${url}`))
  },
})

type Parts = Pick<Platform, 'clock' | 'database' | 'storage'>

/** Destroys the exports that have expired or were replaced. */
export const destroyExportsJob = defineJob(
  'destroy-data-exports',
  noPayload,
  (platform: Parts & Pick<Platform, 'logger'>) => {
    const { clock, database, logger } = platform
    return handleEach(
      (limit, failed) => listExportsToDestroy(database, clock.now(), limit, failed),
      (row) => destroy(platform, row),
      logger,
    )
  },
)

export async function destroyExportsOf(platform: Parts, userId: string): Promise<void> {
  for (const row of await listExports(platform.database, userId)) await destroy(platform, row)
}

/** Deletes the row after the files, because the row is needed to find them. */
async function destroy(platform: Parts, { id, parts }: ExportRow): Promise<void> {
  await removeParts(platform, id, { from: 0, to: parts })
  await deleteExport(platform.database, id)
}

/** Size of the parts of an export. One part is in memory at a time, and each is encrypted as one file. */
const partBytes = 4 * 1024 * 1024

/** The export was abandoned while it was being made, because its account was erased. */
class ExportAbandoned extends Error {}

export function namePartAddress(exportId: string, part: number): FileAddress {
  return { bucket: 'exports', path: `${exportId}/part-${part}.bin` }
}

/**
 * Stores an archive as it grows, in parts, each encrypted separately and bound to its position. Each part is counted
 * before it is written, so that it is found when the export is destroyed.
 *
 * @throws ExportAbandoned when the export is no longer wanted
 */
async function writeParts(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  exportId: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<{ parts: number; byteCount: number }> {
  let parts = 0
  let byteCount = 0
  const write = async (bytes: Uint8Array) => {
    if (!(await noteParts(database, exportId, parts + 1))) throw new ExportAbandoned()
    await database.transaction(async (tx) => {
      if (!(await lockMaking(tx, exportId))) throw new ExportAbandoned()
      await storage.put(namePartAddress(exportId, parts), bytes)
    })
    parts += 1
    byteCount += bytes.byteLength
  }
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await write(bytes)
  }
  for await (const chunk of archive) {
    waiting.push(chunk)
    waitingBytes += chunk.byteLength
    if (waitingBytes >= partBytes) await flush()
  }
  if (waitingBytes > 0) await flush()
  return { parts, byteCount }
}

async function removeParts(
  { storage }: Pick<Platform, 'storage'>,
  exportId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let part = from; part < to; part += 1) await storage.remove(namePartAddress(exportId, part))
}

/** Every address where a part of an export may be. */
export async function listEveryPartAddress(q: Queryable): Promise<FileAddress[]> {
  const copies = await countPartsOfAll(q)
  return copies.flatMap(({ id, parts }) =>
    Array.from({ length: parts }, (_, part) => namePartAddress(id, part)),
  )
}
