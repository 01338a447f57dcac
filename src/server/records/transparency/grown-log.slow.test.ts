import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { type Database, sql } from '../../platform/database/index.ts'
import { growFor } from '../../testing/grown/grow-for.ts'
import { withEachStatement } from '../../testing/plans-of-statements.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { appendLeaf } from './log-store.ts'

/** The larger log is 32 times as long. A query that reads one hash for each level of the tree reads five more. */
const [fewer, more] = [600, 19_200]

type Reads = { rows: number; blocks: number }

let small: TestApp
let large: TestApp
beforeAll(async () => {
  ;[small, large] = await Promise.all([createTestApp(), createTestApp()])
  await growFor(small, { accounts: 10, verifications: fewer })
  await growFor(large, { accounts: 10, verifications: more })
  return () => Promise.all([small.close(), large.close()])
})

/** Counts the rows that the statements read in scans, and the pages of tables and indexes. */
async function countReads(test: TestApp, act: (database: Database) => Promise<unknown>): Promise<Reads> {
  const reads: Reads = { rows: 0, blocks: 0 }
  const watched = withEachStatement(test.database, async (statement, inTransaction) => {
    if (!/^\s*SELECT/.test(statement.text)) return
    const [plan] = await inTransaction((tx) =>
      tx.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`),
    )
    if (plan) add(reads, plan['QUERY PLAN'][0].Plan)
  })
  await act(watched)
  return reads
}

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

function add(reads: Reads, root: Node): void {
  // The pages of a node include those of all nodes below it.
  reads.blocks += root['Shared Hit Blocks'] + root['Shared Read Blocks']
  const count = (node: Node): void => {
    if (/Scan$/.test(node['Node Type'])) {
      reads.rows += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    }
    node.Plans?.forEach(count)
  }
  count(root)
}

/** Counts the reads of a public HTTP request. */
async function readsOfCall(test: TestApp, path: string): Promise<Reads> {
  return countReads(test, async (database) => {
    const answer = await createApp({ ...test.platform, database }).request(path)
    expect(answer.status).toBe(200)
    await answer.text()
  })
}

async function somePdf(test: TestApp): Promise<string> {
  const row = await test.database.row<{ sha256: string }>(
    sql`SELECT pdf_sha256 AS sha256 FROM sealed_documents WHERE leaf_index = 341`,
  )
  return row?.sha256 ?? ''
}

describe('a log that is 32 times as long', () => {
  it.each([
    ['head', async () => '/api/transparency/head'],
    ['page', async () => '/api/transparency/log'],
    ['checkpoint', async () => '/api/transparency/checkpoint'],
    ['inclusion proof', async (test: TestApp) => `/api/transparency/inclusion/${await somePdf(test)}`],
    ['proof file', async (test: TestApp) => `/api/transparency/proof/${await somePdf(test)}`],
    ['consistency proof', async () => '/api/transparency/consistency?from=341&to=500'],
  ] as const)('needs only a few more rows and pages for its %s (GROWTH-2)', async (_, pathIn) => {
    const few = await readsOfCall(small, await pathIn(small))
    const many = await readsOfCall(large, await pathIn(large))
    expect(few.blocks).toBeGreaterThan(0)
    // Five levels of the tree, twice, each a row in an index that is one page deeper.
    expect(many.rows - few.rows).toBeLessThanOrEqual(10)
    expect(many.blocks).toBeLessThanOrEqual(few.blocks * 2 + 40)
  })

  it('needs only a few more rows to add its next leaf (GROWTH-2)', async () => {
    const append = (test: TestApp) =>
      countReads(test, (database) =>
        database.transaction((tx) => appendLeaf(test.platform, tx, 'a'.repeat(64))),
      )
    const [few, many] = [await append(small), await append(large)]
    expect(few.rows).toBeGreaterThan(0)
    expect(many.rows - few.rows).toBeLessThanOrEqual(20)
  })
})
