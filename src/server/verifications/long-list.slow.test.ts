import { beforeAll, expect, it } from 'vitest'
import { maxCounted, type VerificationList, verificationListSchema } from '../../contract/verification.ts'
import { type Queryable, sql } from '../platform/database/index.ts'
import { multiply } from '../testing/many-verifications.ts'
import { createVerification, type Person, register } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { countEndings, readPage } from './list-verifications.ts'

const many = 10_000
const test = testAppForFile()
let ada: Person
beforeAll(async () => {
  ada = await register(test)
  for (const person of [ada, await register(test)]) {
    const { id } = await createVerification(test, person, { type: 'person' })
    await multiply(test.database, id, many - 1)
  }
  // Autovacuum would do this later; without it, plans are guesses.
  await test.asOwner((owner) => owner.run(sql`ANALYZE verifications`))
})

it('shows each of 10,000 once, newest first, over all pages (HISTORY-2)', async () => {
  const seen: string[] = []
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await test.app.request(`/api/verifications?limit=100${cursor && `&cursor=${cursor}`}`, ada)
    const list: VerificationList = verificationListSchema.parse(await answer.json())
    expect(list.counts).toEqual({ all: maxCounted + 1, age: 0, person: maxCounted + 1 })
    for (const { id, createdAt } of list.items) {
      ids.add(id)
      seen.push(createdAt)
    }
    cursor = list.nextCursor
  }
  expect([seen.length, ids.size]).toEqual([many, many])
  expect(seen).toEqual(seen.toSorted().reverse())
})

const firstOne = { type: undefined, after: null, limit: 1 }

it('counts up to 1000 plus one, and reads no further (HISTORY-11)', async () => {
  const read = async () => {
    const lines: string[] = []
    const explaining: Queryable = {
      ...test.database,
      async rows(statement) {
        const plan = await test.database.rows<object>(sql`EXPLAIN (ANALYZE) ${statement}`)
        lines.push(...plan.flatMap((line) => Object.values(line)))
        return []
      },
    }
    await readPage(
      explaining,
      { userId: ada.id, address: { email: ada.email, limitedTo: null } },
      firstOne,
      maxCounted,
    )
    return lines.flatMap((line) => / Scan .*\(actual .*rows=(\d+)/.exec(line)?.[1] ?? []).map(Number)
  }
  expect(Math.max(...(await read()))).toBe(maxCounted + 1)
})

it("counts the endings of an account's closing with an index-only scan", async () => {
  const plans: string[] = []
  const explaining: Queryable = {
    ...test.database,
    async row(statement) {
      const plan = await test.database.rows<object>(sql`EXPLAIN ${statement}`)
      plans.push(...plan.flatMap((line) => Object.values(line)))
      return null
    },
  }
  await countEndings(explaining, { userId: ada.id, address: { email: ada.email, limitedTo: null } })
  const scans = plans.filter((line) => / Scan /.test(line))
  expect(scans.join('\n')).toMatch(/Index Only Scan using verifications_state/)
  expect(scans.filter((line) => /Seq Scan/.test(line))).toEqual([])
  expect(
    await countEndings(test.database, { userId: ada.id, address: { email: ada.email, limitedTo: null } }),
  ).toEqual({
    pending: many / 4,
    records: 0,
  })
})

it.each([
  ['both kinds', undefined],
  ['one kind', 'person'],
] as const)(
  'finds a late page of %s in the index, without sorting or skipping newer rows',
  async (_, type) => {
    const owner = { userId: ada.id, address: { email: ada.email, limitedTo: null } }
    const all = await readPage(test.database, owner, { type, after: null, limit: many }, maxCounted)
    const behind = all.entries.at(-many / 2)?.row ?? null
    let plan = ''
    const explaining: Queryable = {
      ...test.database,
      async rows(statement) {
        const lines = await test.database.rows<object>(sql`EXPLAIN (ANALYZE) ${statement}`)
        // Without the counts, which come first, and for which PostgreSQL may read a table with only this account's rows
        // from its beginning.
        const whole = lines.flatMap((line) => Object.values(line)).join('\n')
        plan = whole.slice(whole.indexOf('Nested Loop'))
        return []
      },
    }
    await readPage(explaining, owner, { type, after: behind, limit: 21 }, maxCounted)
    expect(plan).toMatch(/Index Scan using verifications_newest.*rows=21\b/)
    expect(plan).toMatch(/Index Cond: .*ROW\(created_at, id\) < ROW\(/)
    // Both parts are already sorted, and are merged.
    expect(plan).not.toMatch(/-> +Sort|Seq Scan|Rows Removed/)
  },
)
