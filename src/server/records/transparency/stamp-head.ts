import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { findNewestHead } from './log-store.ts'
import { findTimestamp, insertTimestamp } from './witness-store.ts'

/** Has the configured authority stamp the newest state of the log, once. What it stamps is the text of the checkpoint. */
export const stampHeadJob = defineJob('stamp-log-head', noPayload, async (platform: Platform) => {
  const { database, sealer, logSigner, logger } = platform
  if (!sealer.hasTimeAuthority) return
  const head = await findNewestHead(database)
  if (!head || (await findTimestamp(database, logSigner.name, head.size))) return
  const stamped = await sealer.stamp(Buffer.from(formatCheckpoint(logSigner.name, head)))
  if (stamped.state === 'granted') {
    await insertTimestamp(database, logSigner.name, { size: head.size, at: stamped.at, token: stamped.token })
  } else {
    logger.warn({ size: head.size, ...stamped }, 'the log has no timestamp for its newest state')
  }
})
