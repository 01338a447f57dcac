import { type Database, type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/**
 * Adds `count` verifications like a person verification that is there, to its owner's: each a minute older than the one before, the third
 * parties numbered, a quarter each pending, expired, cancelled and rejected. Without trails: for looking at lists only. The table is left as
 * autovacuum leaves it.
 */
export async function multiply(q: Queryable, id: string, count: number): Promise<void> {
  await q.run(sql`
    INSERT INTO verifications
    SELECT (jsonb_populate_record(v, jsonb_build_object(
      'id', gen_random_uuid(),
      'created_at', v.created_at - make_interval(mins => n),
      'third_party_name', 'Third party ' || n,
      'status', (ARRAY['pending', 'expired', 'cancelled', 'rejected'])[1 + n % 4]
    ))).*
    FROM verifications v, generate_series(1, ${count}::integer) n WHERE v.id = ${id}`)
  await q.run(sql`VACUUM ANALYZE verifications`)
}

/**
 * Adds `count` verifications like an age verification that is there, a quarter each pending, verified with a sealed record, expired and
 * withdrawn, with two documents each of both parties, passes, mails and some events. Without files. The files of those that ended are destroyed,
 * as they are in an installation that has been running for years; the tables are left as autovacuum leaves them.
 */
export async function fillTables(database: Database, id: string, count: number): Promise<void> {
  // At once, so that the housekeeping of a server that runs meanwhile finds nothing half.
  await database.transaction((tx) => insertRows(tx, id, count))
  await database.run(sql`VACUUM ANALYZE`)
}

async function insertRows(q: Transaction, id: string, count: number): Promise<void> {
  await q.run(sql`
    CREATE TEMPORARY TABLE added AS
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS selfie, gen_random_uuid() AS id_document,
      gen_random_uuid() AS third_selfie, gen_random_uuid() AS third_id,
      (ARRAY['pending', 'verified', 'expired', 'withdrawn'])[1 + n % 4] AS status,
      v.created_at - make_interval(secs => n) AS at
    FROM verifications v, generate_series(1, ${count}::integer) n WHERE v.id = ${id}`)
  await q.run(sql`
    INSERT INTO documents (id, bucket, path, category, user_id, content_type, byte_count, stored_sha256, created_at,
      stored_at, attached_at, destroyed_at, erased_at)
    SELECT d.id, 'user_documents', 'filled/' || d.id, 'selfie', v.user_id, 'image/jpeg', 1, repeat('0', 64), a.at, a.at, a.at,
      CASE WHEN a.status IN ('expired', 'withdrawn') THEN a.at END, CASE WHEN a.status IN ('expired', 'withdrawn') THEN a.at END
    FROM added a, verifications v, LATERAL (VALUES (a.selfie), (a.id_document)) d (id) WHERE v.id = ${id}`)
  await q.run(sql`
    INSERT INTO verifications
    SELECT (jsonb_populate_record(v, jsonb_build_object(
      'id', a.id, 'created_at', a.at, 'status', a.status, 'selfie_document_id', a.selfie, 'id_document_id', a.id_document,
      'closed_at', CASE WHEN a.status <> 'pending' THEN a.at END,
      'files_destroyed_at', CASE WHEN a.status IN ('expired', 'withdrawn') THEN a.at END,
      'verified_at', CASE WHEN a.status IN ('verified', 'withdrawn') THEN a.at END,
      'third_party_selfie_document_id', CASE WHEN a.status IN ('verified', 'withdrawn') THEN a.selfie END,
      'third_party_id_document_id', CASE WHEN a.status IN ('verified', 'withdrawn') THEN a.id_document END,
      'third_party_signature', 'Sam', 'third_party_signature_date', '2026-01-01', 'email_proof', 'matched'))).*
    FROM added a, verifications v WHERE v.id = ${id}`)
  await q.run(sql`
    INSERT INTO documents (id, bucket, path, category, verification_id, content_type, byte_count, stored_sha256, created_at,
      stored_at, attached_at, destroyed_at, erased_at)
    SELECT d.id, 'id_documents', 'filled/' || d.id, 'id', a.id, 'image/jpeg', 1, repeat('0', 64), a.at, a.at, a.at,
      CASE WHEN a.status IN ('expired', 'withdrawn') THEN a.at END, CASE WHEN a.status IN ('expired', 'withdrawn') THEN a.at END
    FROM added a, LATERAL (VALUES (a.third_selfie), (a.third_id)) d (id)`)
  await q.run(sql`
    INSERT INTO records (verification_id, check_code, created_at, sealed_at, withdrawn_at, withdrawal_sealed_at)
    SELECT id, left(replace(id::text, '-', ''), 22), at, at, CASE WHEN status = 'withdrawn' THEN at END,
      CASE WHEN status = 'withdrawn' THEN at END FROM added WHERE status IN ('verified', 'withdrawn')`)
  await q.run(sql`
    INSERT INTO sealed_documents (verification_id, document, revision, timestamp_state, sealed_at, path, pdf_sha256,
      json_sha256, leaf_index)
    SELECT id, 'record', 1, 'none', at, 'filled/' || id, encode(sha256(id::text::bytea), 'hex'),
      encode(sha256(n::text::bytea), 'hex'), 1000000000 + n FROM added WHERE status IN ('verified', 'withdrawn')`)
  await q.run(sql`
    INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
    SELECT id, step, 'viewed', 'creator', at, '{}', repeat('0', 64), repeat('0', 64)
    FROM added, generate_series(1, 3) step`)
  await q.run(sql`
    INSERT INTO gate_passes (token_sha256, verification_id, email_proof, created_at, expires_at)
    SELECT encode(sha256(n::text::bytea), 'hex'), id, 'matched', at, at + interval '1 year' FROM added`)
  await q.run(sql`
    INSERT INTO record_passes (token_sha256, verification_id, kind, created_at, expires_at)
    SELECT encode(sha256(n::text::bytea), 'hex'), id, 'link', at, at + interval '1 year' FROM added
    WHERE status IN ('verified', 'withdrawn')`)
  await q.run(sql`
    INSERT INTO mails (id, task, payload, verification_id, queued_at, ended_at, outcome)
    SELECT gen_random_uuid(), 'send-invitation', '{}', id, at, at, 'accepted' FROM added`)
  await q.run(sql`
    INSERT INTO idempotency_keys (user_id, key, payload_sha256, created_at)
    SELECT v.user_id, a.id::text, repeat('0', 64), now() + interval '1 year' FROM added a, verifications v WHERE v.id = ${id}`)
  await q.run(sql`DROP TABLE added`)
}
