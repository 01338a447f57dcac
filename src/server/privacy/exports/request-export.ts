import type { DataExport } from '../../../contract/privacy.ts'
import { type Account, lockSignedIn, noteSecurityEvent } from '../../accounts/index.ts'
import { listNetworks } from '../../http/client.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueRetryAfterSeconds } from '../../platform/waiting/index.ts'
import { listOwnParts } from './export-entries.ts'
import { makeExportType, makeLargeExportType, namePartAddress } from './make-export.ts'
import {
  addExport,
  type ExportRow,
  findExport,
  findExportUrl,
  findNewestExport,
  isExportUrl,
  nameExportKey,
} from './store.ts'

/** Number of verifications up to which an export is made in seconds. */
const maxOfSmallExport = 100

/** Consumed in the transaction: repeating the request while an export is being made isn't counted. */
const perDay = { name: 'data-export', points: 3, seconds: 24 * 60 * 60 }

/**
 * Requests an export of a person's data. Returns the one in progress if there is one; otherwise starts a new one, at
 * most three times a day, which replaces a finished one.
 */
export async function requestExport(
  platform: Platform,
  account: Account,
  clientIp: string,
): Promise<DataExport | Refusal> {
  const { clock, database, jobs, rateLimits } = platform
  const isLarge = (await listOwnParts(platform, account.id)).length > maxOfSmallExport
  const job = isLarge ? makeLargeExportType : makeExportType
  let isAdded = false
  const outcome = await database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId: account.id, sessionId: account.sessionId })))
      return refuse('authentication_required')
    const newest = await findNewestExport(tx, account.id)
    if (newest && (newest.state === 'queued' || newest.state === 'making'))
      return presentExport(platform, newest)
    const place = await jobs.reservePlace(tx, job, {
      networks: listNetworks(clientIp),
      sender: account.id,
      isLast: !account.emailVerified,
    })
    if (!place) return refuse('too_many_exports', { retryAfterSeconds: queueRetryAfterSeconds })
    const { allowed, retryAfterSeconds } = await rateLimits.consume(perDay, account.id, tx)
    if (!allowed) return refuse('too_many_exports', { retryAfterSeconds })
    const added = await addExport(tx, account.id, clock.now())
    if (!added) throw new Error('a copy was begun while its account was locked')
    await jobs.enqueue(tx, job, { exportId: added.id }, { key: nameExportKey(added.id), ...place })
    isAdded = true
    return presentExport(platform, added)
  })
  const { id: userId, sessionId } = account
  if (isAdded) await noteSecurityEvent(platform, 'copy_asked', { userId, sessionId })
  return outcome
}

/** The state of the newest export of a person's data; null without one, or after it has expired. */
export async function showExport(platform: Platform, userId: string): Promise<{ newest: DataExport | null }> {
  const row = await findNewestExport(platform.database, userId)
  const isOver = row?.expiresAt && row.expiresAt <= platform.clock.now()
  return { newest: row && !isOver ? presentExport(platform, row) : null }
}

function presentExport({ signing }: Platform, row: ExportRow): DataExport {
  const { id, state, filesDone, filesTotal, byteCount } = row
  return {
    id,
    state,
    filesDone,
    filesTotal,
    byteCount,
    requestedAt: row.requestedAt.toISOString(),
    url: findExportUrl(signing, row),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

type ServedExport = { body: ReadableStream<Uint8Array>; byteCount: number; fileName: string }

/**
 * The archive named by a signed URL, part after part as the client reads them. Refuses a URL that was edited or has
 * expired.
 */
export async function serveExport(
  platform: Platform,
  { id, expires, signature }: { id: string | null; expires: string; signature: string },
): Promise<ServedExport | Refusal> {
  if (id === null || !isExportUrl(platform.signing, id, expires, signature))
    return refuse('signed_url_invalid')
  if (platform.clock.now().getTime() >= Number(expires) * 1000) return refuse('signed_url_invalid')
  const row = await findExport(platform.database, id)
  if (row?.state !== 'ready') return refuse('signed_url_invalid')
  return {
    body: streamParts(platform, id, row.parts),
    byteCount: row.byteCount,
    fileName: `my-data-${row.requestedAt.toISOString().slice(0, 10)}.zip`,
  }
}

function streamParts({ storage }: Platform, id: string, parts: number): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream(
    {
      async pull(controller) {
        if (next === parts) return controller.close()
        const bytes = await storage.get(namePartAddress(id, next))
        next += 1
        if (!bytes) throw new Error('a part of a copy is gone')
        controller.enqueue(bytes)
      },
    },
    // Reads from the store only as fast as the client does.
    { highWaterMark: 0 },
  )
}
