import { type AuditActor, type AuditEvent, firstPreviousHash } from '../../../domain/audit-event.ts'
import { currentConsentTextVersion } from '../../../domain/verification/consent-text.ts'
import { join, sql, type Transaction } from '../../platform/database/index.ts'
import { findNewestHead } from '../../records/transparency/log-store.ts'
import { resumeLogWalk } from '../../records/verify/verify-seals.ts'
import {
  grownId,
  grownSha256,
  type Like,
  largeOwner,
  now,
  type Sizes,
  selectSealed,
  toEmail,
} from './rows.ts'

/** The period in which everything was created, the last of it an hour ago; and the default life of links and files. */
const years = sql`interval '3 years'`
const linkLife = sql`interval '30 days'`
const fileLife = sql`interval '90 days'`

/**
 * Creates the table `planned`: one row for each verification of a range, in the order of creation. Of those whose link
 * has ended six in ten are verified, two withdrawn, and the rest ended without a record; of the others half are still
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

/** Adds the planned verifications, and the documents of both parties. */
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

type Step = [event: AuditEvent, actor: AuditActor]

const asked: Step[] = [
  ['created', 'creator'],
  ['invited', 'system'],
  ['mail_accepted', 'system'],
  ['opened', 'visitor'],
  ['gate_passed', 'third_party'],
]
const completed: Step[] = [
  ...asked,
  ['uploaded', 'third_party'],
  ['verified', 'third_party'],
  ['sealed', 'system'],
  ['viewed', 'creator'],
  ['downloaded', 'third_party'],
]

/** The events on the way to each state, in order. */
const stories: Record<string, Step[]> = {
  pending: asked,
  expired: [...asked.slice(0, 4), ['expired', 'system'], ['files_destroyed', 'system']],
  cancelled: [...asked.slice(0, 4), ['cancelled', 'creator'], ['files_destroyed', 'system']],
  rejected: [...asked, ['declined', 'third_party'], ['files_destroyed', 'system']],
  verified: completed,
  withdrawn: [...completed, ['withdrawn', 'creator'], ['files_destroyed', 'system'], ['sealed', 'system']],
}

/** Adds the trail of each planned verification, every row hashed over the previous one (src/domain/audit-event.ts). */
export async function growTrails(tx: Transaction): Promise<void> {
  const steps = Object.entries(stories).flatMap(([status, story]) =>
    story.map(([event, actor], index) => sql`(${status}, ${index + 1}::integer, ${event}, ${actor})`),
  )
  const detail = sql`CASE WHEN s.event <> 'sealed' THEN '{}'
    ELSE '{"document":"' || CASE WHEN t.step < 10 THEN 'record' ELSE 'withdrawal' END || '","pdfSha256":"'
      || ${selectSealed(sql`t.n`, sql`t.step >= 10`).pdfSha256} || '","revision":1,"timestamp":"none"}' END`
  // The canonical JSON of an entry, with its members sorted by name.
  const text = sql`'{"actor":"' || s.actor || '","at":"' || to_char(t.next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","detail":' || d.detail || ',"event":"' || s.event || '","previousHash":"' || t.hash || '","sequence":' || t.step + 1
    || ',"verificationId":"' || t.id || '"}'`
  await tx.run(sql`
    WITH RECURSIVE story (status, step, event, actor) AS (VALUES ${join(steps)}),
    t (n, id, status, step, event, actor, at, next_at, ended_at, detail, previous_hash, hash) AS (
      SELECT n, id, status, 0, '', '', at, at, ended_at, '', '', ${firstPreviousHash} FROM planned
      UNION ALL
      SELECT t.n, t.id, t.status, s.step, s.event, s.actor, t.next_at,
        CASE WHEN s.step < 4 THEN t.next_at + interval '1 minute' ELSE greatest(t.next_at, t.ended_at) END,
        t.ended_at, d.detail, t.hash, encode(sha256(convert_to(${text}, 'utf8')), 'hex')
      FROM t JOIN story s ON s.status = t.status AND s.step = t.step + 1, LATERAL (SELECT ${detail} AS detail) d
    )
    INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
    SELECT id, step, event, actor, at, detail::jsonb, previous_hash, hash FROM t WHERE step > 0 ORDER BY n, step`)
}

