import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findRunningDatabase } from './platform/database/embedded/embedded-database.ts'
import { hashHex } from './platform/hash-hex.ts'
import { flipByte } from './testing/backup-sets.ts'
import { oneSentence } from './testing/data-dir-for.ts'
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
  beforeAll(async () => {
    await writeFile(keyFile, `# created: 2026-11-27\n# public key: ${BACKUP_RECIPIENT}\n${identity}\n`)
    killable = await startKillableServer({ BACKUP_DIR: set, BACKUP_RECIPIENT })
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
  const checkRestored = async (dataDir: string) =>
    expect(await runScript('check-restore.ts', { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Everything is there.'),
    })
  const connect = async (as: 'adminConnectionString' | 'ownerConnectionString') => {
    const database = await findRunningDatabase(killable.dataDir)
    const client = new pg.Client({ connectionString: database?.[as] })
    onTestFinished(() => client.end())
    await client.connect()
    return client
  }
  const readKept = async () => {
    const names = ['hashes', ...(await listBackups()), ...(await listFiles()).map((name) => `files/${name}`)]
    return Promise.all(names.map(async (name) => [name, hashHex(await readFile(join(set, name)))]))
  }

  it('is begun by a server with BACKUP_DIR, which reports its time in /metrics (RESTORE-11, RUN-39)', async () => {
    const readMetric = async () => {
      const text = await (await killable.served.app.request('/metrics')).text()
      return Number(/^backup_timestamp_seconds (\S+)$/m.exec(text)?.[1])
    }
    await expect.poll(readMetric).toBeGreaterThan(0)
    expect(await listBackups()).toHaveLength(1)
    expect((await stat(set)).mode & 0o077).toBe(0)
  })

  it('isn’t begun with a misspelt key: the server refuses to start (RESTORE-11)', async () => {
    // The last letter of the key is wrong.
    const misspelt = `${BACKUP_RECIPIENT.slice(0, -1)}${BACKUP_RECIPIENT.endsWith('q') ? 'p' : 'q'}`
    const dataDir = folderForTest()
    const refused = await runServer({ DATA_DIR: dataDir, BACKUP_DIR: set, BACKUP_RECIPIENT: misspelt })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) })
    expect(refused.stderr).toContain('BACKUP_RECIPIENT is not a public key of age')
    expect(await readdir(dataDir)).toEqual([])
  })

  it('grows incrementally while the server serves, and refuses an older version (RESTORE-5, RESTORE-8)', async () => {
    const creator = await register(killable.served)
    record = { id: await completeRecord(killable.served, creator), creator }
    await expectSealed(killable.served, record)
    const before = await listFiles()
    const owner = await connect('ownerConnectionString')
    await owner.query(
      "INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')",
    )
    const second = await backUp()
    await owner.query('DELETE FROM schema_migrations WHERE version = 9999')
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The backup doesn't contain the keys"),
    })
    const added = (await listFiles()).filter((name) => !before.includes(name))
    expect(added.length).toBeGreaterThan(0)
    expect(second.stdout).toContain(`${before.length + added.length} files, of which ${added.length} are new`)
    expect(await listFiles()).toEqual(expect.arrayContaining(before))
    const dataDir = folderForTest()
    const refused = await restore(dataDir, await newest())
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(oneSentence) })
    expect(refused.stderr).toContain('migration 9999_later.sql, which this version of the program does not')
    expect(await readdir(dataDir)).toEqual([])
  })

  it('stays as it is when a backup is killed (RESTORE-10)', async () => {
    const before = await readKept()
    const script = join(import.meta.dirname, '..', '..', 'scripts', 'backup.ts')
    const environment = { PATH: process.env['PATH'], DATA_DIR: killable.dataDir, BACKUP_RECIPIENT }
    const backup = spawn(process.execPath, [script, set], { env: environment, stdio: 'ignore' })
    const ended = once(backup, 'exit')
    const isWriting = async () => (await readdir(set)).some((name) => /\.age\..+\.tmp$/.test(name))
    await expect.poll(isWriting, { interval: 5 }).toBe(true)
    backup.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await readKept()).toEqual(before)
    // The database takes a while to notice that the process is gone.
    const admin = await connect('adminConnectionString')
    const countCopies = async () => (await admin.query('SELECT FROM pg_replication_slots')).rowCount
    await expect.poll(countCopies).toBe(0)
  })

  it('is mended by the next backup, on whose restored data a server starts (RESTORE-4, RESTORE-10, RESTORE-15)', async () => {
    const before = await listBackups()
    const kept = join(set, 'files', String((await listFiles())[0]))
    await writeFile(kept, (await readFile(kept)).subarray(1))
    const next = await backUp()
    expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('of which 0 are new') })
    expect(next.stdout).toContain('damaged or without a valid hash: 1.')
    expect(await listBackups()).toHaveLength(before.length + 1)

    const dataDir = folderForTest()
    await cp(secrets(), join(dataDir, 'secrets'), { recursive: true })
    const given = [join(set, await newest()), '--identity', keyFile]
    expect(await runScript('restore.ts', { DATA_DIR: dataDir }, ...given)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Run "npm run restore:check".'),
    })
    // The log from the start of the backup on, and nothing older.
    const cluster = join(dataDir, 'postgres', 'cluster')
    const [segment] = (await readdir(join(cluster, 'pg_wal')))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .sort()
    expect(await readFile(join(cluster, 'backup_label'), 'utf8')).toContain(`(file ${segment})`)
    await checkRestored(dataDir)
    const restored = await startServer({ DATA_DIR: dataDir, EMAIL_CODE: 'never', RATE_LIMITS: 'off' })
    const { headers } = await logInAgain(restored.served, record.creator)
    const pdf = await fetch(`${restored.origin}/api/records/${record.id}/files/record.pdf`, { headers })
    expect(pdf.status).toBe(200)
    await restored.kill('SIGTERM')
    await stopLeftServer(dataDir)
  })

  it('is refused in one sentence with one flipped byte, and leaves no files to start on (RESTORE-6)', async () => {
    const backup = join(set, await newest())
    const kept = join(set, 'files', String((await listFiles())[0]))
    const dataDir = folderForTest()
    for (const file of [backup, kept]) {
      const whole = await readFile(file)
      await flipByte(file)
      const refused = await restore(dataDir, await newest())
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(oneSentence) })
      expect(refused.stderr).toContain(`${file} was damaged`)
      expect(await readdir(dataDir)).toEqual([])
      await writeFile(file, whole)
    }
  })

  it('is restored without its proof and a damaged file, which is named, with --unsigned and --without-damaged (RESTORE-14, RESTORE-19)', async () => {
    const backup = await newest()
    const list = join(set, backup.replace(/age$/, 'files'))
    await writeFile(list, (await readFile(list, 'utf8')).split('\n').slice(2).join('\n'))
    const kept = join(set, 'files', String((await listFiles())[0]))
    await flipByte(kept)
    const dataDir = folderForTest()
    const restored = await restore(dataDir, backup, '--unsigned', '--without-damaged')
    expect(restored.code).toBe(0)
    const named = /^.*\n(?<file>files\S+) was not restored: (?<kept>\S+) was damaged[^\n]+\n$/.exec(
      restored.stderr,
    )
    expect(named?.groups?.['kept']).toBe(kept)
    const file = named?.groups?.['file'] ?? ''
    await cp(join(killable.dataDir, file), join(dataDir, file), { recursive: true })
    await cp(secrets(), join(dataDir, 'secrets'), { recursive: true })
    await checkRestored(dataDir)
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
})
