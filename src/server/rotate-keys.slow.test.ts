import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { findRunningDatabase } from './platform/database/embedded/embedded-database.ts'
import { type Person, register, uploadDocument } from './testing/people.ts'
import { completeRecord, expectSealed } from './testing/records.ts'
import { pngPicture } from './testing/sample-files.ts'
import { killScript, runScript, startKillableServer } from './testing/server-process.ts'
import { openForFile } from './testing/test-app.ts'

const killable = openForFile(startKillableServer)
const secrets = () => join(killable.dataDir, 'secrets')
const readKeys = async () => (await readFile(join(secrets(), 'document-key'), 'utf8')).trim().split('\n')

async function rotate(...args: string[]) {
  const { code, stdout, stderr } = await runScript('rotate-keys.ts', { DATA_DIR: killable.dataDir }, ...args)
  return { code, output: stdout + stderr }
}

/**
 * Rotates the keys, killed at the first change of a file in a folder and every third one further on, until a run ends
 * by itself.
 */
async function rotateKilled(folder: 'secrets' | 'files', ...args: string[]): Promise<void> {
  for (let change = 1; ; change += 3) {
    const at = { change, folder: join(killable.dataDir, folder) }
    const { signal } = await killScript(at, 'rotate-keys.ts', { DATA_DIR: killable.dataDir }, ...args)
    if (change === 1) expect(signal).toBe('SIGKILL')
    if (signal === null) return
  }
}

/** The connection of another process that was not restarted and has only the first document key. */
async function connectForgotten(): Promise<pg.Client> {
  const found = await findRunningDatabase(killable.dataDir)
  const client = new pg.Client({
    connectionString: found?.ownerConnectionString ?? '',
    application_name: 'assent jobs document-key',
  })
  await client.connect()
  return client
}

const read = async (path: string, by: Person) => (await killable.served.app.request(path, by)).status

it('changes every key, killed again and again on the way, and loses no data (ROTATE-1, ROTATE-2, ROTATE-3, ROTATE-5)', async () => {
  const { served } = killable
  const ada = await register(served)
  const record = { id: await completeRecord(served, ada), creator: ada }
  await expectSealed(served, record)
  const photo = await uploadDocument(served, ada, 'selfie', await pngPicture())
  const expectAllThere = async () => {
    expect(await read(`/api/records/${record.id}/files/record.pdf`, ada)).toBe(200)
    const { url } = (await (await served.app.request(`/api/documents/${photo}/url`, ada)).json()) as {
      url: string
    }
    expect((await served.app.request(url)).status).toBe(200)
  }
  const [first] = await readKeys()

  await rotateKilled('secrets')
  expect(await readKeys()).toEqual([expect.stringMatching(/ key-\d{4}-\d\d-\d\d-[0-9a-f]{8}$/), first])
  // The running server has only the former keys.
  expect(await rotate()).toMatchObject({ code: 2, output: expect.stringContaining('is not finished') })
  const early = await rotate('--finish')
  expect(early).toMatchObject({ code: 2, output: expect.stringContaining('Restart every process') })
  await expectAllThere()

  await killable.kill()
  await killable.restart()
  // The old session still works.
  await expectAllThere()
  const forgotten = await connectForgotten()
  const refused = await rotate('--finish')
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('Restart every process') })
  expect(await readKeys()).toHaveLength(2)
  await forgotten.end()

  await rotateKilled('files', '--finish')
  await expectAllThere()
  expect(await rotate('--finish')).toMatchObject({ code: 0 })
  expect(await readKeys()).toHaveLength(1)
  expect((await readdir(secrets())).filter((name) => name.endsWith('.next'))).toEqual([])

  await killable.kill()
  await killable.restart()
  await expectAllThere()
  const checked = await runScript('check-restore.ts', { DATA_DIR: killable.dataDir })
  expect(checked.stdout + checked.stderr).toContain('Everything is there.')
  const bob = await register(served)
  await expectSealed(served, { id: await completeRecord(served, bob), creator: bob })
})

it('ends every session if keys were stolen, also after an ordinary run, and seals on (ROTATE-4)', async () => {
  const { served } = killable
  const bob = await register(served)
  expect(await read('/api/verifications', bob)).toBe(200)
  // No process has announced the seal key of this run when the next run follows.
  expect(await rotate()).toMatchObject({ code: 0 })
  expect(await rotate('--stolen')).toMatchObject({ code: 0 })
  expect(await readKeys()).toHaveLength(3)
  await killable.kill()
  await killable.restart()
  expect(await read('/api/verifications', bob)).toBe(401)
  const cy = await register(served)
  await expectSealed(served, { id: await completeRecord(served, cy), creator: cy })
  expect(await rotate('--finish')).toMatchObject({ code: 0 })
  expect(await readKeys()).toHaveLength(1)
})
