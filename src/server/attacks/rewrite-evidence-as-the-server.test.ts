import { beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { restrictServingRole } from '../platform/database/serving-role.ts'
import { type Person, register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const test = testAppForFile()
let ada: Person
beforeAll(async () => {
  ada = await register(test)
  await completeRecord(test, ada)
  await test.runJobs()
  const [origin, at] = ['assent.example/log', test.clock.now()]
  await test.database.run(
    sql`INSERT INTO transparency_cosignatures VALUES (${origin}, 1, 'witness', 'line', ${at})`,
  )
  await test.database.run(sql`INSERT INTO transparency_timestamps VALUES (${origin}, 1, ${at}, '')`)
})

const raw = (text: string) => sql([text] as unknown as TemplateStringsArray)

it.each([
  `full_name = 'Somebody Else'`,
  `signature = 'Somebody Else', signature_date = '2020-01-01'`,
  `third_party_email = 'else@example.net'`,
  `verified_at = verified_at - interval '300 days'`,
  `status = 'pending'`,
  `status = 'cancelled', closed_at = now()`,
  `user_id = gen_random_uuid()`,
])(
  'the server’s own login can’t change the content of a completed verification: %s (STATE-10)',
  async (change) => {
    const before = await test.database.rows(sql`SELECT * FROM verifications`)
    await expect(test.database.run(raw(`UPDATE verifications SET ${change}`))).rejects.toThrow(
      'what a closed verification says does not change',
    )
    await expect(test.database.run(raw('DELETE FROM verifications'))).rejects.toThrow('violates foreign key')
    expect(await test.database.rows(sql`SELECT * FROM verifications`)).toEqual(before)
  },
)

it('the server’s own login can’t replace the fingerprint of a submitted file', async () => {
  await expect(
    test.database.run(raw(`UPDATE documents SET stored_sha256 = repeat('0', 64)`)),
  ).rejects.toThrow('what a file was when it was submitted does not change')
})

/** The tables of evidence, each with one of its columns. */
const evidence = [
  ['audit_events', 'hash'],
  ['sealed_documents', 'revision'],
  ['seal_certificates', 'sha256'],
  ['transparency_nodes', 'hash'],
  ['transparency_heads', 'root_hash'],
  ['transparency_cosignatures', 'line'],
  ['transparency_timestamps', 'token'],
] as const

describe('the server’s own login', () => {
  it.each(evidence)('can’t change, remove, empty, unlock or drop %s (TRAIL-3)', async (table, column) => {
    const before = await test.database.rows(raw(`SELECT * FROM ${table} ORDER BY 1, 2`))
    expect(before.length).toBeGreaterThan(0)
    for (const statement of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `SELECT * FROM ${table} FOR UPDATE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`,
      `DROP TRIGGER ${table}_append_only ON ${table}`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
      `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      `ALTER TABLE ${table} RENAME TO elsewhere`,
      `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
      `DROP TABLE ${table} CASCADE`,
    ]) {
      await expect(test.database.run(raw(statement)), statement).rejects.toThrow(
        /permission denied|must be owner|must be able to SET ROLE/,
      )
    }
    expect(await test.database.rows(raw(`SELECT * FROM ${table} ORDER BY 1, 2`))).toEqual(before)
  })

  it.each([
    'CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE OR REPLACE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'DROP FUNCTION refuse_audit_change() CASCADE',
    'SET session_replication_role = replica',
    'SET ROLE assent',
    'GRANT assent TO CURRENT_USER',
    'ALTER ROLE CURRENT_USER SUPERUSER',
    'CREATE ROLE helper SUPERUSER',
    'CREATE TABLE mine (id integer)',
    'DROP SCHEMA public CASCADE',
    "UPDATE schema_migrations SET sha256 = ''",
    'DELETE FROM schema_migrations',
    'DROP DATABASE assent',
    "COPY audit_events FROM PROGRAM 'true'",
  ])('can’t work around that either: %s', async (statement) => {
    await expect(test.database.run(raw(statement))).rejects.toThrow(
      /permission denied|must be owner|does not exist|cannot run inside/,
    )
  })

  it.each([
    'CREATE TEMPORARY TABLE mine (id integer)',
    'SELECT 1 AS id INTO TEMPORARY mine',
    'CREATE TEMPORARY VIEW mine AS SELECT 1',
    'SELECT lo_creat(-1)',
    'SELECT lo_create(0)',
    "SELECT lo_from_bytea(0, 'mine')",
    "SELECT lo_put(1, 0, 'mine')",
    'SELECT lo_open(1, 131072)',
    "SELECT lowrite(0, 'mine')",
    "SELECT lo_import('/etc/hostname')",
    'CREATE SCHEMA mine',
    'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE TYPE mine AS (id integer)',
    'CREATE SEQUENCE graphile_worker.mine',
    'CREATE EXTENSION plpgsql_check',
    'CREATE DATABASE mine',
  ])('can’t create its own objects beside the tables: %s', async (statement) => {
    await expect(test.database.run(raw(statement))).rejects.toThrow(
      /permission denied|cannot run inside|is not available/,
    )
  })

  it('may create nothing anywhere, in any way', async () => {
    const ways = await test.database.rows(sql`
      SELECT nspname AS way FROM pg_namespace WHERE has_schema_privilege(oid, 'CREATE')
      UNION ALL SELECT datname FROM pg_database WHERE datname = current_database() AND has_database_privilege(oid, 'CREATE, TEMPORARY')
      UNION ALL SELECT spcname FROM pg_tablespace WHERE has_tablespace_privilege(oid, 'CREATE')
      UNION ALL SELECT oid::regprocedure::text FROM pg_proc
        WHERE (proname LIKE 'lo\\_%' OR proname IN ('loread', 'lowrite')) AND has_function_privilege(oid, 'EXECUTE')`)
    expect(ways).toEqual([])
  })

  it.each(['postgres', 'template1', 'template0'])('can’t connect to another database: %s', async (name) => {
    const elsewhere = Object.assign(new URL(test.connectionString), { pathname: `/${name}` }).href
    const there = openDatabase(elsewhere, { logger: silentLogger, maxConnections: 1 })
    try {
      await expect(there.rows(sql`SELECT 1`)).rejects.toThrow()
      await expect(there.rows(sql`SELECT 1`)).rejects.not.toThrow('password')
    } finally {
      await there.close()
    }
  })

  it('can’t remove a legal hold, which would let its files be destroyed (HOLD-19)', async () => {
    for (const statement of ['DELETE FROM legal_holds', 'TRUNCATE legal_holds'])
      await expect(test.database.run(raw(statement))).rejects.toThrow('permission denied')
  })

  it('gains nothing by granting rights to itself', async () => {
    for (const [table] of evidence) {
      await test.database.run(raw(`GRANT ALL ON ${table} TO CURRENT_USER WITH GRANT OPTION`)).catch(() => 0)
      await expect(test.database.run(raw(`DELETE FROM ${table}`))).rejects.toThrow('permission denied')
    }
  })

  it('owns nothing, and has no right to change a table that only grows', async () => {
    const owned = sql`
      SELECT relname FROM pg_class WHERE relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`
    expect(await test.database.rows(owned)).toEqual([])
    const growing = await test.database.rows<{ name: string; may: boolean }>(sql`
      SELECT relname AS name,
        has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR has_any_column_privilege(c.oid, 'UPDATE') AS may
      FROM pg_class c WHERE EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname LIKE '%append\_only') ORDER BY relname`)
    expect(growing.filter(({ may }) => may)).toEqual([])
    expect(growing.map(({ name }) => name)).toEqual(expect.arrayContaining(evidence.map(([table]) => table)))
  })
})

describe('a migration', () => {
  it('lets the server use its new tables by default, but not change those that only grow', async () => {
    const source = await createTestDatabase()
    const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    const server = openDatabase(source.connectionString, { logger: silentLogger, maxConnections: 1 })
    try {
      await owner.run(
        sql`CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, serial serial, text text)`,
      )
      await owner.run(sql`CREATE TABLE seals (id integer)`)
      await owner.run(sql`
        CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change()`)
      await expect(server.run(sql`INSERT INTO notes (text) VALUES ('a')`)).rejects.toThrow(
        'permission denied',
      )
      // Processes that start together do it concurrently.
      expect(await Promise.all([1, 2, 3].map(() => restrictServingRole(source)))).toEqual([true, true, true])
      await server.run(sql`INSERT INTO notes (text) VALUES ('a')`)
      await server.run(sql`UPDATE notes SET text = 'b'`)
      await server.run(sql`INSERT INTO seals VALUES (1)`)
      expect(await server.rows(sql`SELECT text, id FROM notes JOIN seals USING (id)`)).toHaveLength(1)
      await expect(server.run(sql`UPDATE seals SET id = 2`)).rejects.toThrow('permission denied')
      await expect(server.run(sql`DELETE FROM seals`)).rejects.toThrow('permission denied')
      await expect(server.run(sql`TRUNCATE notes`)).rejects.toThrow('permission denied')
    } finally {
      await owner.close()
      await server.close()
      await source.drop()
    }
  })

  it('revokes from the serving role the rights to create that PUBLIC has in a database of the operator’s own server', async () => {
    const source = await createTestDatabase()
    const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    const server = openDatabase(source.connectionString, { logger: silentLogger, maxConnections: 1 })
    try {
      const [here] = await owner.rows<{ name: string }>(sql`SELECT current_database() AS name`)
      await owner.run(raw(`GRANT CREATE, TEMPORARY ON DATABASE ${here?.name} TO PUBLIC, assent_server`))
      await owner.run(sql`GRANT CREATE ON SCHEMA public, graphile_worker TO PUBLIC, assent_server`)
      await server.run(sql`CREATE TEMPORARY TABLE mine (id integer)`)
      await server.run(sql`CREATE TABLE mine_too (id integer)`)
      await server.run(sql`DROP TABLE mine_too`)
      expect(await restrictServingRole(source)).toBe(true)
      for (const statement of [
        'CREATE TEMPORARY TABLE other (id integer)',
        'CREATE TABLE other (id integer)',
        'CREATE TABLE graphile_worker.other (id integer)',
        'CREATE SCHEMA other',
      ])
        await expect(server.run(raw(statement)), statement).rejects.toThrow('permission denied')
      expect(await server.rows(sql`SELECT count(*)::integer AS n FROM verifications`)).toEqual([{ n: 0 }])
    } finally {
      await owner.close()
      await server.close()
      await source.drop()
    }
  })

  it('still serves from a database that belongs to another role', async () => {
    const source = await createTestDatabase()
    const admin = openDatabase(
      Object.assign(new URL(inject('databaseServer').adminConnectionString), {
        pathname: new URL(source.connectionString).pathname,
      }).href,
      { logger: silentLogger, maxConnections: 1 },
    )
    const [here] = await admin.rows<{ name: string }>(sql`SELECT current_database() AS name`)
    await admin.run(raw(`ALTER DATABASE ${here?.name} OWNER TO postgres`))
    await admin.close()
    expect(await restrictServingRole(source)).toBe(true)
    await source.drop()
  })

  it('reports when the role that serves can change the evidence after all', async () => {
    const source = await createTestDatabase()
    const { ownerConnectionString } = source
    expect(
      await restrictServingRole({ connectionString: ownerConnectionString, ownerConnectionString }),
    ).toBe(false)
    expect(await restrictServingRole(source)).toBe(true)
    const owner = openDatabase(ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    await owner.run(sql`GRANT DELETE ON audit_events TO PUBLIC`)
    await owner.close()
    expect(await restrictServingRole(source)).toBe(false)
    await source.drop()
  })
})
