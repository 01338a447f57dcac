import { expect } from '@playwright/test'
import { inServersDatabase } from './database.ts'

/**
 * Lets days pass for one verification, in the database that the journeys' server uses: it was created so much earlier, and the server's
 * job for overdue links has run since. Resolves when it has.
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
