import { type Queryable, sql } from '../platform/database/index.ts'

/**
 * Adds `count` verifications modelled on an existing person verification, with the same owner: each a minute older than
 * the one before, the third parties numbered, a quarter each pending, expired, cancelled and rejected. They have no
 * trails, so they suit only tests of lists. Leaves the table as autovacuum would.
 */
export async function multiply(q: Queryable, id: string, count: number): Promise<void> {
  await q.run(sql`
    INSERT INTO verifications
    SELECT (jsonb_populate_record(v, jsonb_build_object(
      'id', gen_random_uuid(),
      'created_at', v.created_at - make_interval(mins => n),
      'third_party_name', 'Third party ' || n,
      'creator_network_mark', NULL,
      'creator_browser_mark', NULL,
      'creator_document_mark', NULL,
      'status', (ARRAY['pending', 'expired', 'cancelled', 'rejected'])[1 + n % 4]
    ))).*
    FROM verifications v, generate_series(1, ${count}::integer) n WHERE v.id = ${id}`)
  await q.run(sql`VACUUM ANALYZE verifications`)
}
