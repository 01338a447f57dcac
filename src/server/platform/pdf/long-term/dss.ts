import type { Paper } from '../drawing/paint.ts'
import { storeKeys, storeParts, type ValidationData } from './validation-data.ts'

type Streams = { compress: boolean }
type Catalog = { _root: { data: Record<string, unknown> } }

/**
 * Puts a document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4) into the document while it is drawn, so that the seal covers it
 * and the file has one revision. The values stand there as they are: what is DER does not compress.
 */
export function writeDss(paper: Paper, data: ValidationData): void {
  const store: Record<string, unknown> = { Type: 'DSS' }
  for (const part of storeParts) {
    store[storeKeys[part]] = data[part].map((value) => {
      const stream = paper.ref({})
      ;(stream as unknown as Streams).compress = false
      stream.end(Buffer.from(value))
      return stream
    })
  }
  const reference = paper.ref(store)
  reference.end(null)
  ;(paper as unknown as Catalog)._root.data['DSS'] = reference
}
