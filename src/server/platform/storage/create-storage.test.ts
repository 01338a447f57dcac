import { createHash, randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenHere } from '../../testing/listen-here.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createEncryption } from '../encryption/index.ts'
import { createStorage, type FileAddress, type Storage, StorageUnavailable } from './index.ts'
import { openS3Place, type S3Options } from './s3-place.ts'

const encryption = createEncryption({ key: randomBytes(32) })
const folder = folderForFile()
let s3: ObjectStore

beforeAll(async () => {
  s3 = await startObjectStore()
})
afterAll(async () => {
  await encryption.close()
  await s3.close()
})

const address: FileAddress = { bucket: 'id_documents', path: 'owner-1/id-1700000000000.jpg' }
const bytes = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(100_000)]))

describe.each([
  ['a folder', () => createStorage({ encryption, folder })],
  [
    'an S3 server',
    () =>
      createStorage({
        encryption,
        place: openS3Place(s3.options),
      }),
  ],
])('storage in %s', (_, create) => {
  let storage: Storage
  beforeAll(() => {
    storage = create()
  })

  it('returns stored bytes, and nothing after their removal', async () => {
    await storage.put(address, bytes)
    expect(Buffer.from((await storage.get(address)) ?? []).equals(bytes)).toBe(true)
    await storage.remove(address)
    expect(await storage.get(address)).toBeNull()
  })

  it('finds nothing at an unused address, and removes it without an error', async () => {
    const nowhere: FileAddress = { bucket: 'user_documents', path: 'unknown/selfie-1.jpg' }
    expect(await storage.get(nowhere)).toBeNull()
    await expect(storage.remove(nowhere)).resolves.toBeUndefined()
  })

  it('passes its check', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})

describe('a stored file in a folder', () => {
  it('contains no picture header and none of the original bytes (UPLOAD-8)', async () => {
    const storage = createStorage({ encryption, folder })
    await storage.put(address, bytes)
    const stored = await readFile(join(folder, address.bucket, address.path))
    expect(stored.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    expect(stored.includes(Buffer.from(bytes.subarray(1000, 1032)))).toBe(false)
  })

  it('does not open at another address (UPLOAD-8)', async () => {
    const storage = createStorage({ encryption, folder })
    await storage.put(address, bytes)
    await storage.put({ ...address, path: 'owner-2/id-1700000000000.jpg' }, new Uint8Array([1]))
    await copyFile(
      join(folder, address.bucket, address.path),
      join(folder, address.bucket, 'owner-2/id-1700000000000.jpg'),
    )
    await expect(storage.get({ ...address, path: 'owner-2/id-1700000000000.jpg' })).rejects.toThrow()
  })

  it('is refused with a path outside the folder', async () => {
    const storage = createStorage({ encryption, folder })
    await expect(storage.put({ ...address, path: '../../escaped.jpg' }, bytes)).rejects.toThrow()
    expect(await readdir(join(folder, '..'))).not.toContain('escaped.jpg')
  })

  it('fails its check when the folder cannot be created', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    await expect(createStorage({ encryption, folder: join(file, 'below') }).check()).rejects.toThrow()
  })
})

describe('a failing S3 server', () => {
  /** Whether a put, a get, a removal and a check are rejected as unavailable for these responses of the server. */
  async function readFault(answer: RequestListener) {
    const { origin, close } = await listenHere(createServer(answer))
    const place = openS3Place(
      { ...s3.options, endpoint: origin },
      { silentMs: 100, longestMs: 400, attempts: 1 },
    )
    const storage = createStorage({ encryption, place })
    const results = await Promise.allSettled([
      storage.put(address, bytes),
      storage.get(address),
      storage.remove(address),
      storage.check(),
    ])
    await close()
    return results.map((one) => one.status === 'rejected' && one.reason instanceof StorageUnavailable)
  }
  const allUnavailable = [true, true, true, true]

  it.each([403, 500, 503, 507])('is unavailable when it answers %i (CLUSTER-7)', async (status) => {
    expect(await readFault((_, response) => response.writeHead(status).end())).toEqual(allUnavailable)
  })

  it('is unavailable when it accepts requests and never answers (CLUSTER-7)', async () => {
    expect(await readFault(() => {})).toEqual(allUnavailable)
  })

  it('is unavailable when it stops in the middle of a file (CLUSTER-7)', async () => {
    const [, get] = await readFault((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 }).write(randomBytes(1000))
    })
    expect(get).toBe(true)
  })

  it('is unavailable when its connection breaks in the middle of a file (CLUSTER-7)', async () => {
    const [, get] = await readFault((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(randomBytes(1000), () => response.destroy())
    })
    expect(get).toBe(true)
  })

  it.each([
    [
      'a file',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 100_000, etag: '"1"' }),
    ],
    ['what is wrong with it', (response: ServerResponse) => response.writeHead(503)],
  ])('is unavailable when it sends %s too slowly to finish (CLUSTER-10)', async (_, begin) => {
    const [, get] = await readFault((_, response) => {
      begin(response)
      const dripping = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(dripping))
    })
    expect(get).toBe(true)
  })

  it('is unavailable when a proxy answers in its place (CLUSTER-10)', async () => {
    for (const status of [200, 204, 404]) {
      const results = await readFault((_, response) => {
        response
          .writeHead(status, { 'content-type': 'text/html' })
          .end(status === 204 ? undefined : '<p>Sign in')
      })
      expect([status, ...results.slice(0, 2)]).toEqual([status, true, true])
    }
  })
})

/** An in-memory server with the calls of S3 that the product uses, and path-style addresses. */
type ObjectStore = {
  options: S3Options & { endpoint: string; credentials: NonNullable<S3Options['credentials']> }
  close(): Promise<void>
}

async function startObjectStore(): Promise<ObjectStore> {
  /** By bucket and key, with a leading slash: `/assent/records/…`. */
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const body = await buffer(request)
    if (request.method === 'PUT') {
      objects.set(path, body)
      return response.setHeader('etag', nameVersion(body)).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    const found = objects.get(path)
    const missing = '<Error><Code>NoSuchKey</Code></Error>'
    return found
      ? response.setHeader('etag', nameVersion(found)).end(found)
      : response.writeHead(404, { 'content-type': 'application/xml' }).end(missing)
  })
  const { origin, close } = await listenHere(server)
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  return { options: { bucket: 'assent', region: 'us-east-1', endpoint: origin, credentials }, close }
}

function nameVersion(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
