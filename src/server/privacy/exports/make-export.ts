import { createDueRows, type DueWork, defineJob } from '../../platform/jobs/index.ts'
import { describeError } from '../../platform/logging/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeZip } from '../../platform/zip/index.ts'
import { listExportEntries, listOwnParts } from './export-entries.ts'
import { exportReadyJob } from './export-mail.ts'
import { makeExportType, makeLargeExportType } from './make-export-type.ts'
import {
  beginExport,
  countOverdueExports,
  type ExportRow,
  endExport,
  failExport,
  listWaitingWithoutJob,
  nameExportKey,
  noteProgress,
} from './store.ts'
import { GivenUp, removeParts, writeParts } from './write-parts.ts'

/** How long a copy can be had. */
const lifeMs = 24 * 60 * 60 * 1000

/** Makes a copy of somebody's data. One that could not be made has failed, and its person can ask again; one that was cut off begins anew. */
export const makeExportJob = defineJob(makeExportType.name, makeExportType.schema, tryExport)

/** The same of a large account. */
export const makeLargeExportJob = defineJob(makeLargeExportType.name, makeLargeExportType.schema, tryExport)

async function tryExport(platform: Platform, { exportId }: { exportId: string }): Promise<void> {
  const row = await beginExport(platform.database, exportId)
  if (!row) return
  try {
    await makeExport(platform, row)
  } catch (error) {
    if (error instanceof GivenUp) return
    platform.logger.error(
      { exportId, error: describeError(error) },
      'a copy of somebody’s data could not be made',
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
  // Those of a try that was cut off and came further.
  await removeParts(platform, id, { from: parts, to: earlier })
  await database.transaction(async (tx) => {
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + lifeMs)
    if (!(await endExport(tx, id, { parts, byteCount, at, expiresAt }))) return
    await queueMail(platform, tx, exportReadyJob, { exportId: id }, { accountId: userId })
  })
}

/** Copies that wait for a job that is not there any more. */
export function createDueExports(platform: Pick<Platform, 'clock' | 'database' | 'jobs'>): DueWork {
  return createDueRows(platform, {
    kind: 'exports',
    overdueAfterMs: 60 * 60_000,
    batch: 100,
    overdue: countOverdueExports,
    withoutJob: listWaitingWithoutJob,
    // Perhaps a large one.
    job: makeLargeExportType,
    toPayload: (exportId) => ({ exportId }),
    toKey: nameExportKey,
  })
}
