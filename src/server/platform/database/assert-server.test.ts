import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { assertSameDatabase, assertServer } from './index.ts'

let here: TestDatabase
let elsewhere: TestDatabase
beforeAll(async () => {
  ;[here, elsewhere] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(() => Promise.all([here.drop(), elsewhere.drop()]))

it('accepts two logins of one database, and refuses the owner of another one in one sentence (RUN-29)', async () => {
  await expect(assertSameDatabase(here.connectionString, here.ownerConnectionString)).resolves.toBeUndefined()
  await expect(assertSameDatabase(here.connectionString, elsewhere.ownerConnectionString)).rejects.toThrow(
    'MIGRATIONS_DATABASE_URL leads to another database than DATABASE_URL',
  )
})

const without = (name: string) => Object.assign(new URL(here.connectionString), { pathname: name }).href

it.each([
  [
    'a certificate that is not there',
    () => `${here.connectionString}?sslrootcert=/nope`,
    'names a file that cannot be read (ENOENT)',
  ],
  ['no name of a database', () => without('/'), 'names no database'],
  ['a database that is not there', () => without('/nowhere'), 'has no database nowhere'],
  [
    'a setting that PostgreSQL does not know',
    () => `${here.connectionString}?options=-c%20nope%3D1`,
    'SQLSTATE 42704',
  ],
])('explains the fault of an address with %s (RUN-2)', async (_, address, message) => {
  await expect(assertServer(address())).rejects.toThrow(message)
})

it.each([
  ['may only read', 'default_transaction_read_only%3Don', 'lets the login of DATABASE_URL only read'],
  ['has no schema', 'search_path%3Dnowhere', 'names no schema that the database'],
])('explains how to fix a login that %s (RUN-31)', async (_, setting, message) => {
  await expect(assertServer(`${here.connectionString}?options=-c%20${setting}`)).rejects.toThrow(message)
})
