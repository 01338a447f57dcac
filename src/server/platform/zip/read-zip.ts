import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'

/** An entry of an archive on disk; call `open` for its bytes before requesting the next entry. */
type StoredEntry = { name: string; open(): Promise<Readable> }

/**
 * Reads the entries of an archive on disk. Rejects when it is incomplete or damaged, or has a name that leads out of
 * it.
 */
export async function* readZip(file: string): AsyncGenerator<StoredEntry> {
  const zip = await openPromise(file)
  try {
    for await (const entry of zip.eachEntry())
      yield { name: entry.fileName, open: () => zip.openReadStreamPromise(entry) }
  } finally {
    zip.close()
  }
}
