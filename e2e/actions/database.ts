import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'

/** Runs queries in the journeys' server database, for states that no page can reach: elapsed time, years of use. */
export async function inServersDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await connectionString() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of the embedded database (docs/operations.md, "What runs"). */
async function connectionString(): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? ''
  const password = (await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8')).trim()
  const postmaster = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return `postgresql://assent:${encodeURIComponent(password)}@127.0.0.1:${postmaster.split('\n')[3]}/assent`
}

/**
 * Simulates elapsed days for one verification in the database of the journeys' server: moves its creation back, and
 * waits until the server's job for overdue links has run.
 */
export async function letDaysPass(link: string, days: number): Promise<void> {
  const id = new URL(link).pathname.split('/').pop()
  await inServersDatabase(async (client) => {
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
  })
}

/**
 * Presses a copy button whose tick is shown for 2 seconds; `expectText` looks for the announcement during that time.
 */
export async function copyAndWaitForTick(
  page: Page,
  copy: Locator,
  expectText: () => Promise<void>,
): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  await expectText()
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(1900)
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(100)
  await expect(copy.locator('.tabler-icon-copy')).toBeVisible()
  await page.clock.resume()
}

/**
 * Fills the creator's history up to `count` with verifications like this one, each a minute older and with a numbered
 * third party.
 */
export async function fillHistory(link: string, count: number): Promise<void> {
  const id = new URL(link).pathname.split('/').pop()
  await inServersDatabase((client) =>
    client.query(
      `INSERT INTO verifications
       SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(),
         'created_at', v.created_at - make_interval(mins => n), 'third_party_name', 'Third party ' || n))).*
       FROM verifications v, generate_series(1, $2::integer - 1) n WHERE v.id = $1`,
      [id, count],
    ),
  )
}
