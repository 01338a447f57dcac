import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readLastBackup } from './data-folder.ts'
import { findRunningDatabase } from './platform/database/embedded/embedded-database.ts'
import { dataDirForEach, oneSentence } from './testing/data-dir-for.ts'
import { logInAgain, type Person, register } from './testing/people.ts'
import { completeRecord, expectSealed } from './testing/records.ts'
import {
  type KillableServer,
  runScript,
  runServer,
  startKillableServer,
  startServer,
  stopLeftServer,
} from './testing/server-process.ts'
import { folderForFile, folderForTest } from './testing/temporary-folder.ts'

const identity = await generateX25519Identity()
const BACKUP_RECIPIENT = await identityToRecipient(identity)

const folder = folderForFile()
const set = join(folder, 'set')
const keyFile = join(folder, 'backup-key.txt')

const listBackups = async () => (await readdir(set)).filter((name) => name.endsWith('.age')).sort()
const listFiles = () => readdir(join(set, 'files'))

describe('a set of backups of a server', () => {
  let killable: KillableServer
  let record = { id: '', creator: {} as Person }
  const makeRecord = async () => {
    const creator = await register(killable.served)
    record = { id: await completeRecord(killable.served, creator), creator }
  }
  beforeAll(async () => {
    await writeFile(keyFile, `# created: 2026-11-27\n# public key: ${BACKUP_RECIPIENT}\n${identity}\n`)
    killable = await startKillableServer()
    await makeRecord()
  })
  afterAll(() => killable.close())

  const backUp = () => runScript('backup.ts', { DATA_DIR: killable.dataDir, BACKUP_RECIPIENT }, set)
  const secrets = () => join(killable.dataDir, 'secrets')
  /** With the keys in another folder, so that an empty DATA_DIR shows that nothing was written. */
  const restore = (dataDir: string, backup: string, ...flags: string[]) =>
    runScript(
      'restore.ts',
      { DATA_DIR: dataDir, SIGNING_KEYS_FILE: join(secrets(), 'signing-keys.json') },
      join(set, backup),
      '--identity',
      keyFile,
      ...flags,
    )
  const newest = async () => String((await listBackups()).at(-1))
  const connect = async (as: 'adminConnectionString' | 'ownerConnectionString') => {
    const database = await findRunningDatabase(killable.dataDir)
    const client = new pg.Client({ connectionString: database?.[as] })
    onTestFinished(() => client.end())
    await client.connect()
    return client
  }

  it('grows incrementally while the server serves, and a server starts on its restored data (RESTORE-4, RESTORE-5)', async () => {
    await expectSealed(killable.served, record)
    const first = await backUp()
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The backup doesn't contain the keys"),
    })
    const [count] = /\d+ are new/.exec(first.stdout) ?? []
    expect(count).toBe(`${(await listFiles()).length} are new`)
    expect(await readLastBackup(killable.dataDir)).not.toBeNull()
    const before = await listFiles()
    await makeRecord()
    await expectSealed(killable.served, record)
    const second = await backUp()
    expect(second.code).toBe(0)
    const added = (await listFiles()).filter((name) => !before.includes(name))
    expect(added.length).toBeGreaterThan(0)
    expect(second.stdout).toContain(`${before.length + added.length} files, of which ${added.length} are new`)
    expect(await listFiles()).toEqual(expect.arrayContaining(before))

    const dataDir = folderForTest()
    await cp(secrets(), join(dataDir, 'secrets'), { recursive: true })
    const given = [join(set, await newest()), '--identity', keyFile]
    expect(await runScript('restore.ts', { DATA_DIR: dataDir }, ...given)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Run "npm run restore:check".'),
    })
    const checked = await runScript('check-restore.ts', { DATA_DIR: dataDir })
    expect(checked).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Everything is there.'),
    })
    const restored = await startServer({ DATA_DIR: dataDir, EMAIL_CODE: 'never', RATE_LIMITS: 'off' })
    const { headers } = await logInAgain(restored.served, record.creator)
    const pdf = await fetch(`${restored.origin}/api/records/${record.id}/files/record.pdf`, { headers })
    expect(pdf.status).toBe(200)
    await restored.kill('SIGTERM')
    await stopLeftServer(dataDir)
  })

  it('keeps the earlier backups when one is killed, and the next one succeeds (RESTORE-10)', async () => {
    const before = await listBackups()
    const script = join(import.meta.dirname, '..', '..', 'scripts', 'backup.ts')
    const environment = { PATH: process.env['PATH'], DATA_DIR: killable.dataDir, BACKUP_RECIPIENT }
    const backup = spawn(process.execPath, [script, set], { env: environment, stdio: 'ignore' })
    const ended = once(backup, 'exit')
    const isWriting = async () => (await readdir(set)).some((name) => /\.age\..+\.tmp$/.test(name))
    await expect.poll(isWriting, { interval: 5 }).toBe(true)
    backup.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await listBackups()).toEqual(before)
    const dataDir = folderForTest()
    expect(await restore(dataDir, await newest())).toMatchObject({ code: 0 })
    // The database takes a while to notice that the process is gone.
    const admin = await connect('adminConnectionString')
    const countCopies = async () => (await admin.query('SELECT FROM pg_replication_slots')).rowCount
    await expect.poll(countCopies).toBe(0)
    expect(await backUp()).toMatchObject({ code: 0, stdout: expect.stringContaining('of which 0 are new') })
    expect(await listBackups()).toHaveLength(before.length + 1)
  })

  it('is restored without its proof only with --unsigned, and passes the check (RESTORE-14)', async () => {
    const backup = await newest()
    const list = join(set, backup.replace(/age$/, 'files'))
    const text = await readFile(list, 'utf8')
    await writeFile(list, text.split('\n').slice(2).join('\n'))
    const dataDir = folderForTest()
    expect(await restore(dataDir, backup)).toMatchObject({ code: 2, stdout: '' })
    expect(await restore(dataDir, backup, '--unsigned')).toMatchObject({ code: 0 })
    await writeFile(list, text)
    // The check makes no keys, so that the copied folder lands where it belongs.
    const keyless = await runScript('check-restore.ts', { DATA_DIR: dataDir })
    expect(keyless).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(oneSentence) })
    expect(keyless.stderr).toContain('secrets/database-password is missing')
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'postgres'])
    await cp(secrets(), join(dataDir, 'secrets'), { recursive: true })
    const checked = await runScript('check-restore.ts', { DATA_DIR: dataDir })
    expect(checked).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Everything is there.'),
    })
  })

  it('is restored without a damaged file, which is named, with --without-damaged (RESTORE-19)', async () => {
    const kept = join(set, 'files', String((await listFiles())[0]))
    const whole = await readFile(kept)
    await writeFile(kept, whole.subarray(1))
    const dataDir = folderForTest()
    const restored = await restore(dataDir, await newest(), '--without-damaged')
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(oneSentence) })
    expect(restored.stderr).toContain(`was not restored: ${kept} was damaged`)
    // The original lives, so that the next backup writes the file again.
    expect((await backUp()).stdout).toContain('damaged or without a valid hash: 1.')
    expect(await restore(folderForTest(), await newest())).toMatchObject({ code: 0, stderr: '' })
  })

  it('is refused in one sentence with one flipped byte, and leaves no files to start on (RESTORE-6)', async () => {
    const backup = join(set, await newest())
    const kept = join(set, 'files', String((await listFiles())[0]))
    for (const file of [backup, kept]) {
      const whole = await readFile(file)
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1)
      await writeFile(file, flipped)
      const dataDir = folderForTest()
      const refused = await restore(dataDir, await newest())
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(oneSentence) })
      expect(refused.stderr).toContain(`${file} was damaged`)
      expect(await readdir(dataDir)).toEqual([])
      await writeFile(file, whole)
    }
  })

  it('accepts one writer at a time (RESTORE-12)', async () => {
    const before = await listBackups()
    const other = await connect('adminConnectionString')
    await other.query("SELECT pg_create_physical_replication_slot('assent_backup', true, true)")
    const refused = await backUp()
    expect(refused).toMatchObject({ code: 2, stderr: 'Another backup is being made: wait until it ends.\n' })
    expect(await listBackups()).toEqual(before)
    await other.query("SELECT pg_drop_replication_slot('assent_backup')")
  })

  it('can’t be restored by an older version of the program (RESTORE-8)', async () => {
    const owner = await connect('ownerConnectionString')
    await owner.query(
      "INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')",
    )
    expect(await backUp()).toMatchObject({ code: 0 })
    await owner.query('DELETE FROM schema_migrations WHERE version = 9999')
    const dataDir = folderForTest()
    const refused = await restore(dataDir, await newest())
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(oneSentence) })
    expect(refused.stderr).toContain('migration 9999_later.sql, which this version of the program does not')
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('a server with BACKUP_DIR', () => {
  const place = dataDirForEach()

  it('makes a backup at its start if there is none, and reports its time in /metrics (RESTORE-11, RUN-39)', async () => {
    const daily = join(folderForTest(), 'daily')
    const environment = { BACKUP_DIR: daily, BACKUP_RECIPIENT }
    const server = await place.start(environment)
    const readMetric = async () => {
      const text = await (await fetch(`${server.origin}/metrics`)).text()
      return Number(/^backup_timestamp_seconds (\S+)$/m.exec(text)?.[1])
    }
    await expect.poll(readMetric).toBeGreaterThan(0)
    expect((await readdir(daily)).filter((name) => name.endsWith('.age'))).toHaveLength(1)
    expect((await stat(daily)).mode & 0o077).toBe(0)
    await server.kill('SIGTERM')
    // The last letter of the key is wrong.
    const misspelt = `${BACKUP_RECIPIENT.slice(0, -1)}${BACKUP_RECIPIENT.endsWith('q') ? 'p' : 'q'}`
    const refused = await runServer({
      DATA_DIR: place.dataDir,
      BACKUP_DIR: daily,
      BACKUP_RECIPIENT: misspelt,
    })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) })
    expect(refused.stderr).toContain('BACKUP_RECIPIENT is not a public key of age')
  })
})
