import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startThreads } from './index.ts'

let folder: string
let program: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assent-threads-'))
  program = pathToFileURL(join(folder, 'double.mjs'))
  await writeFile(program, 'export default (number) => 2 * number')
})
afterAll(() => rm(folder, { recursive: true }))

it('starts a thread when there is work, and ends it when there was none for a while (RUN-15)', async () => {
  const threads = startThreads<number, number>(program, { maxThreads: 2, idleTimeout: 20 })
  onTestFinished(() => threads.destroy())
  expect(threads.threads).toHaveLength(0)
  expect(await threads.run(21)).toBe(42)
  const [thread] = threads.threads
  if (thread) await once(thread, 'exit')
  expect(threads.threads).toHaveLength(0)
  expect(await threads.run(4)).toBe(8)
})
