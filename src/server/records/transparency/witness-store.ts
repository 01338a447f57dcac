import { type Queryable, sql } from '../../platform/database/index.ts'

/** That a witness saw a state of the log, and that it grew out of all that it had seen before. */
export type Cosignature = { size: number; verifierKey: string; line: string; at: Date }

/** What an authority said of the time of a state: it was there at that instant. */
export type HeadTimestamp = { size: number; at: Date; token: Uint8Array }

const cosignatureColumns = sql`size, verifier_key AS "verifierKey", line, cosigned_at AS at`

/** The cosignatures of one state, the first one first. */
export function listCosignatures(q: Queryable, origin: string, size: number): Promise<Cosignature[]> {
  return q.rows(sql`
    SELECT ${cosignatureColumns} FROM transparency_cosignatures
    WHERE origin = ${origin} AND size = ${size} ORDER BY cosigned_at, verifier_key`)
}

/** The last cosignature of a witness, null before its first. */
export function findLastCosignature(
  q: Queryable,
  origin: string,
  verifierKey: string,
): Promise<Cosignature | null> {
  return q.row(sql`
    SELECT ${cosignatureColumns} FROM transparency_cosignatures
    WHERE origin = ${origin} AND verifier_key = ${verifierKey} ORDER BY size DESC LIMIT 1`)
}

/** Keeps a cosignature; nothing happens when that witness has one of that state already. */
export async function insertCosignature(
  q: Queryable,
  origin: string,
  cosignature: Cosignature,
): Promise<void> {
  const { size, verifierKey, line, at } = cosignature
  await q.run(sql`
    INSERT INTO transparency_cosignatures (origin, size, verifier_key, line, cosigned_at)
    VALUES (${origin}, ${size}, ${verifierKey}, ${line}, ${at}) ON CONFLICT DO NOTHING`)
}

/** The timestamp of one state, or of the newest that has one; null when there is none. */
export function findTimestamp(q: Queryable, origin: string, size?: number): Promise<HeadTimestamp | null> {
  const which = size === undefined ? sql`` : sql`AND size = ${size}`
  return q.row(sql`
    SELECT size, at, token FROM transparency_timestamps WHERE origin = ${origin} ${which} ORDER BY size DESC LIMIT 1`)
}

export async function insertTimestamp(q: Queryable, origin: string, timestamp: HeadTimestamp): Promise<void> {
  await q.run(sql`
    INSERT INTO transparency_timestamps (origin, size, at, token)
    VALUES (${origin}, ${timestamp.size}, ${timestamp.at}, ${Buffer.from(timestamp.token)}) ON CONFLICT DO NOTHING`)
}

/** The newest state of at least some size that somebody outside vouched for; null when there is none. */
export async function findNewestVouchedFor(
  q: Queryable,
  origin: string,
  fromSize: number,
): Promise<number | null> {
  const row = await q.row<{ size: number | null }>(sql`
    SELECT max(size) AS size FROM (
      SELECT size FROM transparency_cosignatures WHERE origin = ${origin}
      UNION ALL SELECT size FROM transparency_timestamps WHERE origin = ${origin}) vouched
    WHERE size >= ${fromSize}`)
  return row?.size ?? null
}
