import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../../scripts/lib/with-database.ts'
import { findRunningDatabase } from '../../src/server/platform/database/embedded/embedded-database.ts'
import { type Queryable, sql } from '../../src/server/platform/database/index.ts'
import { measureAnswersDuring } from './answers.ts'
import { onOwnServer, reach } from './own-server.ts'

type People = typeof import('../../src/server/testing/people.ts')
type Ready = { id: string; submit(): Promise<void> }

/** Final submissions that are sent at once. */
export const completions = 50

/**
 * Sends 50 final submissions at once, several times, to the built server of a checkout of this project, as the test
 * people of that checkout. Completion is read from the database, because polling the API would be a large part of the
 * server's load.
 *
 * @returns the records stored per second of each burst, and the times of GET /healthz during them in milliseconds
 */
export async function measureBursts(root: string, bursts: number) {
  const people: People = await import(join(root, 'src/server/testing/people.ts'))
  const perSecond: number[] = []
  const health: number[] = []
  await onOwnServer(
    (base, dataDir) =>
      inDatabaseOf(dataDir, async (database) => {
        for (let burst = 0; burst < bursts; burst += 1) {
          const ready: Ready[] = []
          while (ready.length < completions) ready.push(await makeReady(people, base))
          await wait(1000)
          const [times = []] = await measureAnswersDuring([{ url: `${base}/healthz` }], async () => {
            const startedAt = Date.now()
            await Promise.all(ready.map(({ submit }) => submit()))
            perSecond.push((completions * 1000) / ((await readLastSealedAt(database, ready)) - startedAt))
          })
          health.push(...times)
        }
      }),
    { root },
  )
  return { perSecond, health }
}

export async function inDatabaseOf(
  dataDir: string,
  work: (database: Queryable) => Promise<unknown>,
): Promise<void> {
  const connectionString = (await findRunningDatabase(dataDir))?.ownerConnectionString
  if (!connectionString) throw new Error('the database of the server does not answer')
  await withConnection(connectionString, work)
}

async function makeReady(people: People, base: string): Promise<Ready> {
  const served = reach(base)
  const { id } = await people.createVerification(served, await people.register(served))
  const by = await people.enter(served, id)
  const fields = await people.wholeSubmission(served, by)
  return {
    id,
    async submit() {
      const { status } = await people.post(served, by, fields)
      if (status !== 200) throw new Error(`the submission answered ${status}`)
    },
  }
}

/** The time at which the last of these records was stored. */
async function readLastSealedAt(database: Queryable, verifications: readonly Ready[]): Promise<number> {
  const ids = verifications.map(({ id }) => id)
  for (;;) {
    const row = await database.row<{ sealed: number; last: Date }>(sql`
      SELECT count(*) AS sealed, max(sealed_at) AS last FROM sealed_documents WHERE verification_id = ANY(${ids}::uuid[])`)
    if (row && row.sealed >= ids.length) return row.last.getTime()
    // The times come from the database, so polling more often would only slow down the measured work.
    await wait(250)
  }
}
