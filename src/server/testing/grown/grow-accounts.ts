import { sql, type Transaction } from '../../platform/database/index.ts'
import { grownId, grownSha256, type Like, now, type Sizes, toEmail } from './rows.ts'

const id = grownId('account', sql`n`)
const email = sql`replace(${toEmail(Number.NaN)}, 'NaN', n::text)`

/** Adds the missing accounts, each with a profile, a device and a plan, and some with a draft or a rating. */
export async function growAccounts(tx: Transaction, like: Like, { accounts }: Sizes): Promise<void> {
  await tx.run(sql`
    CREATE TEMPORARY TABLE added ON COMMIT DROP AS
    SELECT n, ${id} AS id, ${email} AS email FROM generate_series(0, ${accounts - 1}::integer) n
    WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = ${id})`)
  await tx.run(sql`
    INSERT INTO users (id, email, password_hash, email_confirmed_at, last_sign_in_at, created_at, updated_at)
    SELECT a.id, a.email, u.password_hash, ${now} - interval '3 years', ${now} - interval '1 day', ${now} - interval '3 years', ${now}
    FROM added a, users u WHERE u.id = ${like.userId}`)
  await tx.run(sql`
    INSERT INTO profiles (id, full_name, date_of_birth, address, sex, phone_number)
    SELECT a.id, p.full_name, p.date_of_birth, p.address, p.sex, p.phone_number
    FROM added a, profiles p WHERE p.id = ${like.userId}`)
  await tx.run(sql`
    INSERT INTO sessions (user_id, amr, user_agent, ip, created_at, refreshed_at)
    SELECT id, '[{"method":"password","timestamp":1767225600}]', 'Mozilla/5.0', '10.0.0.1', ${now} - interval '5 days', ${now}
    FROM added WHERE n % 3 = 0`)
  await tx.run(sql`
    INSERT INTO subscriptions (user_id, tier, status, created_at)
    SELECT id, 'enterprise', 'active', ${now} - interval '3 years' FROM added WHERE n % 4 = 0`)
  await tx.run(sql`
    INSERT INTO used_links (user_id, kind, email, token_sha256, used_at)
    SELECT id, 'signup', email, encode(sha256(convert_to(email, 'utf8')), 'hex'), ${now} - interval '3 years' FROM added`)
  await tx.run(sql`
    INSERT INTO one_time_tokens (id, user_id, kind, token_sha256, email, created_at, expires_at)
    SELECT gen_random_uuid(), id, 'recovery', encode(sha256(convert_to('recovery ' || email, 'utf8')), 'hex'), email,
      ${now} - interval '1 year', ${now} - interval '1 year' FROM added WHERE n % 5 = 0`)
  // Never opened, because their content isn't encrypted with the key of this installation.
  await tx.run(sql`
    INSERT INTO drafts (user_id, kind, version, content, saved_at)
    SELECT id, 'person', gen_random_uuid(), sha256(convert_to(email, 'utf8')), ${now} - interval '1 day' FROM added WHERE n % 10 = 9`)
  await tx.run(sql`
    INSERT INTO user_feedback (account_id, rating, comment, created_at)
    SELECT id, 4, 'Good', ${now} - interval '1 year' FROM added WHERE n % 20 = 7`)
  await tx.run(sql`
    INSERT INTO rate_limits (key, points, expires_at)
    SELECT 'grown:' || id, 1, ${now} + interval '1 hour' FROM added ON CONFLICT DO NOTHING`)
  await growMailed(tx)
  await growPayments(tx)
}

