import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts'
import { createEncryption } from '../encryption/index.ts'
import { findMarkFault, readMark, refuseMovedStore, writeMark } from '../installation/index.ts'
import { StartupError } from '../startup-error.ts'
import { createEncryptedFiles, createStorage, openFilesPlace, type StorageOptions } from '../storage/index.ts'
import { type FileStore, type FilesMove, moveFiles, rehearseFilesMove, undoFilesMove } from './index.ts'

const id = 'b0b4ad4e-3d1c-4f0c-9f0a-5b0f7a3f6f11'
const ours = createEncryption({ key: randomBytes(32) })
const other = createEncryption({ key: randomBytes(32) })
afterAll(() => Promise.all([ours.close(), other.close()]))

let root: string
let s3: ObjectStore
let source: FileStore
let bucket: FileStore
let said: { unknown: string[]; missing: string[]; carried: number; bytes: number }
let named: Map<string, boolean>
const seven = 'records/ann/record-7.pdf'

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assent-moving-'))
  s3 = await startObjectStore()
  named = new Map(Array.from({ length: 10 }, (_, n) => [`records/ann/record-${n}.pdf`, true]))
  said = { unknown: [], missing: [], carried: 0, bytes: 0 }
  source = storeIn('the old folder', { folder: join(root, 'files') })
  bucket = storeIn('the bucket', await openFilesPlace({ s3: s3.options, dataDir: root }))
  await writeMark(source.storage, { id })
  for (const key of named.keys()) await source.storage.put(toAddress(key), randomBytes(1000))
})
afterEach(async () => {
  await s3.close()
  await rm(root, { recursive: true })
})

function toAddress(key: string) {
  const [, path = ''] = /^records\/(.*)$/.exec(key) ?? []
  return { bucket: 'records', path } as const
}

function storeIn(
  name: string,
  place: Awaited<ReturnType<typeof openFilesPlace>>,
  encryption = ours,
): FileStore {
  const options: StorageOptions = { ...place, encryption }
  return { name, files: createEncryptedFiles(place), storage: createStorage(options) }
}

const moveTo = (destination: FileStore, more: Partial<FilesMove> = {}): FilesMove => ({
  source,
  destination,
  id,
  listNamed: async () => named,
  takesUnknown: false,
  measureRoom: async () => null,
  refuseServed: async () => {},
  signal: new AbortController().signal,
  tell: {
    counted: (_, bytes) => {
      said.bytes = bytes
    },
    carried: () => {
      said.carried += 1
    },
    unknown: (key) => said.unknown.push(key),
    missing: (key) => said.missing.push(key),
  },
  ...more,
})

/** What lies in a store, marks left out. */
async function lying(store: FileStore): Promise<Record<string, string>> {
  const files: [string, string][] = []
  for await (const { key } of store.files.list())
    if (!key.startsWith('installation/'))
      files.push([key, Buffer.from((await store.files.get(key)) ?? []).toString('hex')])
  return Object.fromEntries(files.sort())
}

const mayServe = async (store: FileStore) => findMarkFault(await readMark(store.storage), id) === null

