import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { migrationLock } from '../database/migrate.ts'
import { makeSessionConfig } from '../database/session.ts'

/**
 * Brings the job queue's own schema (`graphile_worker`) up to date; must have run before anything is enqueued. Processes that start
 * together wait for each other: the library's own ways of finding out that it is not alone fail with three.
 */
export async function prepareJobSchema(connectionString: string): Promise<void> {
  const client = new pg.Client(makeSessionConfig('maintenance', connectionString, 'assent migrate'))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await runMigrations({
      connectionString,
      logger: new WorkerLogger(() => () => {}),
      noHandleSignals: true,
    })
  } finally {
    await client.end()
  }
}
