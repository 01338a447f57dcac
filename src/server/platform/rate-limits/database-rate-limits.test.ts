import { expect, it } from 'vitest'
import { testAppForFile } from '../../testing/test-app-for.ts'
import { sql } from '../database/index.ts'

const test = testAppForFile()

const limit = { name: 'knocks', points: 3, seconds: 60 }
const consume = (key: string) => test.platform.rateLimits.consume(limit, key)

it('allows so many in a window, then says when to come back, and then allows again (ERROR-9)', async () => {
  for (let i = 0; i < 3; i++) expect((await consume('a')).allowed).toBe(true)
  test.clock.advance(20_500)
  expect(await consume('a')).toEqual({ allowed: false, retryAfterSeconds: 40 })
  expect((await consume('b')).allowed).toBe(true)
  test.clock.advance(39_500)
  expect((await consume('a')).allowed).toBe(true)
})

it('counts parallel calls one by one', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => consume('parallel')))
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3)
})

it('asks the database about a spent key once a second, and not for each call', async () => {
  for (let i = 0; i < 4; i++) await consume('stormed')
  await test.database.run(sql`DELETE FROM rate_limits WHERE key = 'knocks:stormed'`)
  expect((await consume('stormed')).allowed).toBe(false)
  test.clock.advance(1000)
  expect((await consume('stormed')).allowed).toBe(true)
})

it('forgets a key', async () => {
  for (let i = 0; i < 4; i++) await consume('c')
  await test.platform.rateLimits.reset(limit, 'c')
  expect((await consume('c')).allowed).toBe(true)
})

it('keeps limits of different names apart', async () => {
  for (let i = 0; i < 4; i++) await consume('d')
  expect((await test.platform.rateLimits.consume({ ...limit, name: 'rings' }, 'd')).allowed).toBe(true)
})

it('sweeps counters that have ended', async () => {
  for (let i = 0; i < 10; i++) await consume(`old${i}`)
  test.clock.advance(61_000)
  for (let i = 0; i < 4; i++) await consume('new')
  const old = await test.database.rows(sql`SELECT key FROM rate_limits WHERE key LIKE 'knocks:old%'`)
  expect(old).toEqual([])
})
