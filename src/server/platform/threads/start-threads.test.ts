import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { takeThreadsAway } from '../../testing/take-threads-away.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { startThreads, ThreadNotStarted } from './index.ts'

const folder = folderForFile()
let program: URL
beforeAll(async () => {
  program = pathToFileURL(join(folder, 'double.mjs'))
  await writeFile(program, 'export default (number) => 2 * number')
})

it('starts a thread when there is work, and ends it when it is idle (RUN-15)', async () => {
  const threads = startThreads<number, number>(program, { maxThreads: 2, idleTimeout: 20 })
  onTestFinished(() => threads.destroy())
  expect(threads.threads).toHaveLength(0)
  expect(await threads.run(21)).toBe(42)
  const [thread] = threads.threads
  if (thread) await once(thread, 'exit')
  expect(threads.threads).toHaveLength(0)
  expect(await threads.run(4)).toBe(8)
})

/** Collects unhandled rejections until the test's end. */
function collectUnhandledRejections(): unknown[] {
  const rejections: unknown[] = []
  const collect = (error: unknown) => rejections.push(error)
  process.prependListener('unhandledRejection', collect)
  onTestFinished(() => void process.off('unhandledRejection', collect))
  return rejections
}

it('refuses tasks while the system is out of threads, and recovers, even after a timeout (UPLOAD-36)', async () => {
  const threads = startThreads<number, number>(program, { maxThreads: 1 })
  onTestFinished(() => threads.destroy())
  const giveBack = takeThreadsAway()
  onTestFinished(giveBack)
  const rejections = collectUnhandledRejections()

  const time = new AbortController()
  await expect(threads.run(21, { signal: time.signal })).rejects.toThrow(ThreadNotStarted)
  time.abort()
  await new Promise(setImmediate)
  giveBack()
  expect(await threads.run(21)).toBe(42)
  expect(rejections).toEqual([])
})

it.each([
  ['a time', () => ({ signal: new AbortController().signal })],
  ['no time', () => ({})],
])(
  'never runs a refused task later, with %s, and leaves no unhandled rejection (UPLOAD-36)',
  async (_, options) => {
    const failing = pathToFileURL(join(folder, 'failing.mjs'))
    await writeFile(
      failing,
      'export default (done) => { Atomics.add(done, 0, 1); throw new Error("failed") }',
    )
    const start = () => startThreads<Int32Array, void>(failing, { maxThreads: 1 })
    const [threads, ending] = [start(), start()]
    const done = new Int32Array(new SharedArrayBuffer(4))
    const rejections = collectUnhandledRejections()
    const giveBack = takeThreadsAway()
    onTestFinished(giveBack)
    for (const refusing of [threads, ending])
      await expect(refusing.run(done, options())).rejects.toThrow(ThreadNotStarted)
    giveBack()
    await expect(threads.run(done)).rejects.toThrow('failed')
    for (const each of [threads, ending]) await each.destroy()
    await new Promise(setImmediate)
    expect(rejections).toEqual([])
    expect(done[0]).toBe(1)
  },
)
