import type { DataExport } from '../../../contract/data-export.ts'
import { type Account, queueForUser } from '../../accounts/index.ts'
import { listNetworks } from '../../http/client-network.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import { turnRetryAfterSeconds } from '../../platform/take-turns.ts'
import { listOwnParts } from './export-entries.ts'
import { findExportUrl } from './export-url.ts'
import { makeExportType, makeLargeExportType } from './make-export-type.ts'
import { addExport, type ExportRow, findNewestExport, nameExportKey } from './store.ts'

/** Verifications of which a copy is made in seconds. */
const mostOfSmall = 100

const perDay = { name: 'data-export', points: 3, seconds: 24 * 60 * 60 }

/** Has a copy of somebody's data made. While one is under way that is the answer; another takes its place once it is over, three a day. */
export async function requestExport(
  platform: Platform,
  account: Account,
  clientIp: string,
): Promise<DataExport | Refusal> {
  const { clock, database, jobs, rateLimits } = platform
  const isLarge = (await listOwnParts(platform, account.id)).length > mostOfSmall
  const job = isLarge ? makeLargeExportType : makeExportType
  return database.transaction(async (tx) => {
    if (!(await queueForUser(tx, account.id))) return refuse('authentication_required')
    const newest = await findNewestExport(tx, account.id)
    if (newest && (newest.state === 'queued' || newest.state === 'making'))
      return presentExport(platform, newest)
    const place = await jobs.takePlace(tx, job, {
      networks: listNetworks(clientIp),
      sender: account.id,
      isLast: !account.emailVerified,
    })
    if (!place) return refuse('too_many_exports', { retryAfterSeconds: turnRetryAfterSeconds })
    const { allowed, retryAfterSeconds } = await rateLimits.consume(perDay, account.id, tx)
    if (!allowed) return refuse('too_many_exports', { retryAfterSeconds })
    const added = await addExport(tx, account.id, clock.now())
    if (!added) throw new Error('a copy was begun while its account was locked')
    await jobs.enqueue(tx, job, { exportId: added.id }, { key: nameExportKey(added.id), ...place })
    return presentExport(platform, added)
  })
}

/** How the newest copy of somebody's data stands; null when there is none, or its time is over. */
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
