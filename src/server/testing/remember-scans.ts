import { createHash } from 'node:crypto'
import type { DocumentReader } from '../platform/document-reader/index.ts'

/**
 * The same reader, which reads each picture once for each day: the tests of a process have the same few pictures read
 * again and again, for seconds each.
 */
export function rememberScans(reader: DocumentReader): DocumentReader {
  const scans = new Map<string, ReturnType<DocumentReader['scan']>>()
  return {
    version: reader.version,
    async scan(picture, day) {
      const key = `${day} ${createHash('sha256').update(picture).digest('hex')}`
      const scan = scans.get(key) ?? reader.scan(picture, day)
      scans.set(key, scan)
      return structuredClone(await scan)
    },
  }
}
