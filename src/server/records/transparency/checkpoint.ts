import type { Queryable } from '../../platform/database/index.ts'
import { findCosignature, formatNote, type NoteSigner, parseVerifierKey } from '../../platform/notes/index.ts'
import { findHead, findNewestHead, type StoredHead } from './log-store.ts'
import { emptyRoot } from './merkle.ts'
import { type Cosignature, listCosignatures } from './witness-store.ts'

type Tree = Pick<StoredHead, 'size' | 'rootHash'>

/** What a checkpoint says: whose log, how long, and its root (c2sp.org/tlog-checkpoint). */
export function formatCheckpoint(origin: string, { size, rootHash }: Tree): string {
  return `${origin}\n${size}\n${Buffer.from(rootHash, 'hex').toString('base64')}\n`
}

/** The state that a checkpoint, signed or not, is of; null when it is none. */
export function parseTree(checkpoint: string): Tree | null {
  const [, size, root = ''] = /^[^\n]+\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(checkpoint) ?? []
  return size ? { size: Number(size), rootHash: Buffer.from(root, 'base64').toString('hex') } : null
}

/** A state of the log as a signed note, with what witnesses added to it. Signing it again gives the same note, so none is stored. */
export function signCheckpoint(
  logSigner: NoteSigner,
  tree: Tree,
  cosignatures: readonly Pick<Cosignature, 'line'>[],
): string {
  const text = formatCheckpoint(logSigner.name, tree)
  return formatNote({ text, lines: [logSigner.sign(text), ...cosignatures.map(({ line }) => line)] })
}

/** The checkpoint of a tree that the log once was, by default the newest; null for a size that it never had. */
export async function writeCheckpoint(
  q: Queryable,
  logSigner: NoteSigner,
  size: number | undefined,
): Promise<string | null> {
  const head = size === undefined ? await findNewestHead(q) : await findHead(q, size)
  if (!head && size) return null
  const tree = head ?? { size: 0, rootHash: emptyRoot }
  return signCheckpoint(logSigner, tree, await listCosignatures(q, logSigner.name, tree.size))
}

/** Whether a stored line is what a witness says it is: its signature of this state of the log, at that time. */
export function isCosigned(
  tree: Tree,
  { origin, verifierKey, line, at }: Cosignature & { origin: string },
): boolean {
  const key = parseVerifierKey(verifierKey)
  const found = key && findCosignature({ text: formatCheckpoint(origin, tree), lines: [line] }, key)
  return found?.at.getTime() === at.getTime()
}
