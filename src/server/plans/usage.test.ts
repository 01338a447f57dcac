import { describe, expect, it } from 'vitest'
import { usageSchema } from '../../contract/plan.ts'
import { sql } from '../platform/database/index.ts'
import { create, type Person, personCreation, register, subscribe } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { consumeAllowance, readTier } from './index.ts'

const test = testAppForFile()

async function fetchUsage(person: Person) {
  const answer = await test.app.request('/api/usage', person)
  expect(answer.status).toBe(200)
  return usageSchema.parse(await answer.json())
}

async function subscription(person: Person) {
  return test.database.row(sql`SELECT tier, status FROM subscriptions WHERE user_id = ${person.id}`)
}

describe('the usage', () => {
  it('is that of the free plan for a new person', async () => {
    expect(await fetchUsage(await register(test))).toEqual({
      tier: 'free',
      since: '2026-03-01T00:00:00.000Z',
      ageVerification: { used: 0, limit: 1, remaining: 1, unlimited: false },
      personVerification: { used: 0, limit: 1, remaining: 1, unlimited: false },
    })
  })

  it('counts each kind separately (USAGE-2)', async () => {
    const ada = await register(test)
    expect((await create(test, ada, personCreation(test))).status).toBe(201)
    expect(await fetchUsage(ada)).toMatchObject({
      ageVerification: { used: 0 },
      personVerification: { used: 1, remaining: 0 },
    })
  })

  it('has no limit on enterprise and none left while a checkout is pending (USAGE-3)', async () => {
    const ada = await register(test)
    await subscribe(test, ada, 'enterprise')
    expect((await fetchUsage(ada)).ageVerification).toEqual({
      used: 0,
      limit: null,
      remaining: null,
      unlimited: true,
    })
    const eve = await register(test)
    await subscribe(test, eve, 'monthly', 'pending')
    expect(await fetchUsage(eve)).toMatchObject({
      tier: 'pending',
      ageVerification: { limit: 0, remaining: 0 },
    })
  })

  it('starts again with the month, and with the reset date of the subscription', async () => {
    const ada = await register(test)
    expect((await create(test, ada, personCreation(test))).status).toBe(201)
    await subscribe(test, ada)
    expect((await fetchUsage(ada)).personVerification.used).toBe(1)
    await test.database.run(sql`
      UPDATE subscriptions SET usage_reset_date = ${new Date('2026-03-11T12:00:00.001Z')} WHERE user_id = ${ada.id}`)
    expect(await fetchUsage(ada)).toMatchObject({
      since: '2026-03-11T12:00:00.001Z',
      personVerification: { used: 0, remaining: 5 },
    })
  })

  it('is refused to a signed-out person (USAGE-7)', async () => {
    expect((await test.app.request('/api/usage')).status).toBe(401)
  })
})

describe('a stored tier', () => {
  it.each([
    ['six_month', 'sixmonth'],
    ['6month', 'sixmonth'],
    ['yearly', 'annual'],
    ['', 'free'],
    ['platinum', 'free'],
  ])('%j is rewritten as %s (PLAN-4)', async (stored, normal) => {
    const ada = await register(test)
    await subscribe(test, ada, stored)
    expect(await readTier(test.database, ada.id)).toBe(normal)
    expect(await subscription(ada)).toEqual({ tier: normal, status: 'active' })
  })

  it('counts only while its subscription is active, and stays stored', async () => {
    const ada = await register(test)
    await subscribe(test, ada, 'annual', 'canceled')
    expect(await readTier(test.database, ada.id)).toBe('free')
    expect(await subscription(ada)).toEqual({ tier: 'annual', status: 'canceled' })
  })
})

describe('the allowance', () => {
  it('keeps no usage row if the verification fails after the allowance was taken (CREATE-9)', async () => {
    const ada = await register(test)
    await expect(
      test.database.transaction(async (tx) => {
        expect(await consumeAllowance(tx, test.clock.now(), ada.id, 'age')).toEqual({ ok: true })
        throw new Error('the rest failed')
      }),
    ).rejects.toThrow('the rest failed')
    expect(
      await test.database.rows(sql`SELECT id FROM subscription_usage WHERE user_id = ${ada.id}`),
    ).toEqual([])
  })
})
