import type { Queryable } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileAddress } from '../../platform/storage/index.ts'
import { countPartsOfAll, lockMaking, noteParts } from './store.ts'

/** So much of a copy is in memory, and is encrypted as one file. */
const partBytes = 4 * 1024 * 1024

/** Somebody gave the copy up while it was being made: its account was erased. */
export class GivenUp extends Error {}

export function namePartAddress(exportId: string, part: number): FileAddress {
  return { bucket: 'exports', path: `${exportId}/part-${part}.bin` }
}

/**
 * Stores an archive as it grows, in parts, each encrypted by itself and bound to its place in the order. A part is counted before it is
 * written, so that whoever destroys the copy knows of it.
 *
 * @throws GivenUp when the copy is not to be made any more
 */
export async function writeParts(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  exportId: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<{ parts: number; byteCount: number }> {
  let parts = 0
  let byteCount = 0
  const write = async (bytes: Uint8Array) => {
    if (!(await noteParts(database, exportId, parts + 1))) throw new GivenUp()
    await database.transaction(async (tx) => {
      if (!(await lockMaking(tx, exportId))) throw new GivenUp()
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

/** Removes the files of a copy. */
export async function removeParts(
  { storage }: Pick<Platform, 'storage'>,
  exportId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let part = from; part < to; part += 1) await storage.remove(namePartAddress(exportId, part))
}

/** Every address where a part of a copy may lie. */
export async function listEveryPartAddress(q: Queryable): Promise<FileAddress[]> {
  const copies = await countPartsOfAll(q)
  return copies.flatMap(({ id, parts }) =>
    Array.from({ length: parts }, (_, part) => namePartAddress(id, part)),
  )
}
