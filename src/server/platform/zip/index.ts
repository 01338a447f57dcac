import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'

/**
 * One file of an archive, or a folder: its name ends in a slash, and its bytes are ignored. `compress` is for texts:
 * pictures and PDFs are already compressed.
 */
export type ZipEntry = { name: string; bytes: Uint8Array | Readable; at: Date; compress: boolean }

/** The number of bytes to process before yielding to the event loop. */
const sliceBytes = 64 * 1024

/**
 * Writes an archive (PKWARE's ZIP) as a stream. The next entry is requested when the one before was read, so that only
 * one is in memory; a slow reader causes back-pressure.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const stopping = new AbortController()
  const feeding = feedEntries(zip, entries, stopping.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('an entry could not be read'))
  })
  try {
    for await (const chunk of output) yield chunk as Buffer
    await feeding
  } finally {
    output.destroy()
    // The reader is gone and takes no more: closes the entries' open resources.
    stopping.abort()
    await feeding
  }
}

async function feedEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, bytes, at, compress } of entries) {
    if (name.endsWith('/')) {
      zip.addEmptyDirectory(name, { mtime: at, mode: 0o40700 })
      continue
    }
    const content = bytes instanceof Readable ? bytes : Readable.from(cutSlices(bytes), { objectMode: false })
    zip.addReadStream(content, name, { mtime: at, mode: 0o100600, compress })
    try {
      if (!content.readableEnded) await once(content, 'end', { signal })
    } finally {
      content.destroy()
    }
  }
  zip.end()
}

async function* cutSlices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes)
    // Streams alone would process all slices without yielding.
    await setImmediate()
  }
}