async function growMailed(tx: Transaction): Promise<void> {
  await tx.run(sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, name, created_at)
    SELECT id, 'grown-' || n, sha256(convert_to(email, 'utf8')), 0, 'Passkey', ${now} - interval '1 year' FROM added WHERE n % 10 = 6`)
  await tx.run(sql`
    INSERT INTO authenticator_apps (user_id, sealed_secret, created_at, confirmed_at, recovery_hashes)
    SELECT id, sha256(convert_to(email, 'utf8')), ${now}, ${now}, array_fill('hash'::text, ARRAY[10]) FROM added WHERE n % 10 = 7`)
  await tx.run(sql`
    INSERT INTO security_activity (user_id, event, method, device, network, hour, at, is_new_device)
    SELECT id, 'signed_in', 'password', 'Chrome on Windows', '', n, ${now}, false FROM added`)
  await tx.run(sql`
    INSERT INTO kept_proofs (id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on)
    SELECT gen_random_uuid(), id, 'Łucja Nowak', true, '{"step": "document"}', ${now} - interval '1 year',
      (${now} - interval '1 year')::date FROM added WHERE n % 10 = 8
    ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    INSERT INTO passkey_challenges (user_id, challenge_sha256, expires_at)
    SELECT id, ${grownSha256('challenge', sql`n`)}, ${now} + interval '1 day' FROM added`)
  await tx.run(sql`
    INSERT INTO flow_states (user_id, method, code_challenge, created_at, expires_at)
    SELECT id, 'recovery', 'challenge', ${now} - interval '1 year', ${now} - interval '1 year' FROM added WHERE n % 5 = 0`)
  await tx.run(sql`
    INSERT INTO mailbox_codes (email, id, code_mac, created_at, expires_at)
    SELECT email, gen_random_uuid(), repeat('a', 43), ${now}, ${now} + interval '1 day' FROM added WHERE n % 20 = 1`)
  await tx.run(sql`
    INSERT INTO mailbox_passes (token_sha256, email, created_at, expires_at)
    SELECT ${grownSha256('mailbox', sql`n`)}, email, ${now}, ${now} + interval '1 day' FROM added WHERE n % 20 = 2`)
  await tx.run(sql`
    INSERT INTO data_exports (user_id, state, requested_at, ended_at, expires_at)
    SELECT id, 'ready', ${now}, ${now}, ${now} + interval '60 days' FROM added WHERE n % 20 = 3`)
}

async function growPayments(tx: Transaction): Promise<void> {
  await tx.run(sql`
    INSERT INTO payment_customers (customer_id, user_id, created_at)
    SELECT 'cus_grown_' || n, id, ${now} - interval '3 years' FROM added WHERE n % 4 = 0`)
  await tx.run(sql`
    INSERT INTO payment_notices (id, type, received_at)
    SELECT 'evt_grown_' || n, 'customer.subscription.updated', ${now} FROM added WHERE n % 20 = 4`)
  await tx.run(sql`
    INSERT INTO wallet_sessions (id, user_id, secret_sha256, credential_type, way, nonce, state, created_at, expires_at)
    SELECT gen_random_uuid(), id, ${grownSha256('secret', sql`n`)}, 'eu.europa.ec.av.1', 'qr', 'nonce', 'proven', ${now},
      ${now} + interval '1 day' FROM added WHERE n % 20 = 5`)
}

const recently = sql`at > ${now} - interval '30 days'`

/**
 * Adds the temporary and permanent rows around a verification: passes, codes, mails, readings, proofs, holds and
 * counts.
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
    INSERT INTO third_party_sets (set_sha256, verification_id, touched_at)
    SELECT ${grownSha256('set', sql`n`)}, id, ${now} FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO gate_codes (verification_id, id, code_mac, created_at, expires_at)
    SELECT id, gen_random_uuid(), repeat('a', 43), ${now}, ${now} + interval '1 day' FROM planned WHERE status = 'pending'`)
  await tx.run(sql`
    INSERT INTO private_refusals (verification_id, mailbox_mac, refused_at)
    SELECT id, repeat('a', 43), at FROM planned WHERE n % 10 = 1`)
  await tx.run(sql`
    INSERT INTO email_blocks (mailbox_mac, sender_id, blocked_at)
    SELECT rpad(n::text, 43, 'a'), user_id, at FROM planned WHERE n % 10 = 2`)
  await tx.run(sql`
    INSERT INTO request_reports (verification_id, sender_id, mailbox_mac, network_mac, reported_from, reported_at)
    SELECT id, user_id, rpad(n::text, 43, 'a'), rpad(n::text, 43, 'a'), 'link', at FROM planned WHERE n % 10 = 2`)
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
  // Due far in the future, so that they don't run.
  await tx.run(sql`
    SELECT graphile_worker.add_job('erase-document', json_build_object('documentId', selfie), NULL, ${now} + interval '1 year', 5,
      'erase-document ' || selfie) FROM planned WHERE n % 80 = 7`)
}
