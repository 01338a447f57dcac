import { currentConsentTextVersion } from '../../../domain/verification/consent-text.ts'
import { sql, type Transaction } from '../../platform/database/index.ts'
import { grownId, grownSha256 } from './grown-id.ts'
import { now } from './now.ts'
import { largeOwner, type Sizes, toEmail } from './sizes.ts'

/**
 * Over how long everything was made, the last of it an hour ago; and what is past of which time, as the settings are by
 * themselves.
 */
const years = sql`interval '3 years'`
const linkLife = sql`interval '30 days'`
const fileLife = sql`interval '90 days'`

/**
 * The table `planned`: one row for each verification of a range, in the order in which they were made. Of those whose
 * link has ended six in ten are verified, two withdrawn, and the rest came to nothing; of the others half are still
 * open.
 */
export async function addPlan(
  tx: Transaction,
  { from, to }: { from: number; to: number },
  { accounts, verifications }: Sizes,
): Promise<void> {
  const maker = sql`CASE WHEN n % 10 = 0 THEN ${largeOwner}::integer ELSE 1 + n % ${Math.max(1, accounts - 1)}::integer END`
  await tx.run(sql`
    CREATE TEMPORARY TABLE planned ON COMMIT DROP AS
    SELECT *, ${grownId('account', sql`maker`)} AS user_id,
      status IN ('expired', 'cancelled', 'rejected') AS came_to_nothing,
      status IN ('verified', 'withdrawn') AS is_record,
      at + CASE WHEN status = 'expired' THEN ${linkLife} ELSE interval '1 hour' END AS ended_at
    FROM (
      SELECT *, CASE WHEN n % 2 = 0 AND at > ${now} - ${linkLife} + interval '2 days' THEN 'pending'
        WHEN n % 20 < 12 THEN 'verified' WHEN n % 20 < 16 THEN 'withdrawn'
        WHEN n % 20 < 18 AND at < ${now} - ${linkLife} THEN 'expired' WHEN n % 20 = 18 THEN 'rejected' ELSE 'cancelled' END AS status
      FROM (
        SELECT n, ${grownId('verification', sql`n`)} AS id, ${maker} AS maker,
          ${grownId('selfie', sql`n`)} AS selfie, ${grownId('document', sql`n`)} AS document,
          ${grownId('other selfie', sql`n`)} AS other_selfie, ${grownId('other document', sql`n`)} AS other_document,
          CASE WHEN n % 3 = 0 THEN 'person' ELSE 'age' END AS type,
          date_trunc('milliseconds', ${now} - interval '1 hour' - ${years} * (1 - n::float8 / ${verifications}::integer)) AS at
        FROM generate_series(${from}::integer, ${to}::integer) n) made) stated`)
  await tx.run(sql`
    ALTER TABLE planned ADD COLUMN files_gone_at timestamptz, ADD COLUMN forgotten_at timestamptz`)
  await tx.run(sql`
    UPDATE planned SET
      files_gone_at = CASE WHEN came_to_nothing OR status = 'withdrawn' THEN ended_at
        WHEN status = 'verified' AND ended_at + ${fileLife} < ${now} THEN ended_at + ${fileLife} END,
      forgotten_at = CASE WHEN came_to_nothing AND ended_at + ${linkLife} < ${now} THEN ended_at + ${linkLife} END`)
  await tx.run(sql`ANALYZE planned`)
}

/** Adds what the plan says, and the documents of both. */
export async function growVerifications(tx: Transaction): Promise<void> {
  const invited = sql`CASE WHEN n % 10 = 1 THEN replace(${toEmail(Number.NaN)}, 'NaN', (n % 1000)::text)
    ELSE 'other-' || n % 300000 || '@example.com' END`
  const gave = (document: 'selfie' | 'document') =>
    sql`CASE WHEN type = 'age' THEN ${document === 'selfie' ? sql`selfie` : sql`document`} END`
  await tx.run(sql`
    INSERT INTO documents (id, bucket, path, category, user_id, content_type, byte_count, stored_sha256, created_at,
      stored_at, attached_at, destroyed_at, erased_at)
    SELECT d.id, d.bucket, 'grown/' || d.id, d.category, user_id, 'image/jpeg', 180000, ${grownSha256('file', sql`d.id`)}, at, at,
      at, files_gone_at, files_gone_at
    FROM planned, LATERAL (VALUES (selfie, 'selfie', 'user_documents'), (document, 'id', 'id_documents')) d (id, category, bucket)
    WHERE type = 'age'`)
  await tx.run(sql`
    INSERT INTO verifications (id, type, document_type, user_id, status, consent_text_version, full_name, date_of_birth, signature,
      signature_date, selfie_document_id, id_document_id, third_party_name, third_party_social_media_name, third_party_platform_age,
      third_party_email, platform_name, verification_link, third_party_signature, third_party_signature_date,
      third_party_selfie_document_id, third_party_id_document_id, email_proof, created_at, verified_at, closed_at,
      files_destroyed_at, invited_erased_at, invited_at, reminded_at, creator_mailbox_at, third_party_mailbox_at)
    SELECT id, type, CASE WHEN type = 'person' THEN 'person_verification' END, user_id, status, ${currentConsentTextVersion}, 'Grown Owner',
      '1990-04-17', 'Grown Owner', at::date, ${gave('selfie')}, ${gave('document')},
      CASE WHEN forgotten_at IS NULL THEN 'Grown Other ' || n ELSE '' END, CASE WHEN forgotten_at IS NULL THEN '@other' ELSE '' END,
      CASE WHEN forgotten_at IS NULL AND type = 'age' THEN '27' END, CASE WHEN forgotten_at IS NULL THEN ${invited} ELSE '' END,
      CASE WHEN forgotten_at IS NULL THEN 'Hinge' ELSE '' END,
      'http://localhost:3000/verify/' || id || CASE WHEN type = 'person' THEN '?type=person' ELSE '' END, CASE WHEN is_record THEN 'Grown Other' END, CASE WHEN is_record THEN ended_at::date END,
      CASE WHEN is_record THEN other_selfie END, CASE WHEN is_record THEN other_document END,
      CASE WHEN is_record THEN 'matched' END, at, CASE WHEN is_record THEN ended_at END,
      CASE WHEN status NOT IN ('pending', 'verified') THEN ended_at END, files_gone_at, forgotten_at, at, at,
      CASE WHEN is_record THEN at END, CASE WHEN is_record THEN ended_at END
    FROM planned`)
  await tx.run(sql`
    INSERT INTO documents (id, bucket, path, category, verification_id, content_type, byte_count, stored_sha256, created_at,
      stored_at, attached_at, destroyed_at, erased_at)
    SELECT d.id, 'id_documents', 'grown/' || d.id, d.category, planned.id, 'image/jpeg', 180000, ${grownSha256('file', sql`d.id`)},
      ended_at, ended_at, ended_at, files_gone_at, files_gone_at
    FROM planned, LATERAL (VALUES (other_selfie, 'selfie'), (other_document, 'id')) d (id, category) WHERE is_record`)
}
