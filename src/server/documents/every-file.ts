import { type Queryable, type Sql, sql } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/** A photo or an ID that has to be in the storage, and the SHA-256 of what is kept there. */
export type KeptFile = { id: string; address: FileAddress; sha256: string }

const pageRows = 500

const addressOf = sql`jsonb_build_object('bucket', bucket, 'path', path)`

/** Every file that is stored and was not given up, one after the other. */
export function listEveryFile(q: Queryable): AsyncGenerator<KeptFile> {
  return readInPages<KeptFile>(
    q,
    sql`${addressOf} AS address, stored_sha256 AS sha256`,
    sql`stored_at IS NOT NULL AND destroyed_at IS NULL`,
  )
}

/** Every address where a file may lie: one that is being stored, is kept, or was given up and is not removed yet. `isKept`: it has to be there. */
export function listEveryFileAddress(
  q: Queryable,
): AsyncGenerator<{ id: string; address: FileAddress; isKept: boolean }> {
  return readInPages(
    q,
    sql`${addressOf} AS address, stored_at IS NOT NULL AND destroyed_at IS NULL AS "isKept"`,
    sql`erased_at IS NULL`,
  )
}

/** Some documents in the order of their ids, a page in memory at a time. */
async function* readInPages<Row extends { id: string }>(
  q: Queryable,
  columns: Sql,
  which: Sql,
): AsyncGenerator<Row> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await q.rows<Row>(sql`
      SELECT id, ${columns} FROM documents WHERE id > ${after}::uuid AND ${which} ORDER BY id LIMIT ${pageRows}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.id
  }
}
