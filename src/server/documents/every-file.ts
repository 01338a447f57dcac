import { type Queryable, sql } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/** A photo or an ID that has to be in the storage, and the SHA-256 of what is kept there; null where only that of what was submitted is noted. */
export type KeptFile = { id: string; address: FileAddress; sha256: string | null }

const pageRows = 500

/** Every file that is stored and was not given up, one after the other. */
export async function* everyFile(q: Queryable): AsyncGenerator<KeptFile> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await q.rows<KeptFile>(sql`
      SELECT id, jsonb_build_object('bucket', bucket, 'path', path) AS address, stored_sha256 AS sha256 FROM documents
      WHERE id > ${after}::uuid AND stored_at IS NOT NULL AND destroyed_at IS NULL ORDER BY id LIMIT ${pageRows}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.id
  }
}

/** Every address where a file may lie: one that is being stored, is kept, or was given up and is not removed yet. `isKept`: it has to be there. */
export async function* everyFileAddress(
  q: Queryable,
): AsyncGenerator<{ address: FileAddress; isKept: boolean }> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await q.rows<{ id: string; address: FileAddress; isKept: boolean }>(sql`
      SELECT id, jsonb_build_object('bucket', bucket, 'path', path) AS address,
        stored_at IS NOT NULL AND destroyed_at IS NULL AS "isKept"
      FROM documents WHERE id > ${after}::uuid AND erased_at IS NULL ORDER BY id LIMIT ${pageRows}`)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.id
  }
}
