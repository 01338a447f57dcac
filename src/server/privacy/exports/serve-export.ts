import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import { isExportUrl } from './export-url.ts'
import { findExport } from './store.ts'
import { namePartAddress } from './write-parts.ts'

export type ServedExport = { body: ReadableStream<Uint8Array>; byteCount: number; fileName: string }

/** The archive that a signed address names, part after part as its reader takes them. An address that was edited or has ended opens nothing. */
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
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  )
}
