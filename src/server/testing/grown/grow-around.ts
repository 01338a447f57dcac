import { sql, type Transaction } from '../../platform/database/index.ts'
import { grownSha256 } from './grown-id.ts'
import { now } from './now.ts'

const recently = sql`at > ${now} - interval '30 days'`

/**
 * Adds what surrounds a verification for a while, and what stays: passes, codes, mails, readings, proofs, holds, and
 * what was counted.
 */
export async function growAround(tx: Transaction): Promise<void> {
  await tx.run(sql`
    INSERT INTO subscription_usage (user_id, action_type, created_at)
    SELECT user_id, type || 'Verification', at FROM planned`)
  await tx.run(sql`
    INSERT INTO mails (id, task, payload, verification_id, account_id, queued_at, ended_at, outcome)
    SELECT gen_random_uuid(), task, '{}', id, CASE WHEN task <> 'send-invitation' THEN user_id END, at, at, 'accepted'
    FROM planned, LATERAL (VALUES ('send-invitation'), ('send-record-mail')) m (task)
    WHERE ${recently}`)
  await tx.run(sql`
    INSERT INTO gate_passes (token_sha256, verification_id, email_proof, created_at, expires_at)
    SELECT ${grownSha256('gate pass', sql`n`)}, id, 'matched', ${now}, ${now} + interval '1 day' FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO gate_codes (verification_id, id, code_mac, created_at, expires_at)
    SELECT id, gen_random_uuid(), repeat('a', 43), ${now}, ${now} + interval '1 day' FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO record_passes (token_sha256, verification_id, kind, created_at, expires_at)
    SELECT ${grownSha256('record pass', sql`n`)}, id, 'link', at, at + interval '31 days' FROM planned WHERE is_record AND ${recently}`)
  await tx.run(sql`
    INSERT INTO idempotency_keys (user_id, key, payload_sha256, created_at)
    SELECT user_id, id::text, ${grownSha256('payload', sql`n`)}, ${now} FROM planned WHERE ${recently}`)
  await tx.run(sql`
    INSERT INTO repeated_events (verification_id, event, actor, facts, times, last_at, ends_at)
    SELECT id, 'opened', 'visitor', '{}', 1, ${now}, ${now} + interval '1 day' FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO document_readings (document_id, verification_id, claims_sha256, day, is_try, requested_at, started_at, ended_at,
      outcome, reader_version)
    SELECT gen_random_uuid(), id, ${grownSha256('claims', sql`n`)}, at::date, true, at, at, at, 'read', '1'
    FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO wallet_proofs (verification_id, credential_type, issuer_name, response_sha256, proven_at)
    SELECT id, 'eu.europa.ec.av.1', 'Grown issuer', ${grownSha256('proof', sql`n`)}, ended_at FROM planned WHERE is_record AND n % 10 = 3`)
  await tx.run(sql`
    INSERT INTO identity_checks (verification_id, provider, state, name_sha256, session_sha256, age_over_18, name_agrees,
      face_matched, started_at, ended_at, erased_at, begun_on)
    SELECT id, 'grown', 'checked', ${grownSha256('name', sql`n`)}, ${grownSha256('session', sql`n`)}, true, true, true, at, ended_at,
      ended_at, at::date FROM planned WHERE is_record AND n % 10 = 4`)
  await tx.run(sql`
    INSERT INTO legal_holds (verification_id, party, reason, set_at, ends_at, ended_at, ended_by)
    SELECT id, 'creator', NULL, ended_at, ended_at + interval '30 days', ended_at + interval '10 days', 'holder'
    FROM planned WHERE status = 'verified' AND n % 20 = 1`)
  // Long before they are due, so that they are not run.
  await tx.run(sql`
    SELECT graphile_worker.add_job('erase-document', json_build_object('documentId', selfie), NULL, ${now} + interval '1 year', 5,
      'erase-document ' || selfie) FROM planned WHERE n % 80 = 7`)
}
