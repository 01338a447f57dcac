import { expect, it } from 'vitest'
import { silentLogger } from '../../testing/silent-logger.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import { createDatabaseRateLimits } from './index.ts'

const test = testAppForFile()

const limit = { name: 'knocks', points: 3, seconds: 60 }
const consume = (key: string) => test.platform.rateLimits.consume(limit, key)

it('allows the points of a window, then returns when to retry, and then allows again (ERROR-9)', async () => {
  for (let i = 0; i < 3; i++) expect((await consume('a')).allowed).toBe(true)
  test.clock.advance(20_500)
  expect(await consume('a')).toEqual({ allowed: false, retryAfterSeconds: 40, points: 4 })
  expect((await consume('b')).allowed).toBe(true)
  test.clock.advance(39_500)
  expect((await consume('a')).allowed).toBe(true)
})

it('counts parallel calls separately', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => consume('parallel')))
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3)
})

it('queries the database about a used-up key once a second, not on each call', async () => {
  for (let i = 0; i < 4; i++) await consume('stormed')
  await test.database.run(sql`DELETE FROM rate_limits WHERE key LIKE 'knocks:%'`)
  expect((await consume('stormed')).allowed).toBe(false)
  test.clock.advance(1000)
  expect((await consume('stormed')).allowed).toBe(true)
})

it('resets a key', async () => {
  for (let i = 0; i < 4; i++) await consume('c')
  await test.platform.rateLimits.reset(limit, 'c')
  expect((await consume('c')).allowed).toBe(true)
})

it('stores no network or mail address (ERROR-9)', async () => {
  const own = ['2001:db8:7::/64', '192.0.2.77', 'ann@example.org']
  for (const key of own) await consume(key)
  const kept = JSON.stringify(await test.database.rows(sql`SELECT * FROM rate_limits`))
  for (const key of own) expect(kept).not.toContain(key)
})

it('keeps limits with different names separate', async () => {
  for (let i = 0; i < 4; i++) await consume('d')
  expect((await test.platform.rateLimits.consume({ ...limit, name: 'rings' }, 'd')).allowed).toBe(true)
})

it('deletes expired counters', async () => {
  for (let i = 0; i < 10; i++) await consume(`old${i}`)
  test.clock.advance(61_000)
  for (let i = 0; i < 4; i++) await consume('new')
  const old = await test.database.rows(sql`SELECT key FROM rate_limits WHERE key LIKE 'knocks:%'`)
  expect(old).toHaveLength(1)
})

it('sweeps expired counters, one of them locked, for fifty callers at once without a deadlock (ERROR-9)', async () => {
  const wide = { name: 'wide', points: 1000, seconds: 60 }
  const database = openDatabase(test.connectionString, { logger: silentLogger, maxConnections: 50 })
  try {
    const limits = createDatabaseRateLimits(database, test.clock, test.platform.signing)
    const [held = '', ...others] = Array.from({ length: 11 }, (_, n) => `circle:${n}`)
    for (let round = 0; round < 5; round += 1) {
      for (const key of [held, ...others]) await limits.consume(wide, key)
      // All have expired, so every sweep tries to delete each of them.
      test.clock.advance(61_000)
      await database.transaction(async (tx) => {
        await limits.consume(wide, held, tx)
        const taking = Array.from({ length: 50 }, (_, n) => limits.consume(wide, others[n % 10] ?? ''))
        expect(await Promise.all(taking)).toHaveLength(50)
        for (const key of others) await limits.consume(wide, key, tx)
      })
      const forgetting = () => database.transaction((tx) => limits.forget(tx, 'circle'))
      await Promise.all(Array.from({ length: 5 }, forgetting))
    }
  } finally {
    await database.close()
  }
})
