import { sql, type Transaction } from '../../platform/database/index.ts'
import { findNewestHead } from '../../records/transparency/log-store.ts'
import { resumeLogWalk } from '../../records/verify/verify-seals.ts'
import { grownSha256 } from './grown-id.ts'
import { selectSealed } from './select-sealed.ts'
import type { Like } from './sizes.ts'

/**
 * Adds the records of the planned verifications, what is sealed of them, and its leaves to the log, with every node and
 * head.
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
    RETURNING pdf_sha256 AS "pdfSha256", sealed_at AS at`)
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

/** What others said of one state in ten, as if they were asked so often; nothing that they signed. */
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
