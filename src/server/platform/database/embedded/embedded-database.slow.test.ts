import { appendFile, chmod, mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderForTest } from '../../../testing/temporary-folder.ts'
import { StartupError } from '../../startup-error.ts'
import { choosePostgres } from './binaries.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { findPostmaster } from './postmaster.ts'

describe('the embedded database', () => {
  let folder: string
  let dataDir: string
  let started: EmbeddedDatabase[]

  beforeEach(async () => {
    folder = folderForTest()
    await chmod(folder, 0o755)
    dataDir = join(folder, 'data')
    await mkdir(dataDir)
    started = []
  })
  afterEach(async () => {
    for (const database of started) await database.stop()
  })

  async function start(): Promise<EmbeddedDatabase> {
    const database = await startEmbeddedDatabase(dataDir)
    started.push(database)
    return database
  }
  async function stop(database: EmbeddedDatabase): Promise<void> {
    started = started.filter((other) => other !== database)
    await database.stop()
  }
  async function query(connectionString: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      return (await client.query({ text, rowMode: 'array' })).rows[0] ?? []
    } finally {
      await client.end()
    }
  }

  it('syncs writes to disk, has checksums, and listens on this machine only', async () => {
    const { adminConnectionString } = await start()
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'password_encryption']
    const settings = [...names, 'listen_addresses', 'unix_socket_directories', 'server_encoding', 'TimeZone']
    const text = `SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`
    expect(await query(adminConnectionString, text)).toEqual([
      'on',
      'on',
      'on',
      'on',
      'scram-sha-256',
      '127.0.0.1',
      '',
      'UTF8',
      'UTC',
    ])
  })

  it('gives the product two roles without superuser rights, and rejects wrong passwords', async () => {
    const { connectionString, ownerConnectionString, adminConnectionString } = await start()
    const who = "SELECT current_user, current_setting('is_superuser')"
    expect(await query(connectionString, who)).toEqual(['assent_server', 'off'])
    expect(await query(ownerConnectionString, who)).toEqual(['assent', 'off'])
    for (const [login, password] of [
      [connectionString, 'guess'],
      [ownerConnectionString, new URL(connectionString).password],
      [adminConnectionString, new URL(connectionString).password],
    ] as const) {
      const url = Object.assign(new URL(login), { password })
      await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    }
  })

  it('keeps its rows across a restart, and serves one process at a time', async () => {
    const first = await start()
    await query(first.ownerConnectionString, 'CREATE TABLE things AS SELECT 7 AS id')
    await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow(
      `Another process is already serving from ${dataDir}`,
    )
    await stop(first)
    const second = await start()
    expect(await query(second.ownerConnectionString, 'SELECT id FROM things')).toEqual([7])
  })

  it('starts for only one of two processes that start at once on an empty folder', async () => {
    const outcomes = await Promise.allSettled([start(), start()])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toBeInstanceOf(StartupError)
  })

  const cutHold =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'assent process lock'"

  it('takes its lock again when only the connection broke', async () => {
    const onLost = vi.fn()
    const onOutage = vi.fn()
    const database = await startEmbeddedDatabase(dataDir, { onLost, onOutage })
    started.push(database)
    await query(database.adminConnectionString, cutHold)
    await expect.poll(() => onOutage.mock.lastCall).toEqual([expect.stringContaining('held again')])
    expect(onLost).not.toHaveBeenCalled()
    await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow('Another process')
  })

  it('restarts a killed server at the same address and with its rows', async () => {
    const database = await start()
    await query(database.ownerConnectionString, 'CREATE TABLE things AS SELECT 7 AS id')
    process.kill((await findPostmaster(database.folder))?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(database.ownerConnectionString, 'SELECT id FROM things')).toEqual([7]),
      { timeout: 300_000, interval: 200 },
    )
  })

  it('reports that another process took its lock, and leaves the database running for that process', async () => {
    const onLost = vi.fn()
    const database = await startEmbeddedDatabase(dataDir, { onLost })
    const other = new pg.Client({ connectionString: database.adminConnectionString })
    await other.connect()
    const taken = other.query('SELECT pg_advisory_lock(4113251503)')
    await query(database.adminConnectionString, cutHold)
    await taken
    await expect.poll(() => onLost.mock.calls).toHaveLength(1)
    await database.stop()
    expect((await other.query('SELECT 1')).rowCount).toBe(1)
    await other.end()
    await stop(await start())
  })

  it('refuses a folder whose restore did not end, and creates nothing there (RESTORE-18)', async () => {
    await mkdir(join(dataDir, 'restore.unfinished'))
    const refused = await startEmbeddedDatabase(dataDir).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartupError)
    expect(String(refused)).toContain(`A restore into ${dataDir} did not end`)
    expect(await readdir(dataDir)).toEqual(['restore.unfinished'])
  })

  it('makes no new password for a database that is there (RESTORE-18)', async () => {
    await stop(await start())
    await rm(join(dataDir, 'secrets'), { recursive: true })
    await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow('secrets/database-password is missing')
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  it('starts despite a stale postmaster.pid, even when its pid belongs to a running program', async () => {
    await stop(await start())
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    await writeFile(
      file,
      [process.pid, join(dataDir, 'postgres', 'cluster'), 0, 5432, '', '', '', 'ready'].join('\n'),
    )
    const again = await start()
    expect(await query(again.connectionString, 'SELECT 1')).toEqual([1])
  })

  it('names the file with the wrong password, and leaves no server running', async () => {
    await stop(await start())
    await appendFile(join(dataDir, 'secrets', 'database-password'), 'x')
    const running = startEmbeddedDatabase(dataDir)
    await expect(running).rejects.toThrow(`password in ${dataDir}/secrets/database-password`)
    await expect(running).rejects.toBeInstanceOf(StartupError)
    expect(await findPostmaster(join(dataDir, 'postgres', 'cluster'))).toBeNull()
  })

  // Only root can run PostgreSQL as another user.
  it.runIf(process.getuid?.() === 0)(
    'moves to a folder that its user can reach when DATA_DIR is below a private home',
    async () => {
      await chmod(folder, 0o700)
      const database = await start()
      const place = await readlink(join(dataDir, 'postgres'))
      expect(place).toMatch(/^\/var\/lib\/assent\/database-/)
      expect(await query(database.connectionString, 'SELECT 1')).toEqual([1])
      await stop(database)
      const again = await start()
      expect(await readlink(join(dataDir, 'postgres'))).toBe(place)
      await stop(again)
      await rm(place, { recursive: true })
    },
  )
})

