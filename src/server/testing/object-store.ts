import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Options } from '../platform/storage/s3-place.ts'
import { listenHere } from './listen-here.ts'

/** A server with the calls of S3 that the product uses, and path-style addresses. It keeps its files in memory. */
export type ObjectStore = {
  options: S3Options & { endpoint: string; credentials: NonNullable<S3Options['credentials']> }
  /** By bucket and key, with a slash in front: `/assent/records/…`. */
  objects: Map<string, Buffer>
  /** Called before an object is kept. What it answers is kept in its place; `refused` is answered with 403. */
  onPut: (path: string, bytes: Buffer) => Buffer | 'refused'
  /** What is answered in place of an object. */
  onGet: (path: string, bytes: Buffer) => Buffer
  close(): Promise<void>
}

/** So many names are in one answer. */
const page = 3

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(url.pathname)
    const body = await buffer(request)
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
    if (request.method === 'PUT') {
      const kept = store.onPut(path, body)
      if (kept === 'refused') return answer(403, '<Error><Code>AccessDenied</Code></Error>')
      objects.set(path, kept)
      return response.setHeader('etag', nameVersion(kept)).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (url.searchParams.get('list-type') === '2')
      return answer(
        200,
        listing(objects, `${path}/`.replace('//', '/'), url.searchParams.get('continuation-token')),
      )
    const kept = objects.get(path)
    const found = kept && store.onGet(path, kept)
    return found
      ? response.setHeader('etag', nameVersion(found)).end(found)
      : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
  })
  const { origin, close } = await listenHere(server)
  const store: ObjectStore = {
    options: {
      bucket: 'assent',
      region: 'us-east-1',
      endpoint: origin,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    },
    objects,
    onPut: (_, bytes) => bytes,
    onGet: (_, bytes) => bytes,
    close,
  }
  return store
}

function nameVersion(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

/** ListObjectsV2, in pages that are sorted by name. */
function listing(objects: Map<string, Buffer>, bucket: string, after: string | null): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(bucket) && name > (after ?? '')).sort()
  const shown = names.slice(0, page)
  const more = names.length > page ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
  const contents = shown.map(
    (name) =>
      `<Contents><Key>${name.slice(bucket.length)}</Key><Size>${objects.get(name)?.byteLength}</Size></Contents>`,
  )
  return `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`
}