/**
 * Adds the records of the planned verifications, their sealed documents, and the leaves of those in the log, with every
 * node and head.
 */
export async function growLog(tx: Transaction, like: Like): Promise<void> {
  await tx.run(sql`
    INSERT INTO records (verification_id, check_code, created_at, sealed_at, withdrawn_at, withdrawal_sealed_at)
    SELECT id, left(md5('code ' || n), 22), ended_at, ended_at, CASE WHEN status = 'withdrawn' THEN ended_at END,
      CASE WHEN status = 'withdrawn' THEN ended_at END FROM planned WHERE is_record`)
  const head = await findNewestHead(tx)
  if (!head) throw new Error('the log is empty')
  const { pdfSha256, jsonSha256, name } = selectSealed(sql`n`, sql`is_withdrawal`)
  const leaves = await tx.rows<{ pdfSha256: string; at: Date }>(sql`
    INSERT INTO sealed_documents (verification_id, document, revision, timestamp_state, sealed_at, path, pdf_sha256, json_sha256,
      leaf_index, certificate_sha256)
    SELECT id, CASE WHEN is_withdrawal THEN 'withdrawal' ELSE 'record' END, 1, 'none', ended_at, 'grown/' || ${name}, ${pdfSha256},
      ${jsonSha256}, ${head.size}::bigint - 1 + row_number() OVER (ORDER BY n, is_withdrawal), ${like.certificateSha256}
    FROM planned, LATERAL (VALUES (false), (true)) d (is_withdrawal)
    WHERE is_record AND (status = 'withdrawn' OR NOT is_withdrawal) ORDER BY n, is_withdrawal
    RETURNING pdf_sha256, sealed_at AS at`)
  await tx.run(sql`
    INSERT INTO archive_dues (verification_id, document, due_at)
    SELECT verification_id, document, sealed_at + interval '10 years' FROM sealed_documents WHERE leaf_index >= ${head.size}`)
  await tx.run(sql`
    INSERT INTO archived_copies (verification_id, document, revision, generation, path, pdf_sha256, made_at, protected_until)
    SELECT verification_id, document, 1, 1, path || ' archived', ${grownSha256('archived', sql`leaf_index`)}, sealed_at,
      sealed_at + interval '10 years' FROM sealed_documents WHERE leaf_index >= ${head.size} AND leaf_index % 10 = 0`)
  await growTree(tx, head.size, leaves)
  await growVouchers(tx, head.size)
}

/** Adds others' statements about one state in ten; none of them is really signed. */
async function growVouchers(tx: Transaction, size: number): Promise<void> {
  const some = sql`FROM transparency_heads WHERE size > ${size} AND size % 10 = 0`
  await tx.run(sql`
    INSERT INTO transparency_cosignatures (origin, size, verifier_key, line, cosigned_at)
    SELECT 'grown.example', size, 'grown witness', 'grown line', at ${some}`)
  await tx.run(sql`
    INSERT INTO transparency_timestamps (origin, size, at, token) SELECT 'grown.example', size, at, '\\x00' ${some}`)
}

async function growTree(
  tx: Transaction,
  size: number,
  leaves: readonly { pdfSha256: string; at: Date }[],
): Promise<void> {
  const walk = await resumeLogWalk(tx, size)
  const nodes: { level: number; index: number; hash: string }[] = []
  const heads: { size: number; root: string; at: Date }[] = []
  for (const { pdfSha256, at } of leaves) {
    nodes.push(...walk.add(pdfSha256))
    heads.push({ size: walk.size, root: walk.computeRoot(), at })
  }
  await tx.run(sql`
    INSERT INTO transparency_nodes (level, index, hash)
    SELECT * FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => hash)}::text[])`)
  await tx.run(sql`
    INSERT INTO transparency_heads (size, root_hash, at, protected, signature)
    SELECT added.size, added.root, added.at, h.protected, h.signature
    FROM unnest(${heads.map((head) => head.size)}::bigint[], ${heads.map(({ root }) => root)}::text[],
      ${heads.map(({ at }) => at)}::timestamptz[]) added (size, root, at),
      (SELECT protected, signature FROM transparency_heads WHERE size = 1) h`)
}
