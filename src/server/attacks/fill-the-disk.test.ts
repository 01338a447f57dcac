import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createMetrics } from '../operations/routes.ts'
import { createDisk, watchDisk } from '../platform/files/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import { createVerification, enter, type Person, post, register, upload } from '../testing/people.ts'
import { photoWithPlace } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'

const MB = 1024 * 1024

const test = testAppForFile()
let ada: Person
let room = { freeBytes: 0, totalBytes: 0 }
const disk = { measureRoom: async () => room }
beforeAll(async () => {
  ada = await register(test)
})

describe('a person who fills the disk', () => {
  it('is refused files, and none is stored, before the database runs out of room', async () => {
    const { id } = await createVerification(test, ada)
    const sam = await enter(test, id)
    const before = await readdir(join(test.dataDir, 'files'), { recursive: true })
    test.platform.disk = disk
    room = { freeBytes: 511 * MB, totalBytes: 100_000 * MB }
    const own = await upload(test, ada, 'selfie', await photoWithPlace())
    expect(own.status).toBe(507)
    expect(await own.json()).toMatchObject({
      code: 'disk_full',
      detail: 'There’s no room for more files. Please try again later.',
    })
    const fields = { formId: id, fileName: `${id}/selfie-1.jpg`, verificationType: 'age' }
    const other = await post(test, sam, fields, await photoWithPlace())
    expect(other.status).toBe(507)
    expect(await other.json()).toMatchObject({ success: false, code: 'disk_full' })
    expect(await readdir(join(test.dataDir, 'files'), { recursive: true })).toEqual(before)
    // Requests without a file still work.
    await createVerification(test, await register(test), { type: 'person' })

    room = { freeBytes: 513 * MB, totalBytes: 100_000 * MB }
    expect((await upload(test, ada, 'selfie', await photoWithPlace())).status).toBe(201)
  })

  it('can still upload to a small disk with a tenth free', async () => {
    test.platform.disk = disk
    room = { freeBytes: 101 * MB, totalBytes: 1000 * MB }
    expect((await upload(test, ada, 'selfie', await photoWithPlace())).status).toBe(201)
    room = { freeBytes: 99 * MB, totalBytes: 1000 * MB }
    expect((await upload(test, ada, 'selfie', await photoWithPlace())).status).toBe(507)
  })

  it('is noticed early: at 10 % and 5 % free, readiness, metrics and log report it, and the server stays ready', async () => {
    test.platform.disk = disk
    const app = createApp(test.platform, {
      metrics: createMetrics({ process: false, disk }),
      metricsAnywhere: true,
    })
    const logged: string[] = []
    const note = (fields: object, message: string) =>
      logged.push(`${Reflect.get(fields, 'level')}: ${message}`)
    const logger: Logger = { debug() {}, info: note, warn: note, error: note }
    for (const [percent, level] of [
      [11, 'ok'],
      [9, 'low'],
      [4, 'very low'],
    ] as const) {
      // The readiness check looks at a disk at most once a second.
      test.clock.advance(1000)
      room = { freeBytes: percent * 1000 * MB, totalBytes: 100_000 * MB }
      const ready = await app.request('/readyz')
      expect(ready.status).toBe(200)
      expect(await ready.json()).toMatchObject({ status: 'ready', disk: level })
      expect(await (await app.request('/metrics')).text()).toContain(`disk_free_ratio ${percent / 100}`)
      await watchDisk(disk, logger).stop()
    }
    expect(logged).toEqual([
      'low: the disk that the data lies on is nearly full',
      'very low: the disk that the data lies on is nearly full',
    ])
  })

  it('makes the server unready while the disk has no room for a write (RUN-35)', async () => {
    test.platform.disk = disk
    const app = createApp(test.platform, { metrics: createMetrics({ process: false, disk }) })
    for (const [freeBytes, status] of [
      [16 * MB, 200],
      [16 * MB - 1, 503],
      [0, 503],
      [600 * MB, 200],
    ] as const) {
      test.clock.advance(1000)
      room = { freeBytes, totalBytes: 100_000 * MB }
      const ready = await app.request('/readyz')
      expect(ready.status).toBe(status)
      const reason = 'The disk that the data lies on is full.'
      if (status === 503) expect(await ready.json()).toMatchObject({ disk: 'very low', reason })
    }
  })

  it('is measured on the real disks', async () => {
    const real = await createDisk([test.dataDir, join(test.dataDir, 'gone')]).measureRoom()
    expect(real?.totalBytes).toBeGreaterThan(real?.freeBytes ?? 0)
    expect(await createDisk([]).measureRoom()).toBeNull()
  })
})
