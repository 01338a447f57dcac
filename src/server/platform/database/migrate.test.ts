import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { sql } from './index.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

describe('migrate', () => {
  let folder: string
  let database: TestDatabase

  beforeEach(async () => {
    folder = folderForTest()
    database = await createTestDatabase()
    await query(sql`DROP TABLE schema_migrations`)
  })
  afterEach(async () => {
    await database.drop()
  })

  const file = (name: string, text: string) => writeFile(join(folder, name), text)
  async function query(statement: ReturnType<typeof sql>) {
    const connection = openDatabase(database.ownerConnectionString, { logger: silentLogger })
    try {
      return await connection.rows(statement)
    } finally {
      await connection.close()
    }
  }

  it('applies each file once, in order (RUN-10)', async () => {
    await file('0002_rows.sql', 'INSERT INTO things VALUES (1)')
    await file('0001_things.sql', 'CREATE TABLE things (id integer)')
    expect(await migrate(database.ownerConnectionString, folder)).toEqual([
      '0001_things.sql',
      '0002_rows.sql',
    ])
    expect(await migrate(database.ownerConnectionString, folder)).toEqual([])
    expect(await query(sql`SELECT id FROM things`)).toEqual([{ id: 1 }])
  })

  it('applies a file once when two processes start together', async () => {
    await file('0001_things.sql', 'CREATE TABLE things (id integer); INSERT INTO things VALUES (1)')
    const landed = await Promise.all([
      migrate(database.ownerConnectionString, folder),
      migrate(database.ownerConnectionString, folder),
    ])
    expect(landed.flat()).toEqual(['0001_things.sql'])
    expect(await query(sql`SELECT id FROM things`)).toEqual([{ id: 1 }])
  })

  it('keeps nothing of a failed file, and applies it once it is fixed', async () => {
    await file('0001_things.sql', 'CREATE TABLE things (id integer); SELECT no_such_column')
    await expect(migrate(database.ownerConnectionString, folder)).rejects.toThrow('0001_things.sql failed')
    await file('0001_things.sql', 'CREATE TABLE things (id integer)')
    expect(await migrate(database.ownerConnectionString, folder)).toEqual(['0001_things.sql'])
  })

  it('refuses an applied file that was edited, and applies nothing after it (RUN-10)', async () => {
    await file('0001_things.sql', 'CREATE TABLE things (id integer)')
    await migrate(database.ownerConnectionString, folder)
    await file('0001_things.sql', 'CREATE TABLE things (id bigint)')
    await file('0002_others.sql', 'CREATE TABLE others (id integer)')
    await expect(migrate(database.ownerConnectionString, folder)).rejects.toThrow(
      /0001_things.sql was edited/,
    )
    expect(await query(sql`SELECT to_regclass('others') AS others`)).toEqual([{ others: null }])
  })

  it('finds the migrations of 0.2.0 unchanged (RUN-45)', async () => {
    const server = join(import.meta.dirname, '..', '..')
    const dump = await readFile(join(server, 'testing', 'installation-0.2.0', 'database.sql'), 'utf8')
    const landed = [...dump.matchAll(/\(\d+, '(\d{4}_\w+\.sql)', '([0-9a-f]{64})'/g)]
    expect(landed).not.toEqual([])
    for (const [, name = '', sha256] of landed) {
      const bytes = await readFile(join(server, '..', '..', 'migrations', name))
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sha256])
    }
  })

  it('refuses data written by a newer version (RUN-10)', async () => {
    await file('0001_things.sql', 'CREATE TABLE things (id integer)')
    await migrate(database.ownerConnectionString, folder)
    await rm(join(folder, '0001_things.sql'))
    await expect(migrate(database.ownerConnectionString, folder)).rejects.toThrow(
      /already has migration 0001/,
    )
  })

  it('refuses a new file numbered below an applied one', async () => {
    await file('0002_things.sql', 'CREATE TABLE things (id integer)')
    await migrate(database.ownerConnectionString, folder)
    await file('0001_late.sql', 'CREATE TABLE late (id integer)')
    await expect(migrate(database.ownerConnectionString, folder)).rejects.toThrow(
      /0001_late.sql is numbered below/,
    )
  })
})
