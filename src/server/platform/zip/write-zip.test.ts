import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { writeZip, type ZipEntry } from './index.ts'

const at = new Date('2026-03-11T12:00:00Z')
const entry = (name: string, bytes: Uint8Array): ZipEntry => ({ name, bytes, at, compress: false })

it('requests the next file after the one before was read, so that only one is in memory', async () => {
  let asked = 0
  async function* many() {
    for (; asked < 50; ) {
      asked += 1
      yield entry(`file-${asked}`, new Uint8Array(4 * 1024 * 1024))
    }
  }
  const archive = writeZip(many())
  let bytes = 0
  for (let n = 0; n < 10; n += 1) bytes += (await archive.next()).value?.byteLength ?? 0
  // Lets everything happen that can happen without a reader.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  expect(asked).toBeLessThanOrEqual(1 + Math.ceil(bytes / (4 * 1024 * 1024)))
  await archive.return(undefined)
})

it('yields to the event loop while a large file is packed', async () => {
  async function* large() {
    yield entry('large', new Uint8Array(32 * 1024 * 1024))
  }
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  for await (const _ of writeZip(large()));
  clearInterval(counting)
  expect(turns).toBeGreaterThan(3)
})

it('fails when a file cannot be read, and leaves the archive incomplete', async () => {
  async function* broken() {
    yield entry('first', Buffer.from('first'))
    throw new Error('the storage is away')
  }
  const chunks: Uint8Array[] = []
  await expect(async () => {
    for await (const chunk of writeZip(broken())) chunks.push(chunk)
  }).rejects.toThrow('the storage is away')
  await expect(fromBufferPromise(Buffer.concat(chunks))).rejects.toThrow()
})

it('closes the resources of its entries when the reader stops in the middle of a file', async () => {
  let isClosed = false
  const file = new Readable({ read: () => {} })
  async function* half() {
    try {
      file.push(new Uint8Array(4 * 1024 * 1024))
      yield { ...entry('half', new Uint8Array()), bytes: file }
    } finally {
      isClosed = true
    }
  }
  const archive = writeZip(half())
  await archive.next()
  await archive.return(undefined)
  expect(isClosed).toBe(true)
  expect(file.destroyed).toBe(true)
})

it('accepts no files, an empty file and names in any script', async () => {
  async function* odd() {
    yield entry('leer', new Uint8Array())
    yield entry('Łódź/عربي.txt', Buffer.from('text'))
  }
  async function* none() {}
  for (const [entries, names] of [
    [odd(), ['leer', 'Łódź/عربي.txt']],
    [none(), []],
  ] as const) {
    const chunks: Uint8Array[] = []
    for await (const chunk of writeZip(entries)) chunks.push(chunk)
    const zip = await fromBufferPromise(Buffer.concat(chunks))
    const found: string[] = []
    for await (const { fileName } of zip.eachEntry()) found.push(fileName)
    expect(found).toEqual(names)
  }
})
