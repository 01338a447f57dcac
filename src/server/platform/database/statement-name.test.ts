import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, DatabaseUnavailable, sql } from './index.ts'
import { createStatementNamer, openDatabase } from './open-database.ts'

describe('the names of statements', () => {
  it('are given from the third use on, one for each text', () => {
    const nameOf = createStatementNamer()
    const asked = (text: string) => Array.from({ length: 4 }, () => nameOf(text))
    expect(asked('SELECT $1')).toEqual([undefined, undefined, 'assent_1', 'assent_1'])
    expect(asked('SELECT $1 + 1').at(-1)).toBe('assent_2')
    expect(nameOf('SELECT $1')).toBe('assent_1')
  })

  it('are limited to 300, however many texts there are', () => {
    const nameOf = createStatementNamer()
    const names = new Set<string | undefined>()
    for (let n = 0; n < 5000; n += 1) {
      for (let use = 0; use < 3; use += 1) names.add(nameOf(`SELECT $1 + ${n}`))
    }
    names.delete(undefined)
    expect(names.size).toBe(300)
  })
})

describe('a named statement', () => {
  let source: TestDatabase
  let database: Database
  beforeEach(async () => {
    source = await createTestDatabase()
    database = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    await database.run(sql`CREATE TABLE things (id integer)`)
    await database.run(sql`INSERT INTO things VALUES (1)`)
  })
  afterEach(async () => {
    await database.close()
    await source.drop()
  })

  const thing = () => database.row<{ id: unknown }>(sql`SELECT * FROM things WHERE id::text = ${'1'}`)

  it('is prepared once per connection, also in a transaction', async () => {
    for (let n = 0; n < 5; n += 1) expect(await thing()).toEqual({ id: 1 })
    await database.transaction((tx) => tx.row(sql`SELECT * FROM things WHERE id::text = ${'1'}`))
    const prepared = await database.rows(
      sql`SELECT generic_plans + custom_plans AS used FROM pg_prepared_statements WHERE statement LIKE '%things%'`,
    )
    expect(prepared).toEqual([{ used: 4 }])
  })

  it('fails once as an outage when a migration changes its table, then is planned again', async () => {
    for (let n = 0; n < 3; n += 1) await thing()
    const other = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    await other.run(sql`ALTER TABLE things ALTER COLUMN id TYPE text`).finally(() => other.close())
    await expect(thing()).rejects.toThrow(DatabaseUnavailable)
    expect(await thing()).toEqual({ id: '1' })
  })
})
