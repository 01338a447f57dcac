import { type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/**
 * Locks rows, begins something, waits until its statements wait for the lock, and runs `act` in the locking
 * transaction, which then commits. Returns the outcome of `begin`. Continues at once if it ends without waiting.
 *
 * @param locked selects the rows, without FOR UPDATE
 * @param waiting how many statements have to wait
 */
export async function whileLocked<Outcome>(
  test: Pick<TestApp, 'asOwner'>,
  locked: Sql,
  begin: () => Promise<Outcome>,
  act: (owner: Transaction) => Promise<unknown> = async () => {},
  waiting = 1,
): Promise<Outcome> {
  let outcome: Promise<Outcome> | undefined
  await test.asOwner((owner) =>
    owner.transaction(async (tx) => {
      await tx.rows(sql`${locked} FOR UPDATE`)
      outcome = begin()
      await untilWaiting(tx, waiting, outcome)
      await act(tx)
    }),
  )
  return outcome as Promise<Outcome>
}

/** Waits until `count` statements of the database wait for a lock, or `begun` has ended. */
export async function untilWaiting(tx: Transaction, count: number, begun: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  begun.then(end, end)
  while (!hasEnded && (await countWaiting(tx)) < count);
}

async function countWaiting(tx: Transaction): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`)
  return row?.count ?? 0
}
