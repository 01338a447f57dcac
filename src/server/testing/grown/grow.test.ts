import { beforeAll, describe, expect, it } from 'vitest'
import { verificationListSchema } from '../../../contract/verification.ts'
import { verifyTrails } from '../../audit/index.ts'
import { sql } from '../../platform/database/index.ts'
import { findNewestHead, readHashes } from '../../records/transparency/log-store.ts'
import { readLogSize } from '../../records/verify/store.ts'
import { createAuthCaller } from '../auth-caller.ts'
import { testAppForFile } from '../test-app.ts'
import { growFor } from './grow-for.ts'
import { largeOwner, toEmail } from './rows.ts'

const sizes = { accounts: 20, verifications: 1_000 }
const test = testAppForFile({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 })
beforeAll(() => growFor(test, sizes))

describe('a grown installation', () => {
  it('has trails that verify to the last row, with about ten rows each', async () => {
    const report = await verifyTrails(test.database)
    expect(report).toMatchObject({ firstBad: null, trails: sizes.verifications + 1 })
    expect(report.rows / sizes.verifications).toBeGreaterThan(9)
  })

  it('has a log of about one leaf for each verification, whose nodes match the root of its newest head', async () => {
    const head = await findNewestHead(test.database)
    const size = head?.size ?? 0
    expect(size / sizes.verifications).toBeGreaterThan(0.9)
    expect((await readHashes(test.database, [], size)).rootHash).toBe(head?.rootHash)
    expect(await readLogSize(test.database, 0)).toEqual({ leaves: size, heads: size, newest: size })
  })

  it('has rows in every table', async () => {
    const tables = await test.database.rows<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY name`,
    )
    const empty: string[] = []
    // These have at most one row, or rows that are deleted within minutes.
    const small = [
      'archiving',
      'installation',
      'payment_reconciliation',
      'revoked_certificates',
      'seal_attempts',
      'wallet_lists',
    ]
    for (const { name } of tables) {
      const rows = await test.asOwner((owner) =>
        owner.rows({ text: `SELECT FROM ${name} LIMIT 1`, values: [] } as never),
      )
      if (rows.length === 0) empty.push(name)
    }
    expect(empty, 'src/server/testing/grown adds rows to every other table').toEqual(small)
  })

  it('has verifications in every state', async () => {
    const states = await test.database.rows(sql`SELECT DISTINCT status FROM verifications`)
    expect(states).toHaveLength(6)
  })

  it('lets its people sign in, and open lists and records', async () => {
    const auth = createAuthCaller(test)
    const { body } = await auth.signIn(toEmail(largeOwner), 'Correct-Horse-7')
    const by = { headers: { authorization: `Bearer ${body['access_token']}` } }
    const answer = await test.app.request('/api/verifications?limit=100', by)
    const { items } = verificationListSchema.parse(await answer.json())
    expect(items).toHaveLength(100)
    const record = items.find(({ status }) => status === 'verified')
    expect((await test.app.request(`/api/records/${record?.id}`, by)).status).toBe(200)
    expect((await test.app.request(`/api/verifications/${record?.id}`, by)).status).toBe(200)
  })

  it('stays unchanged when it is grown again', async () => {
    const counted = () =>
      test.database.row(sql`SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM audit_events) AS events,
        (SELECT count(*) FROM transparency_heads) AS heads`)
    const before = await counted()
    await growFor(test, sizes)
    expect(await counted()).toEqual(before)
  })
})
