import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { comparedWith } from './abandoned.ts'

it('uses the version of graphile-worker that its statements were compared with', () => {
  const { resolve } = createRequire(import.meta.url)
  const installed = readFileSync(join(dirname(resolve('graphile-worker')), '../package.json'), 'utf8')
  expect(JSON.parse(installed).version).toBe(comparedWith)
})

it('finds the private columns that its statements use', async () => {
  const source = await createTestDatabase()
  const client = new pg.Client(source.connectionString)
  await client.connect()
  try {
    const { rows } = await client.query(`
      SELECT attrelid::regclass || '.' || attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attnum > 0 AND NOT attisdropped AND attrelid IN ('graphile_worker._private_jobs'::regclass,
        'graphile_worker._private_job_queues'::regclass, 'graphile_worker._private_tasks'::regclass)`)
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toMatchObject({
      'graphile_worker._private_jobs.id': 'bigint',
      'graphile_worker._private_jobs.job_queue_id': 'integer',
      'graphile_worker._private_jobs.task_id': 'integer',
      'graphile_worker._private_jobs.run_at': 'timestamp with time zone',
      'graphile_worker._private_jobs.attempts': 'smallint',
      'graphile_worker._private_jobs.max_attempts': 'smallint',
      'graphile_worker._private_jobs.key': 'text',
      'graphile_worker._private_jobs.locked_at': 'timestamp with time zone',
      'graphile_worker._private_jobs.locked_by': 'text',
      'graphile_worker._private_job_queues.id': 'integer',
      'graphile_worker._private_job_queues.locked_at': 'timestamp with time zone',
      'graphile_worker._private_job_queues.locked_by': 'text',
      'graphile_worker._private_tasks.id': 'integer',
      'graphile_worker._private_tasks.identifier': 'text',
    })
  } finally {
    await client.end()
    await source.drop()
  }
})
