import { inject } from 'vitest'
import { type Database, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { register } from '../people.ts'
import { completeRecord } from '../records.ts'
import { silentLogger } from '../silent-logger.ts'
import type { TestApp } from '../test-app.ts'
import { grow } from './grow.ts'
import { grownId, grownSha256, now, type Sizes, setNow } from './rows.ts'

/**
 * Grows a test's installation around one sealed record, which it creates if there is none. PostgreSQL's statistics of
 * the tables then stay unchanged, however long the test takes and however much it deletes.
 */
export async function growFor(test: TestApp, sizes: Sizes): Promise<void> {
  const sealed = () =>
    test.database.row<{ userId: string }>(sql`
      SELECT v.user_id FROM verifications v JOIN sealed_documents s ON s.verification_id = v.id
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

/** Runs work in a test's database that only a superuser may do. */
async function asSuperuser<T>(
  { connectionString }: Pick<TestApp, 'connectionString'>,
  work: (superuser: Database) => Promise<T>,
): Promise<T> {
  const { pathname } = new URL(connectionString)
  const { adminConnectionString } = inject('databaseServer')
  const superuser = openDatabase(Object.assign(new URL(adminConnectionString), { pathname }).href, {
    logger: silentLogger,
    maxConnections: 1,
    isMaintenance: true,
  })
  try {
    return await work(superuser)
  } finally {
    await superuser.close()
  }
}

/** How many rows of a kind are overdue: of the kinds cleared in batches, and of those ended one at a time. */
export type Backlog = { rows: number; single: number }

/**
 * Leaves a week's work for the housekeeping of a grown installation: `rows` overdue rows of each kind that is cleared
 * in batches, and `single` of each kind that is ended one at a time.
 */
export async function growBacklog(
  database: Database,
  at: Date,
  sizes: Sizes,
  backlog: Backlog,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`SET LOCAL session_replication_role = replica`)
    await setNow(tx, at)
    await tx.run(sql`
      CREATE TEMPORARY TABLE past ON COMMIT DROP AS
      SELECT n, ${grownId('account', sql`n % ${sizes.accounts}::integer`)} AS user_id, ${now} - interval '100 days' AS at
      FROM generate_series(1, ${backlog.rows}::integer) n`)
    await addEnded(tx)
    await addUnclaimed(tx, sizes)
    await endSome(tx, backlog.single)
  })
  await database.run(sql`VACUUM ANALYZE`)
}

const someVerification = sql`(SELECT id FROM verifications WHERE status = 'pending' ORDER BY created_at DESC LIMIT 1)`

async function addEnded(tx: Transaction): Promise<void> {
  const add = (into: Sql, columns: Sql) => tx.run(sql`INSERT INTO ${into} SELECT ${columns} FROM past`)
  await add(
    sql`sessions (user_id, amr, created_at, refreshed_at)`,
    sql`user_id, '[{"method":"password","timestamp":1767225600}]'::jsonb, at, at`,
  )
  await add(
    sql`mailbox_codes (email, id, code_mac, created_at, expires_at)`,
    sql`'past-' || n || '@example.com', gen_random_uuid(), repeat('a', 43), at, at`,
  )
  await add(
    sql`mailbox_passes (token_sha256, email, created_at, expires_at)`,
    sql`${grownSha256('past mailbox', sql`n`)}, 'past-' || n || '@example.com', at, at`,
  )
  await add(
    sql`gate_passes (token_sha256, verification_id, email_proof, created_at, expires_at)`,
    sql`${grownSha256('past gate', sql`n`)}, ${someVerification}, 'matched', at, at`,
  )
  await add(
    sql`record_passes (token_sha256, verification_id, kind, created_at, expires_at)`,
    sql`${grownSha256('past record', sql`n`)}, ${someVerification}, 'link', at, at`,
  )
  await add(
    sql`idempotency_keys (user_id, key, payload_sha256, created_at)`,
    sql`user_id, 'past ' || n, ${grownSha256('past key', sql`n`)}, at`,
  )
  await add(
    sql`mails (id, task, payload, queued_at, ended_at, outcome)`,
    sql`gen_random_uuid(), 'send-note', '{}'::jsonb, at, at, 'accepted'`,
  )
  await add(
    sql`wallet_sessions (id, user_id, secret_sha256, credential_type, way, nonce, state, created_at, expires_at)`,
    sql`gen_random_uuid(), user_id, ${grownSha256('past wallet', sql`n`)}, 'eu.europa.ec.av.1', 'qr', 'nonce', 'proven', at, at`,
  )
  await add(
    sql`wallet_proofs (user_id, credential_type, issuer_name, response_sha256, proven_at)`,
    sql`user_id, 'eu.europa.ec.av.1', 'Grown issuer', ${grownSha256('past proof', sql`n`)}, at`,
  )
  await add(
    sql`document_readings (document_id, user_id, claims_sha256, day, is_try, requested_at, started_at, ended_at, outcome)`,
    sql`gen_random_uuid(), user_id, ${grownSha256('past claims', sql`n`)}, at::date, true, at, at, at, 'read'`,
  )
  await add(
    sql`payment_notices (id, type, received_at)`,
    sql`'evt_past_' || n, 'customer.subscription.updated', at`,
  )
}

/** Adds abandoned drafts, and files that no draft or verification uses. */
async function addUnclaimed(tx: Transaction, { accounts }: Sizes): Promise<void> {
  await tx.run(sql`
    INSERT INTO documents (id, bucket, path, category, user_id, content_type, byte_count, stored_sha256, created_at, stored_at)
    SELECT ${grownId('past file', sql`n`)}, 'user_documents', 'past/' || n, 'selfie', user_id, 'image/jpeg', 1,
      ${grownSha256('past file', sql`n`)}, at, at FROM past ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    INSERT INTO drafts (user_id, kind, version, content, selfie_document_id, saved_at)
    SELECT user_id, 'age', gen_random_uuid(), sha256('draft'), ${grownId('past file', sql`n`)}, at
    FROM past WHERE n <= ${accounts}::integer AND n % 2 = 0 ON CONFLICT DO NOTHING`)
}

/**
 * Makes things due that are ended one at a time: links, the details of requests, files, holds, counts of repetitions.
 */
async function endSome(tx: Transaction, single: number): Promise<void> {
  await tx.run(sql`
    UPDATE verifications SET created_at = ${now} - interval '31 days' WHERE id = ANY(ARRAY(
      SELECT id FROM verifications WHERE status = 'pending' ORDER BY created_at LIMIT ${single}))`)
  await tx.run(sql`
    UPDATE verifications SET closed_at = ${now} - interval '31 days' WHERE id = ANY(ARRAY(
      SELECT id FROM verifications WHERE status IN ('rejected', 'cancelled', 'expired') AND invited_erased_at IS NULL LIMIT ${single}))`)
  await tx.run(sql`
    UPDATE verifications SET verified_at = ${now} - interval '91 days' WHERE id = ANY(ARRAY(
      SELECT id FROM verifications WHERE status = 'verified' AND files_destroyed_at IS NULL ORDER BY verified_at LIMIT ${single}))`)
  await tx.run(sql`
    UPDATE repeated_events SET ends_at = ${now} - interval '1 minute' WHERE verification_id = ANY(ARRAY(
      SELECT verification_id FROM repeated_events LIMIT ${single}))`)
  const all = sql`(SELECT count(*) FROM past)`
  await tx.run(sql`
    INSERT INTO legal_holds (verification_id, party, reason, set_at, ends_at, ended_at, ended_by)
    SELECT id, 'third_party', 'I reported it.', ${now} - interval '500 days', ${now} - interval '400 days',
      ${now} - interval '400 days', 'time' FROM verifications WHERE status = 'verified' LIMIT ${all} ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    UPDATE documents SET erased_at = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM documents WHERE destroyed_at IS NOT NULL AND erased_at IS NOT NULL LIMIT ${all}))`)
}
