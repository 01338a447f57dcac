import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, isUniqueViolation, sql } from './index.ts'
import { openDatabase } from './open-database.ts'

describe('a database', () => {
  let source: TestDatabase
  let database: Database

  beforeEach(async () => {
    source = await createTestDatabase()
    database = openDatabase(source.ownerConnectionString, { logger: silentLogger })
    await database.run(sql`CREATE TABLE things (id integer CONSTRAINT things_once UNIQUE)`)
  })
  afterEach(async () => {
    await database.close()
    await source.drop()
  })

  const things = () => database.rows(sql`SELECT id FROM things ORDER BY id`)

  it('gives instants as Date, days as text, bigints as numbers and jsonb parsed', async () => {
    const row = await database.row(
      sql`SELECT timestamptz '2026-03-01T12:00:00Z' AS at, date '2026-03-01' AS day, 7::bigint AS many, '{"a":[1]}'::jsonb AS json`,
    )
    expect(row).toEqual({
      at: new Date('2026-03-01T12:00:00Z'),
      day: '2026-03-01',
      many: 7,
      json: { a: [1] },
    })
  })

  it('refuses a bigint that a number cannot hold', async () => {
    await expect(database.rows(sql`SELECT 9007199254740993::bigint`)).rejects.toThrow(RangeError)
  })

  it('never takes a value for SQL', async () => {
    const hostile = `'; DROP TABLE things; --`
    expect(await database.row(sql`SELECT ${hostile}::text AS said`)).toEqual({ said: hostile })
    expect(await things()).toEqual([])
  })

  it('throws when the only row is not alone', async () => {
    await database.run(sql`INSERT INTO things VALUES (1), (2)`)
    await expect(database.row(sql`SELECT id FROM things`)).rejects.toThrow('at most one row')
    expect(await database.row(sql`SELECT id FROM things WHERE id = 3`)).toBeNull()
  })

  it('keeps a transaction that resolves and undoes one that throws', async () => {
    await database.transaction((tx) => tx.run(sql`INSERT INTO things VALUES (1)`))
    await expect(
      database.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO things VALUES (2)`)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await things()).toEqual([{ id: 1 }])
  })

  it('rejects when a transaction swallows a failed statement, since nothing of it is kept', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO things VALUES (1)`)
        await tx.run(sql`INSERT INTO things VALUES (1)`).catch(() => {})
      }),
    ).rejects.toThrow('rolled back')
    expect(await things()).toEqual([])
  })

  it('names the unique constraint that was violated', async () => {
    await database.run(sql`INSERT INTO things VALUES (1)`)
    const error = await database.run(sql`INSERT INTO things VALUES (1)`).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'things_once')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(isUniqueViolation(new Error('things_once'))).toBe(false)
  })

  it('passes messages to every listener of a channel until it stops', async () => {
    const first = vi.fn()
    const second = vi.fn()
    const other = vi.fn()
    const stopFirst = await database.listen('news', first)
    await database.listen('news', second)
    await database.listen('other', other)
    await database.run(sql`SELECT pg_notify('news', 'one')`)
    await vi.waitFor(() => expect(second).toHaveBeenCalledWith('one'))
    await stopFirst()
    await database.run(sql`SELECT pg_notify('news', 'two')`)
    await vi.waitFor(() => expect(second).toHaveBeenCalledWith('two'))
    expect(first.mock.calls).toEqual([['one']])
    expect(other).not.toHaveBeenCalled()
  })

  it('listens again after its connection was cut', async () => {
    const heard = vi.fn()
    await database.listen('news', heard)
    const listeners = sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'assent listener' AND datname = current_database()`
    const before = await database.row<{ pid: number }>(listeners)
    await database.run(sql`SELECT pg_terminate_backend(${before?.pid}::integer)`)
    await vi.waitFor(async () => {
      await database.run(sql`SELECT pg_notify('news', 'again')`)
      expect(heard).toHaveBeenCalledWith('again')
    }, 5000)
  })

  it('answers a ping, and rejects one when the server is not there', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
    const nowhere = openDatabase('postgresql://nobody@127.0.0.1:1/none', { logger: silentLogger })
    await expect(nowhere.ping()).rejects.toThrow()
    await nowhere.close()
  })
})
