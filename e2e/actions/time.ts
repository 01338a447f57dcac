import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'

/**
 * Lets days pass for one verification, in the database that the journeys' server uses: it was created so much earlier, and the server's
 * job for overdue links has run since. Resolves when it has.
 */
export async function letDaysPass(link: string, days: number): Promise<void> {
  const id = new URL(link).pathname.split('/').pop()
  const client = new pg.Client({ connectionString: await serversDatabase() })
  await client.connect()
  try {
    await client.query(
      'UPDATE verifications SET created_at = created_at - make_interval(days => $1) WHERE id = $2',
      [days, id],
    )
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM graphile_worker.add_job('expire-verifications')",
    )
    const isWaiting = async () =>
      (await client.query('SELECT FROM graphile_worker.jobs WHERE id = $1', [rows[0]?.id])).rowCount
    await expect.poll(isWaiting).toBe(0)
  } finally {
    await client.end()
  }
}

/** Where the embedded database of the journeys' server answers (docs/operations.md, "What runs"). */
async function serversDatabase(): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? ''
  const password = (await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8')).trim()
  const postmaster = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return `postgresql://assent:${encodeURIComponent(password)}@127.0.0.1:${postmaster.split('\n')[3]}/assent`
}
