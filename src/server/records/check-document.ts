import type { CheckAnswer, CheckRequest } from '../../contract/record.ts'
import type { Platform } from '../platform/platform.ts'
import { type CheckRow, checkByCode, checkByHash } from './store.ts'

/**
 * Whether a file is one of ours and unchanged, when it was sealed and whether consent was withdrawn since. Only the file's hash and the code
 * printed in it come here, never the file.
 */
export async function checkDocument({ database }: Platform, asked: CheckRequest): Promise<CheckAnswer> {
  const found = asked.sha256 === undefined ? null : await checkByHash(database, asked.sha256)
  if (found) return answer('genuine', found)
  const named = asked.checkCode === undefined ? null : await checkByCode(database, asked.checkCode)
  if (!named) return { result: 'unknown' }
  return answer(asked.sha256 === undefined ? 'exists' : 'changed', named)
}

function answer(result: 'genuine' | 'changed' | 'exists', row: CheckRow): CheckAnswer {
  return {
    result,
    document: row.document,
    sealedAt: row.sealedAt.toISOString(),
    timestamp: row.timestampState,
    timestampAt: row.timestampAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    hasNewerRevision: row.newestRevision > row.revision,
  }
}
