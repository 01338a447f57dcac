import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLastBackup } from './data-folder.ts'
import { logInAgain, type Person, register, upload } from './testing/people.ts'
import { completeRecord, expectSealed } from './testing/records.ts'
import { pngPicture } from './testing/sample-files.ts'
import {
  type KillableServer,
  runScript,
  runServer,
  startKillableServer,
  startServer,
  stopLeftServer,
} from './testing/server-process.ts'
import { folderForFile } from './testing/temporary-folder.ts'

let killable: KillableServer
const copy = folderForFile()
/** A record sealed before the copy began. */
let record = { id: '', creator: {} as Person }
beforeAll(async () => {
  killable = await startKillableServer()
  const creator = await register(killable.served)
  record = { id: await completeRecord(killable.served, creator), creator }
})
afterAll(async () => {
  await killable.close()
  await stopLeftServer(copy)
})

async function run(dataDir: string, script: string, ...args: string[]) {
  const { code, stdout, stderr } = await runScript(script, { DATA_DIR: dataDir }, ...args)
  return { code, output: stdout + stderr }
}

const checked = () => run(copy, 'check-restore.ts')

it('copies an installation during writes, and the copy contains every file that it names (RESTORE-1, RESTORE-2)', async () => {
  await expectSealed(killable.served, record)
  const { served } = killable
  let isCopying = true
  const writers = [0, 1].map(async () => {
    let count = 0
    do {
      const person = await register(served)
      await upload(served, person, 'selfie', await pngPicture())
      await completeRecord(served, person)
      count += 1
    } while (isCopying)
    return count
  })
  const backup = await run(killable.dataDir, 'backup.ts', copy)
  isCopying = false
  await Promise.all(writers)
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringContaining("The backup doesn't contain the keys"),
  })
  expect((await readdir(copy)).sort()).toEqual(['files', 'postgres'])
  expect(await readLastBackup(killable.dataDir)).not.toBeNull()
  expect((await run(killable.dataDir, 'backup.ts', copy)).output).toContain('is not empty')

  // The check makes no keys, so that the copied folder lands where it belongs.
  const keyless = await checked()
  expect(keyless.output).toContain('secrets/database-password is missing')
  expect(keyless.code).toBe(2)
  expect((await readdir(copy)).sort()).toEqual(['files', 'postgres'])
  await cp(join(killable.dataDir, 'secrets'), join(copy, 'secrets'), { recursive: true })
  const { code, output } = await checked()
  expect(output).toMatch(
    /Compared: \d+ rows of \d+ trails, \d+ files, \d+ sealed documents and the log of \d+ entries\./,
  )
  expect(output).toContain('Everything is there.')
  expect(code).toBe(0)

  const restored = await startServer({ DATA_DIR: copy, EMAIL_CODE: 'never', RATE_LIMITS: 'off' })
  const { headers } = await logInAgain(restored.served, record.creator)
  const pdf = await fetch(`${restored.origin}/api/records/${record.id}/files/record.pdf`, { headers })
  expect(pdf.status).toBe(200)
  await restored.kill('SIGTERM')
})

it('names every missing or exchanged file, sealed ones and photos (RESTORE-2, RECORD-54)', async () => {
  const folder = join(copy, 'files', 'records', record.id)
  const names = await readdir(folder)
  const [json, pdf] = ['json', 'pdf'].map((format) => names.find((name) => name.endsWith(format)))
  const photos = join(copy, 'files', 'user_documents')
  await rename(join(folder, String(pdf)), join(copy, 'kept'))
  await rm(join(folder, String(json)))
  await rename(photos, join(copy, 'photos'))
  await writeFile(join(folder, 'record-1-left.pdf'), 'left')
  const { code, output } = await checked()
  expect(code).toBe(1)
  expect(output).toContain(
    `FILE records/${record.id}/${pdf} (verification ${record.id}, record 1, PDF) is missing.`,
  )
  expect(output).toContain(
    `FILE records/${record.id}/${json} (verification ${record.id}, record 1, JSON) is missing.`,
  )
  expect(output).toMatch(/FILE user_documents\/\S+ \(document [0-9a-f-]{36}\) is missing\./)
  expect(output).toContain('SEAL ')
  // A file without a row is named too, but doesn't count as a fault of the copy (RECORD-54).
  expect(output).toContain(`No row refers to the file records/${record.id}/record-1-left.pdf.`)
  await cp(join(copy, 'kept'), join(folder, String(json)))
  expect((await checked()).output).toContain(
    `${json} (verification ${record.id}, record 1, JSON) is altered, or encrypted with another key`,
  )
})

it('reports that the key of the seal is missing, and a start doesn’t create another (RESTORE-3, KEYS-4)', async () => {
  await rm(join(copy, 'secrets', 'seal-key.pem'))
  const { code, output } = await checked()
  expect(code).toBe(1)
  expect(output).toContain('KEY The seal key is missing, so the server will not start.')
  const ending = await runServer({ DATA_DIR: copy })
  expect(ending.code).toBe(1)
  expect(ending.stderr).toContain('seal-key.pem is missing, and what is stored needs it')
  expect(await readdir(join(copy, 'secrets'))).not.toContain('seal-key.pem')
})
