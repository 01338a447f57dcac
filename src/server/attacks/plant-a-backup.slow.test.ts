import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEncrypter } from '../platform/backups/age.ts'
import { addBackup } from '../platform/backups/backup-set.ts'
import { type FolderPart, readCluster, writeCluster } from '../platform/database/embedded/copy-cluster.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded/embedded-database.ts'
import { preparePostgresUser } from '../platform/database/embedded/operating-system-user.ts'
import { createMacs, generateSigningKeys } from '../platform/keys/index.ts'
import { oneSentence } from '../testing/data-dir-for.ts'
import { runScript } from '../testing/server-process.ts'
import { folderForFile, folderForTest } from '../testing/temporary-folder.ts'

/*
 * An attacker can write to the folder of the backups and knows the public key. They make a database whose start runs
 * their commands, and wait for the operator to restore and check it.
 */

const set = join(folderForFile(), 'set')
const keyFile = join(folderForFile(), 'backup-key.txt')
/** The attacker's installation. They also learned the operator's database password: otherwise no login works. */
const attacker = folderForFile()
const marks = folderForFile()
let planted = ''

const runsCommand = `
  CREATE FUNCTION planted() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN COPY (SELECT 1) TO PROGRAM 'cat > ${join(marks, 'command')}'; END $$;
  CREATE EVENT TRIGGER at_login ON login EXECUTE FUNCTION planted();
  CREATE EVENT TRIGGER at_change ON ddl_command_end EXECUTE FUNCTION planted();`

async function runSql(connectionString: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let first: unknown[] = []
    for (const text of statements) first = (await client.query({ text, rowMode: 'array' })).rows?.[0] ?? []
    return first
  } finally {
    await client.end()
  }
}

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

const planting: Record<string, string> = {
  'postgresql.conf': `archive_mode = on\narchive_command = 'touch ${join(marks, 'archive')}'\n`,
  'pg_hba.conf': 'host all all 0.0.0.0/0 trust\n',
}

async function* plant(parts: AsyncIterable<FolderPart>): AsyncGenerator<FolderPart> {
  for await (const part of parts) {
    const text = planting[part.name]
    if (text !== undefined && part.bytes instanceof Readable) part.bytes.destroy()
    yield text === undefined ? part : { name: part.name, bytes: Buffer.from(text) }
  }
}

beforeAll(async () => {
  await chmod(marks, 0o777)
  const identity = await generateX25519Identity()
  await writeFile(keyFile, `${identity}\n`)
  const database = await startEmbeddedDatabase(attacker)
  try {
    const admin = database.adminConnectionString
    for (const name of ['template1', 'postgres', 'assent']) await runSql(inDatabase(admin, name), runsCommand)
    await runSql(
      admin,
      `ALTER DATABASE assent SET search_path = 'planted'`,
      `ALTER ROLE assent_server SET search_path = 'planted'`,
      `ALTER ROLE postgres SET statement_timeout = '7s'`,
      `ALTER SYSTEM SET session_preload_libraries = '${join(marks, 'library')}'`,
      `ALTER SYSTEM SET restore_command = 'touch ${join(marks, 'restore')}'`,
    )
    await runSql(
      inDatabase(admin, 'assent'),
      `CREATE SUBSCRIPTION planted CONNECTION 'host=127.0.0.1 port=1' PUBLICATION planted WITH (connect = false)`,
    )
    await mkdir(join(attacker, 'files', 'records'), { recursive: true })
    await writeFile(join(attacker, 'files', 'records', 'one'), 'one')
    const made = await addBackup({
      folder: set,
      encrypter: createEncrypter(await identityToRecipient(identity)),
      macs: createMacs(await generateSigningKeys()),
      days: 30,
      now: new Date(),
      files: join(attacker, 'files'),
      migrations: [],
      readCluster: () => plant(readCluster(admin, database.folder)),
    })
    planted = made.file
  } finally {
    await database.stop()
  }
  await rm(join(marks, 'command'))
})