describe('a move of the files', () => {
  it('brings every byte as it lies there, into a bucket and back into a folder (MOVE-9)', async () => {
    const before = await lying(source)
    await moveFiles(moveTo(bucket))
    expect(await lying(bucket)).toEqual(before)
    expect(await lying(source)).toEqual(before)
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, true])
    await expect(refuseMovedStore(source.storage)).rejects.toThrow(
      'The stored files were moved to the bucket',
    )
    expect([...s3.objects.keys()]).not.toContain('/assent/installation/move')

    const folder = storeIn('the new folder', { folder: join(root, 'back') })
    await moveFiles({ ...moveTo(folder), source: bucket })
    expect(await lying(folder)).toEqual(before)
    expect([await mayServe(bucket), await mayServe(folder)]).toEqual([false, true])
    expect(await folder.storage.get(toAddress('records/ann/record-3.pdf'))).toHaveLength(1000)
  })

  it('goes on where it stopped, and makes again what was left half or was altered (MOVE-10)', async () => {
    const stopping = new AbortController()
    const { tell } = moveTo(bucket)
    const stopped = moveFiles(
      moveTo(bucket, {
        signal: stopping.signal,
        tell: { ...tell, carried: () => stopping.abort(new Error('stopped')) },
      }),
    )
    await expect(stopped).rejects.toThrow('stopped')
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, false])
    await expect(refuseMovedStore(source.storage)).rejects.toThrow('are being moved to the bucket')
    const [whole = '', half = ''] = [...s3.objects.keys()].filter((key) => key.includes('/records/'))
    s3.objects.set(whole, Buffer.from(s3.objects.get(whole) ?? []).fill(7, 20, 21))
    s3.objects.set(half, Buffer.from(s3.objects.get(half) ?? []).subarray(0, 100))
    await moveFiles(moveTo(bucket))
    expect(said.carried).toBe(10)
    expect(await lying(bucket)).toEqual(await lying(source))
    expect(await mayServe(bucket)).toBe(true)
  })

  it('does not finish when what is read back is not what was sent (MOVE-10)', async () => {
    s3.onPut = (path, bytes) => (path.endsWith('record-7.pdf') ? bytes.subarray(1) : bytes)
    await expect(moveFiles(moveTo(bucket))).rejects.toThrow(
      'records/ann/record-7.pdf is not in the bucket as it was sent',
    )
    expect(await mayServe(bucket)).toBe(false)
  })

  it('does not take less of a file than the place lists, and goes on when it gives all (MOVE-10)', async () => {
    const before = await lying(source)
    await moveFiles(moveTo(bucket))
    const folder = storeIn('a new folder', { folder: join(root, 'new') })
    const back = { ...moveTo(folder), source: bucket }
    s3.onGet = (path, bytes) => (path.endsWith(seven) ? bytes.subarray(0, 500) : bytes)
    await expect(moveFiles(back)).rejects.toThrow(/says that .*record-7\.pdf has \d+ bytes and gave 500/)
    expect(await mayServe(folder)).toBe(false)
    s3.onGet = (_, bytes) => bytes
    await moveFiles(back)
    expect(await lying(folder)).toEqual(before)
  })

  it('finishes one that died between the two marks (MOVE-10)', async () => {
    await moveFiles(moveTo(bucket))
    await writeMark(source.storage, { id, moved: { to: 'the bucket', isFinished: false } })
    await bucket.storage.put({ bucket: 'installation', path: 'move' }, new TextEncoder().encode(id))
    await moveFiles(moveTo(bucket))
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, true])
  })

  it('names what no row knows and what is missing, and takes the unknown only when told to (MOVE-11)', async () => {
    await source.storage.put({ bucket: 'records', path: 'nobody/record.pdf' }, randomBytes(10))
    await source.storage.remove(toAddress('records/ann/record-1.pdf'))
    await rehearseFilesMove(moveTo(bucket))
    expect(s3.objects.size).toBe(0)
    expect(await mayServe(source)).toBe(true)
    await moveFiles(moveTo(bucket))
    expect(said.unknown).toEqual(Array(2).fill('records/nobody/record.pdf'))
    expect(said.missing).toEqual(Array(2).fill('records/ann/record-1.pdf'))
    expect(Object.keys(await lying(bucket))).toHaveLength(9)

    await undoFilesMove({ ...moveTo(bucket) })
    s3.objects.clear()
    await moveFiles(moveTo(bucket, { takesUnknown: true }))
    expect(await lying(bucket)).toHaveProperty(['records/nobody/record.pdf'])
  })
})

describe('taking back a move of the files', () => {
  it('opens the old place again and closes the new one, unless it was used since (MOVE-5)', async () => {
    await expect(undoFilesMove({ ...moveTo(bucket) })).rejects.toThrow('there is nothing to take back')
    await moveFiles(moveTo(bucket))
    await bucket.storage.put(toAddress('records/ann/record-new.pdf'), randomBytes(10))
    await expect(undoFilesMove({ ...moveTo(bucket) })).rejects.toThrow(
      'was served from since (records/ann/record-new.pdf)',
    )
    await bucket.storage.remove(toAddress('records/ann/record-new.pdf'))
    await undoFilesMove({ ...moveTo(bucket) })
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([true, false])
    await expect(moveFiles(moveTo(bucket))).rejects.toThrow('is not empty')
  })

  it('leaves the old place closed when the new one was moved on, or is another by now (MOVE-5)', async () => {
    await moveFiles(moveTo(bucket))
    const folder = storeIn('the new folder', { folder: join(root, 'back') })
    await moveFiles({ ...moveTo(folder), source: bucket })
    await expect(undoFilesMove(moveTo(bucket))).rejects.toThrow('were moved on to the new folder')
    await writeMark(bucket.storage, { id: 'another' })
    await expect(undoFilesMove(moveTo(bucket))).rejects.toThrow('give --gone if it is lost')
    s3.objects.clear()
    await expect(undoFilesMove(moveTo(bucket))).rejects.toThrow('give --gone if it is lost')
    expect([await mayServe(source), await mayServe(folder)]).toEqual([false, true])
  })
})