describe('the programs of PostgreSQL', () => {
  let folder: string

  beforeEach(() => {
    folder = folderForTest()
  })

  /** Installs stub programs that print this version; nothing else runs them here. */
  async function install(version: string, programs = ['postgres', 'initdb', 'pg_ctl']): Promise<string> {
    const bin = join(folder, version, 'bin')
    await mkdir(bin, { recursive: true })
    for (const program of programs)
      await writeFile(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`, {
        mode: 0o755,
      })
    return bin
  }
  async function makeCluster(major: string): Promise<string> {
    const cluster = join(folder, `cluster-${major || 'blank'}`)
    await mkdir(cluster)
    await writeFile(join(cluster, 'PG_VERSION'), major && `${major}\n`)
    return cluster
  }

  it('are the machine’s own when they have the folder’s major version, also by symlink (RUN-38)', async () => {
    const [old, own] = [await install('17.9 (Debian 17.9-1)'), await install('18.9')]
    await symlink(own, join(folder, 'linked'))
    const path = [old, join(folder, 'nowhere'), join(folder, 'linked')].join(':')
    for (const cluster of [await makeCluster('18'), join(folder, 'new'), await makeCluster('')]) {
      expect(await choosePostgres(cluster, path)).toMatchObject({
        origin: 'machine',
        version: '18.9',
        pgCtl: join(own, 'pg_ctl'),
      })
    }
    expect(await choosePostgres(await makeCluster('17'), path)).toMatchObject({
      origin: 'machine',
      version: '17.9',
    })
  })

  it('are the package’s when the machine’s have another major version or are incomplete (RUN-38)', async () => {
    const path = [await install('17.9'), await install('18.9', ['postgres', 'initdb'])].join(':')
    for (const cluster of [await makeCluster('18'), join(folder, 'new')])
      expect(await choosePostgres(cluster, path)).toMatchObject({
        origin: 'package',
        version: expect.stringMatching(/^18\./),
      })
  })

  it('are refused in one sentence for a folder whose major version neither has (RUN-38)', async () => {
    const cluster = await makeCluster('16')
    const refusal = await choosePostgres(cluster, await install('17.9')).catch((error) => error)
    expect(refusal).toBeInstanceOf(StartupError)
    expect(refusal.message).toMatch(
      /^The database in .+cluster-16 was made by PostgreSQL 16, and there is 17\.9 on this machine and 18\..+ with the packages: install PostgreSQL 16, or restore a backup into a new DATA_DIR\.$/,
    )
  })
})