async function prepare(): Promise<string> {
  const dataDir = folderForTest()
  await mkdir(join(dataDir, 'secrets'))
  await cp(join(attacker, 'secrets'), join(dataDir, 'secrets'), { recursive: true })
  await writeFile(join(dataDir, 'secrets', 'signing-keys.json'), JSON.stringify(await generateSigningKeys()))
  return dataDir
}

const restore = (dataDir: string, ...flags: string[]) =>
  runScript('restore.ts', { DATA_DIR: dataDir }, planted, '--identity', keyFile, ...flags)

describe('a planted backup', () => {
  it('runs commands where its files are simply copied', async () => {
    const dataDir = await prepare()
    const cluster = join(attacker, 'postgres', 'cluster')
    async function* read(folder: string, name = ''): AsyncGenerator<FolderPart> {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        const path = `${name}${entry.name}`
        if (entry.isDirectory()) {
          yield { name: `${path}/`, bytes: Buffer.alloc(0) }
          yield* read(join(folder, entry.name), `${path}/`)
        } else if (path !== 'postgresql.auto.conf')
          yield { name: path, bytes: await readFile(join(folder, entry.name)) }
      }
    }
    const user = await preparePostgresUser()
    await writeCluster(read(cluster), join(dataDir, 'postgres', 'cluster'), user)
    const database = await startEmbeddedDatabase(dataDir)
    await database.stop()
    expect(await readdir(marks)).toEqual(['command'])
    await rm(join(marks, 'command'))
  })

  it('is refused before a byte is written, so that the check has nothing to start (RESTORE-13)', async () => {
    const dataDir = await prepare()
    const before = await readdir(dataDir, { recursive: true })
    const refused = await restore(dataDir)
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(oneSentence) })
    expect(refused.stderr).toContain('Nothing shows that your installation made')
    expect(await readdir(dataDir, { recursive: true })).toEqual(before)
    const checked = await runScript('check-restore.ts', { DATA_DIR: dataDir })
    expect(checked).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no database in') })
    const withoutKeys = join(folderForTest(), 'new')
    const keyless = await restore(withoutKeys)
    expect(keyless).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(oneSentence) })
    expect(keyless.stderr).toContain('copy your folder "secrets"')
    await expect(readdir(withoutKeys)).rejects.toThrow('ENOENT')
    expect(await readdir(marks)).toEqual([])
  })

  it('runs none of its commands with --unsigned, which says the risk (RESTORE-14)', async () => {
    const dataDir = await prepare()
    const restored = await restore(dataDir, '--unsigned')
    expect(restored).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nothing shows who made this backup.'),
      stdout: expect.stringContaining('the database and 1 files'),
    })
    const checked = await runScript('check-restore.ts', { DATA_DIR: dataDir })
    expect(checked.stderr).not.toContain('did not start')
    const database = await startEmbeddedDatabase(dataDir)
    onTestFinished(() => database.stop())
    const { adminConnectionString, connectionString } = database
    const show = (...names: string[]) =>
      `SELECT ${names.map((name) => `current_setting('${name}')`).join(', ')}`
    expect(
      await runSql(
        adminConnectionString,
        show(
          'archive_mode',
          'restore_command',
          'session_preload_libraries',
          'statement_timeout',
          'listen_addresses',
        ),
      ),
    ).toEqual(['off', '', '', '0', '127.0.0.1'])
    expect(await runSql(connectionString, show('search_path'))).toEqual(['"$user", public'])
    for (const name of ['template1', 'postgres', 'assent'])
      expect(
        await runSql(
          inDatabase(adminConnectionString, name),
          'CREATE TABLE pg_temp.fires_a_trigger ()',
          'SELECT (SELECT count(*) FROM pg_event_trigger)::int, (SELECT count(*) FROM pg_db_role_setting)::int, (SELECT count(*) FROM pg_subscription)::int',
        ),
      ).toEqual([0, 0, 0])
    const wrong = Object.assign(new URL(adminConnectionString), { password: 'guess' }).href
    await expect(runSql(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(await readdir(marks)).toEqual([])
  })
})
