import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteExport, type ExportRow, listExports, listExportsToDestroy } from './store.ts'
import { removeParts } from './write-parts.ts'

const batch = 100

type Parts = Pick<Platform, 'clock' | 'database' | 'storage'>

/** Destroys the copies whose day is over, or in whose place there is a newer one. */
export const destroyExportsJob = defineJob('destroy-data-exports', noPayload, async (platform: Parts) => {
  for (;;) {
    const over = await listExportsToDestroy(platform.database, platform.clock.now(), batch)
    for (const row of over) await destroy(platform, row)
    if (over.length < batch) return
  }
})

/** Destroys every copy of somebody's, which were given up before. */
export async function destroyExportsOf(platform: Parts, userId: string): Promise<void> {
  for (const row of await listExports(platform.database, userId)) await destroy(platform, row)
}

/** The row goes after its files: it says what there is to remove. */
async function destroy(platform: Parts, { id, parts }: ExportRow): Promise<void> {
  await removeParts(platform, id, { from: 0, to: parts })
  await deleteExport(platform.database, id)
}
