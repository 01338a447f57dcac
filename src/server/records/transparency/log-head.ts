import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import type { LogHead } from '../../../domain/record/record.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/pdf/index.ts'
import { findNewestHead, type StoredHead } from './log-store.ts'
import { emptyRoot } from './merkle.ts'

/** What is signed of a head: its size, its root and when it was made, as canonical JSON (docs/record-format.md). */
export function writeHead({ size, rootHash, at }: LogHead): string {
  return writeCanonicalJson({ at, rootHash, size })
}

/** The head of a tree, signed. */
export async function signHead(
  sealer: Pick<Sealer, 'sign'>,
  head: { size: number; rootHash: string; at: Date },
): Promise<StoredHead> {
  return { ...head, ...(await sealer.sign(writeHead(toPublished(head)))) }
}

/** A head as everybody sees it. */
export function toPublished({ size, rootHash, at }: { size: number; rootHash: string; at: Date }): LogHead {
  return { size, rootHash, at: at.toISOString() }
}

/** The log as it is now, for the documents that name it. */
export async function readCurrentHead(q: Queryable, now: Date): Promise<LogHead> {
  const head = await findNewestHead(q)
  return head ? toPublished(head) : { size: 0, rootHash: emptyRoot, at: now.toISOString() }
}
