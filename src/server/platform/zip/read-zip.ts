import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'

/** An entry of an archive on the disk; `open` answers its bytes, and is called before the next entry is asked for. */
type StoredEntry = { name: string; open(): Promise<Readable> }

/** The entries of an archive on the disk. Rejects when it is no whole archive, or has a name that leads out of it. */
export async function* readZip(file: string): AsyncGenerator<StoredEntry> {
  const zip = await openPromise(file)
  try {
    for await (const entry of zip.eachEntry())
      yield { name: entry.fileName, open: () => zip.openReadStreamPromise(entry) }
  } finally {
    zip.close()
  }
}
