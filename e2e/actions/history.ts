import { inServersDatabase } from './database.ts'

/**
 * Fills the creator's history up to `count` with verifications like this one, each a minute older and its third party
 * numbered.
 */
export async function fillHistory(link: string, count: number): Promise<void> {
  const id = new URL(link).pathname.split('/').pop()
  await inServersDatabase((client) =>
    client.query(
      `INSERT INTO verifications
       SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(),
         'created_at', v.created_at - make_interval(mins => n), 'third_party_name', 'Third party ' || n))).*
       FROM verifications v, generate_series(1, $2::integer - 1) n WHERE v.id = $1`,
      [id, count],
    ),
  )
}