describe('what was destroyed in the new place since', () => {
  /** As the product destroys: the row says so, the file goes. */
  async function destroy(key: string, store = bucket): Promise<void> {
    named.delete(key)
    await store.storage.remove(toAddress(key))
  }

  it('is not back after an undo, and what no row named at the move stays (MOVE-14)', async () => {
    await source.storage.put(toAddress('records/nobody/record.pdf'), randomBytes(10))
    await moveFiles(moveTo(bucket))
    await destroy(seven)
    const before = await lying(source)
    expect(await undoFilesMove(moveTo(bucket))).toEqual({ destroyed: [seven], doubtful: [], missing: [] })
    delete before[seven]
    expect(await lying(source)).toEqual(before)
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([true, false])
  })

  it('is not back when a row still names what was to be destroyed (MOVE-14)', async () => {
    named.set(seven, false)
    await moveFiles(moveTo(bucket))
    await bucket.storage.remove(toAddress(seven))
    await undoFilesMove(moveTo(bucket))
    expect(await lying(source)).not.toHaveProperty([seven])
  })

  it('is told apart from what the rows keep and the new place lost, which is back (MOVE-14)', async () => {
    await moveFiles(moveTo(bucket))
    await bucket.storage.remove(toAddress(seven))
    expect((await undoFilesMove(moveTo(bucket))).destroyed).toEqual([])
    expect(await lying(source)).toHaveProperty([seven])
  })

  it('is not back after an undo that was killed on its way (MOVE-14)', async () => {
    await moveFiles(moveTo(bucket))
    for (const key of [seven, 'records/ann/record-8.pdf']) await destroy(key)
    const remove = async (key: string) => {
      await source.files.remove(key)
      throw new Error('killed')
    }
    const dying = { ...source, files: { ...source.files, remove } }
    await expect(undoFilesMove({ ...moveTo(bucket), source: dying })).rejects.toThrow('old folder cannot be')
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, false])
    await expect(moveFiles(moveTo(bucket))).rejects.toThrow('run the same with --undo again')
    await undoFilesMove(moveTo(bucket))
    expect(Object.keys(await lying(source))).toHaveLength(8)
    expect(await mayServe(source)).toBe(true)
  })

  it('is named and not removed when the new place is gone, which alone could tell (MOVE-15)', async () => {
    await source.storage.put(toAddress('records/nobody/record.pdf'), randomBytes(10))
    await moveFiles(moveTo(bucket))
    named.delete(seven)
    named.set('records/ann/record-new.pdf', true)
    const since = await undoFilesMove({ ...moveTo(bucket), destination: null })
    expect(since).toEqual({ destroyed: [], doubtful: [seven], missing: ['records/ann/record-new.pdf'] })
    expect(await lying(source)).toHaveProperty([seven])
    expect(await mayServe(source)).toBe(true)
  })

  it('does not come with the next move, whose list is its own (MOVE-14)', async () => {
    await source.storage.put(toAddress('records/nobody/record.pdf'), randomBytes(10))
    await moveFiles(moveTo(bucket))
    await undoFilesMove(moveTo(bucket))
    named.set('records/nobody/record.pdf', true)
    s3.objects.clear()
    await moveFiles(moveTo(bucket))
    await destroy('records/nobody/record.pdf')
    await undoFilesMove(moveTo(bucket))
    expect(await lying(source)).not.toHaveProperty(['records/nobody/record.pdf'])
  })
})

