import type { LogView } from '../../../contract/record.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeCheckpoint } from './checkpoint.ts'
import { findNewestHead } from './log-store.ts'
import { signLogKey } from './proof-file.ts'
import { findLastCosignature, findTimestamp } from './witness-store.ts'

/** The log as its page shows it: its name and key, its newest state, and what others said of it last. Nothing of it says anything about anybody. */
export async function showLog(platform: Platform): Promise<LogView> {
  const { database, logSigner, sealer, settings } = platform
  const [log, head, checkpoint, timestamp, witnesses] = await Promise.all([
    signLogKey(platform),
    findNewestHead(database),
    writeCheckpoint(database, logSigner, undefined),
    findTimestamp(database, logSigner.name),
    Promise.all(
      settings.witnesses.map(async ({ name, verifierKey, url }) => {
        const last = await findLastCosignature(database, logSigner.name, verifierKey)
        return { name, verifierKey, url, last: last && { size: last.size, at: last.at.toISOString() } }
      }),
    ),
  ])
  return {
    ...log,
    size: head?.size ?? 0,
    at: head?.at.toISOString() ?? null,
    checkpoint: checkpoint ?? '',
    hasTimeAuthority: sealer.hasTimeAuthority,
    timestamp: timestamp && { size: timestamp.size, at: timestamp.at.toISOString() },
    witnesses,
  }
}
