import { createHash } from 'node:crypto'
import type { AuditEntry } from '../../domain/audit-event.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { type Database, sql } from '../platform/database/index.ts'
import { enqueueSeal } from '../records/index.ts'
import type { TestApp } from './test-app.ts'

/** What a hostile operator has to rewrite; a table that refers to another comes before it. */
const tables = [
  sql`transparency_cosignatures`,
  sql`transparency_timestamps`,
  sql`archived_copies`,
  sql`sealed_documents`,
  sql`transparency_nodes`,
  sql`transparency_heads`,
  sql`audit_events`,
]

const switchTriggers = async (owner: Database, state: 'DISABLE' | 'ENABLE') => {
  for (const table of [...tables, sql`verifications`]) {
    await owner.run(
      state === 'ENABLE'
        ? sql`ALTER TABLE ${table} ENABLE TRIGGER USER`
        : sql`ALTER TABLE ${table} DISABLE TRIGGER USER`,
    )
  }
}

/** Does something with the rights of the tables' owner, looks at the outcome, and puts everything back. */
export async function whileRewritten(
  test: TestApp,
  attack: (owner: Database) => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  await test.asOwner(async (owner) => {
    await owner.run(sql`CREATE SCHEMA kept`)
    for (const table of [...tables, sql`verifications`])
      await owner.run(sql`CREATE TABLE kept.${table} AS TABLE ${table}`)
    await switchTriggers(owner, 'DISABLE')
    try {
      await attack(owner)
      await look()
    } finally {
      for (const table of tables) await owner.run(sql`DELETE FROM ${table}`)
      for (const table of tables.toReversed())
        await owner.run(sql`INSERT INTO ${table} SELECT * FROM kept.${table}`)
      await owner.run(sql`
        UPDATE verifications v SET created_at = k.created_at, verified_at = k.verified_at FROM kept.verifications k
        WHERE k.id = v.id`)
      await owner.run(sql`DROP SCHEMA kept CASCADE`)
      await switchTriggers(owner, 'ENABLE')
    }
  })
}

/**
 * Takes the log back to its first entries, with all that outsiders said of what came after, and all seals behind it.
 */
export async function cutLog(owner: Database, size: number): Promise<void> {
  await owner.run(sql`DELETE FROM transparency_cosignatures WHERE size > ${size}`)
  await owner.run(sql`DELETE FROM transparency_timestamps WHERE size > ${size}`)
  await owner.run(sql`
    DELETE FROM audit_events e USING sealed_documents s
    WHERE s.leaf_index >= ${size} AND e.verification_id = s.verification_id AND e.sequence >= (
      SELECT min(sequence) FROM audit_events f WHERE f.verification_id = s.verification_id AND f.event = 'sealed')`)
  await owner.run(sql`
    DELETE FROM archived_copies c USING sealed_documents s
    WHERE s.leaf_index >= ${size} AND c.verification_id = s.verification_id
      AND c.document = s.document AND c.revision = s.revision`)
  await owner.run(sql`DELETE FROM sealed_documents WHERE leaf_index >= ${size}`)
  await owner.run(sql`DELETE FROM transparency_heads WHERE size > ${size}`)
  await owner.run(sql`DELETE FROM transparency_nodes WHERE (index + 1) * (1 << level) > ${size}`)
}

/** Seals a verification anew, as the next entry of the log. */
export async function sealAnew(test: TestApp, verificationId: string): Promise<void> {
  await test.database.transaction((tx) => enqueueSeal(test.platform, tx, verificationId))
  await test.runJobs()
}

/** Writes a trail with other times, in a chain that holds. */
export async function redateTrail(owner: Database, id: string, move: (at: Date) => Date): Promise<void> {
  const rows = await owner.rows<AuditEntry & { at: string }>(sql`
    SELECT verification_id AS "verificationId", sequence, event, actor, to_jsonb(at)#>>'{}' AS at, detail,
      previous_hash AS "previousHash" FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`)
  let previousHash = '0'.repeat(64)
  for (const row of rows) {
    const at = move(new Date(row.at)).toISOString()
    const hash = createHash('sha256')
      .update(writeCanonicalJson({ ...row, at, previousHash }))
      .digest('hex')
    await owner.run(sql`
      UPDATE audit_events SET at = ${at}, previous_hash = ${previousHash}, hash = ${hash}
      WHERE verification_id = ${id} AND sequence = ${row.sequence}`)
    previousHash = hash
  }
}
