import { inject } from 'vitest'
import { type Database, sql } from '../../platform/database/index.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { register } from '../people.ts'
import { completeRecord } from '../records.ts'
import { silentLogger } from '../silent-logger.ts'
import type { TestApp } from '../test-app.ts'
import { grow } from './grow.ts'
import { type Backlog, growBacklog } from './grow-backlog.ts'
import type { Sizes } from './sizes.ts'

/**
 * Grows a test's installation around one sealed record, which it makes if there is none. PostgreSQL's statistics of the
 * tables stay as they are then, however long the test takes and however much it removes.
 */
export async function growFor(test: TestApp, sizes: Sizes): Promise<void> {
  const sealed = () =>
    test.database.row<{ userId: string }>(sql`
      SELECT v.user_id AS "userId" FROM verifications v JOIN sealed_documents s ON s.verification_id = v.id
      WHERE s.leaf_index = 0`)
  if (!(await sealed())) {
    await completeRecord(test, await register(test))
    await test.runJobs()
  }
  const like = await sealed()
  if (!like) throw new Error('nothing was sealed')
  await asSuperuser(test, async (superuser) => {
    await grow(superuser, { ...like, now: test.clock.now() }, sizes)
    await stopAutovacuum(superuser)
  })
}

/** Leaves work for the housekeeping of a test's grown installation. */
export function growBacklogFor(test: TestApp, sizes: Sizes, backlog: Backlog): Promise<void> {
  return asSuperuser(test, (superuser) => growBacklog(superuser, test.clock.now(), sizes, backlog))
}

async function stopAutovacuum(superuser: Database): Promise<void> {
  await superuser.run(sql`
    DO $$
    DECLARE t regclass;
    BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', t);
      END LOOP;
    END
    $$`)
}

/** Does in a test's database what only a superuser may. */
async function asSuperuser<T>(
  { connectionString }: Pick<TestApp, 'connectionString'>,
  work: (superuser: Database) => Promise<T>,
): Promise<T> {
  const { pathname } = new URL(connectionString)
  const { adminConnectionString } = inject('databaseServer')
  const superuser = openDatabase(Object.assign(new URL(adminConnectionString), { pathname }).href, {
    logger: silentLogger,
    maxConnections: 1,
    isPatient: true,
  })
  try {
    return await work(superuser)
  } finally {
    await superuser.close()
  }
}
