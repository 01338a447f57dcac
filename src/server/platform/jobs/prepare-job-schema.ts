import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'

/**
 * Brings the job queue's own schema (`graphile_worker`) up to date; must have run before anything is enqueued. Processes that start
 * together wait for each other.
 */
export async function prepareJobSchema(connectionString: string): Promise<void> {
  await runMigrations({
    connectionString,
    logger: new WorkerLogger(() => () => {}),
    noHandleSignals: true,
  })
}
