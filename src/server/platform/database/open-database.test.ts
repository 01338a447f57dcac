import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { reachDatabase } from './database.ts'
import { type Database, DatabaseUnavailable, isUniqueViolation, sql } from './index.ts'
import { openDatabase } from './open-database.ts'
import { makeSessionConfig } from './session.ts'

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

  it('returns each column under its name in camelCase, and leaves the names inside JSON as they are', async () => {
    const statement = sql`
      SELECT now() - now() IS NOT NULL AS is_so, 18 AS age_over_18, 1 AS sha256, 2 AS "alreadyCamel", 3 AS _first,
        jsonb_build_object('full_name', 'Ada') AS as_it_was, 'snake_case' AS a_text, NULL AS nothing_here`
    const expected = {
      isSo: true,
      ageOver18: 18,
      sha256: 1,
      alreadyCamel: 2,
      _first: 3,
      asItWas: { full_name: 'Ada' },
      aText: 'snake_case',
      nothingHere: null,
    }
    expect(await database.row(statement)).toEqual(expected)
    expect(await database.transaction((tx) => tx.rows(statement))).toEqual([expected])
  })

  it('refuses a row in which two columns have the same name', async () => {
    const same = 'two columns have the same name: a1, a1'
    await expect(database.row(sql`SELECT 1 AS a1, 2 AS a1`)).rejects.toThrow(same)
    await expect(database.rows(sql`SELECT 1 AS a_1, 2 AS a1`)).rejects.toThrow(same)
    await expect(database.rows(sql`SELECT 1 AS a_1, 2 AS a1 WHERE false`)).rejects.toThrow(same)
  })

  it('returns instants as Date, days as text, bigints as numbers and jsonb parsed', async () => {
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

  it('never executes a value as SQL', async () => {
    const hostile = `'; DROP TABLE things; --`
    expect(await database.row(sql`SELECT ${hostile}::text AS said`)).toEqual({ said: hostile })
    expect(await things()).toEqual([])
  })

  it('throws when there is more than one row', async () => {
    await database.run(sql`INSERT INTO things VALUES (1), (2)`)
    await expect(database.row(sql`SELECT id FROM things`)).rejects.toThrow('at most one row')
    expect(await database.row(sql`SELECT id FROM things WHERE id = 3`)).toBeNull()
  })

  it('commits a transaction that resolves and rolls back one that throws', async () => {
    await database.transaction((tx) => tx.run(sql`INSERT INTO things VALUES (1)`))
    await expect(
      database.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO things VALUES (2)`)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await things()).toEqual([{ id: 1 }])
  })

  it('rejects when a transaction swallows the error of a failed statement, since it is rolled back', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO things VALUES (1)`)
        await tx.run(sql`INSERT INTO things VALUES (1)`).catch(() => {})
      }),
    ).rejects.toThrow('rolled back')
    expect(await things()).toEqual([])
  })

  it.each(['kept', 'undone'])(
    'refuses a statement after its transaction was %s, so that it joins no other',
    async (end) => {
      const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
      let late: Promise<unknown> = isOver
      await database
        .transaction(async (tx) => {
          late = isOver
            .then(() => tx.run(sql`INSERT INTO things VALUES (1)`))
            .catch((error: unknown) => error)
          if (end === 'undone') throw new Error('changed my mind')
        })
        .catch(() => {})
      goOn()
      expect(await late).toEqual(new Error('a statement came after the end of its transaction'))
      expect(await things()).toEqual([])
    },
  )

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
    await expect.poll(() => second.mock.calls).toContainEqual(['one'])
    await stopFirst()
    await database.run(sql`SELECT pg_notify('news', 'two')`)
    await expect.poll(() => second.mock.calls).toContainEqual(['two'])
    expect(first.mock.calls).toEqual([['one']])
    expect(other).not.toHaveBeenCalled()
  })

  it('listens again after its connection was terminated', async () => {
    const listener = vi.fn()
    await database.listen('news', listener)
    const listeners = sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'assent listener' AND datname = current_database()`
    const before = await database.row<{ pid: number }>(listeners)
    await database.run(sql`SELECT pg_terminate_backend(${before?.pid}::integer)`)
    await vi.waitFor(async () => {
      await database.run(sql`SELECT pg_notify('news', 'again')`)
      expect(listener).toHaveBeenCalledWith('again')
    }, 300_000)
  })

  it('throws one error for every outage: a broken connection, a lock timeout and a missing answer', async () => {
    const backend = sql`SELECT pg_terminate_backend(pg_backend_pid())`
    await expect(database.run(backend)).rejects.toBeInstanceOf(DatabaseUnavailable)
    const cutOff = database.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO things VALUES (1)`)
      await tx.run(backend).catch(() => {})
      await tx.run(sql`INSERT INTO things VALUES (2)`)
    })
    await expect(cutOff).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await things()).toEqual([])
    await expect(database.run(sql`SELECT 1 / 0`)).rejects.not.toBeInstanceOf(DatabaseUnavailable)
    const waiting = database.transaction(async (tx) => {
      await tx.run(sql`SET LOCAL lock_timeout = 1`)
      await database.transaction(async (other) => {
        await other.run(sql`LOCK things`)
        await tx.run(sql`LOCK things`)
      })
    })
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL'])(
    'is unavailable when the system has no free connection or socket: %s (UPLOAD-34)',
    async (code) => {
      const none = () => Promise.reject(Object.assign(new Error(`connect ${code}`), { code }))
      await expect(reachDatabase(none)).rejects.toBeInstanceOf(DatabaseUnavailable)
    },
  )

  it('is unavailable while its server is read-only, and drops that connection (CLUSTER-5)', async () => {
    const readOnly = database.transaction(async (tx) => {
      await tx.run(sql`SET TRANSACTION READ ONLY`)
      await tx.run(sql`INSERT INTO things VALUES (1)`)
    })
    await expect(readOnly).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(database.pool().connections).toBe(0)
    await database.run(sql`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`)
    await expect(database.run(sql`INSERT INTO things VALUES (1)`)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await database.run(sql`INSERT INTO things VALUES (2)`)
    expect(await things()).toEqual([{ id: 2 }])
  })

  it('times out before PostgreSQL gives up on a commit that waits for another node (CLUSTER-6)', () => {
    const { options, query_timeout: ours } = makeSessionConfig('serving', source.connectionString, 'assent')
    expect(ours).toBeLessThan(Number(/statement_timeout=(\d+)/.exec(options ?? '')?.[1]))
  })

  it('has timeouts for statements, locks and idle transactions, and keepalives for its connections', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const tcp = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout']
    const settings = await database.rows<{ name: string; setting: string }>(sql`
      SELECT name, setting FROM pg_settings WHERE name = ANY(${[...names, ...tcp]}) ORDER BY name`)
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
      statement_timeout: 60_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 15_000,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      tcp_user_timeout: 25_000,
    })
  })

  it('answers a ping, and rejects it when the server is unreachable', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
    const nowhere = openDatabase('postgresql://unknown@127.0.0.1:1/none', { logger: silentLogger })
    await expect(nowhere.ping()).rejects.toThrow()
    await nowhere.close()
  })
})