describe('a place that was served from at the wrong moment', () => {
  const fresh = 'records/ann/record-new.pdf'
  const storeFresh = (store: FileStore) => store.storage.put(toAddress(fresh), randomBytes(10))

  it('has what it stored during the move carried, and what it destroyed is not there (MOVE-16)', async () => {
    const serve = async () => {
      named.set(fresh, true).delete(seven)
      await storeFresh(source)
      await source.storage.remove(toAddress(seven))
    }
    let looks = 0
    const refuseServed = async () => {
      looks += 1
      // All ten are carried when it looks again: the server ended just now.
      if (looks === 2) await serve()
    }
    await moveFiles(moveTo(bucket, { refuseServed }))
    expect(said.carried).toBe(11)
    expect(await lying(bucket)).toEqual(await lying(source))
    expect(await lying(bucket)).toHaveProperty([fresh])
    expect(await lying(bucket)).not.toHaveProperty([seven])
  })

  it('keeps the move from ending while it is served from (MOVE-16)', async () => {
    let isServed = false
    const refuseServed = async () => {
      if (isServed) throw new StartupError('A server runs')
      isServed = true
    }
    await expect(moveFiles(moveTo(bucket, { refuseServed }))).rejects.toThrow('A server runs')
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, false])
  })

  it('is looked into when the move was killed between its marks (MOVE-5)', async () => {
    await moveFiles(moveTo(bucket))
    await writeMark(source.storage, { id, moved: { to: 'the bucket', isFinished: false } })
    await storeFresh(bucket)
    await expect(undoFilesMove(moveTo(bucket))).rejects.toThrow('was served from since')
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, true])
  })

  it('keeps a move from being taken back when a file changed under its name (MOVE-5)', async () => {
    await moveFiles(moveTo(bucket))
    await bucket.storage.put(toAddress(seven), randomBytes(900))
    await expect(undoFilesMove(moveTo(bucket))).rejects.toThrow(`was served from since (${seven})`)
  })

  it('is served from again when the undo met a server there (MOVE-5)', async () => {
    await moveFiles(moveTo(bucket))
    let looks = 0
    const refuseServed = async () => {
      looks += 1
      if (looks > 1) throw new StartupError('A server runs')
    }
    await expect(undoFilesMove({ ...moveTo(bucket), refuseServed })).rejects.toThrow('A server runs')
    expect([await mayServe(source), await mayServe(bucket)]).toEqual([false, true])
    expect([...s3.objects.keys()]).not.toContain('/assent/installation/move')
  })
})

describe('a move of the files is refused before anything changed', () => {
  async function refused(move: FilesMove, words: string): Promise<void> {
    const before = [
      await readdir(root, { recursive: true }),
      await readFile(join(root, 'files/installation/mark')),
    ]
    for (const attempt of [rehearseFilesMove, moveFiles]) {
      const error: unknown = await attempt(move).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StartupError)
      expect((error as Error).message).toContain(words)
    }
    expect([
      await readdir(root, { recursive: true }),
      await readFile(join(root, 'files/installation/mark')),
    ]).toEqual(before)
  }

  it('into a place that is not empty, or is the other half of nothing (MOVE-7)', async () => {
    await writeFile(join(root, 'strange'), '')
    await refused(moveTo(storeIn('the new folder', { folder: root })), 'is not empty')
  })

  it('with another document key, another database, or a store without a mark (MOVE-7)', async () => {
    const closed = storeIn('the old folder', { folder: join(root, 'files') }, other)
    await refused({ ...moveTo(bucket), source: closed }, 'another document key')
    await refused(moveTo(bucket, { id: 'another' }), 'belongs to another database')
    const nothing = storeIn('the folder', { folder: join(root, 'nothing') })
    await refused({ ...moveTo(bucket), source: nothing }, 'has no mark')
  })

  it('while a server runs (MOVE-7)', async () => {
    const refuseServed = () => Promise.reject(new StartupError('A server runs'))
    await refused(moveTo(bucket, { refuseServed }), 'A server runs')
  })

  it('without the right to write there (MOVE-7)', async () => {
    s3.onPut = () => 'refused'
    await expect(moveFiles(moveTo(bucket))).rejects.toThrow(
      'the bucket cannot be read or written (AccessDenied)',
    )
    expect(await mayServe(source)).toBe(true)
  })

  it('without room for it, and goes on when there is (MOVE-7)', async () => {
    await expect(rehearseFilesMove(moveTo(bucket, { measureRoom: async () => 10 }))).rejects.toThrow(
      'has room for 1 MB',
    )
    expect(said.bytes).toBeGreaterThan(10_000)
    expect(s3.objects.size).toBe(0)
    await moveFiles(moveTo(bucket, { measureRoom: async () => 1_000_000 }))
  })
})
