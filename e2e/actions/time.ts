import { expect, type Locator, type Page } from '@playwright/test'
import { inServersDatabase } from './database.ts'

/**
 * Lets days pass for one verification, in the database that the journeys' server uses: it was created so much earlier,
 * and the server's job for overdue links has run since. Resolves when it has.
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

/** Presses a copy button whose tick stands for 2 seconds; `expectSaid` looks for the announcement during that time. */
export async function copyAndWaitForTick(
  page: Page,
  copy: Locator,
  expectSaid: () => Promise<void>,
): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  await expectSaid()
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(1900)
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(100)
  await expect(copy.locator('.tabler-icon-copy')).toBeVisible()
  await page.clock.resume()
}
