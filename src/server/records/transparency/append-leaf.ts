import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { signHead } from './log-head.ts'
import { findNewestHead, insertHead, insertNodes, lockLog, readNodes } from './log-store.ts'
import { computeNodesForLeaf, hashLeaf, hashRange, listCoordinates, listSiblingsForLeaf } from './merkle.ts'

/**
 * Enters a sealed PDF in the log, in the transaction that keeps it, and signs the new head. Answers the leaf's index. Leaves are added one
 * after the other, so this comes last in its transaction.
 */
export async function appendLeaf(
  platform: Pick<Platform, 'clock' | 'sealer'>,
  tx: Transaction,
  pdfSha256: string,
): Promise<number> {
  await lockLog(tx)
  const leafIndex = (await findNewestHead(tx))?.size ?? 0
  const size = leafIndex + 1
  const siblings = listSiblingsForLeaf(leafIndex)
  const older = await readNodes(tx, [...siblings, ...listCoordinates({ start: 0, end: leafIndex })])
  const added = computeNodesForLeaf(leafIndex, hashLeaf(Buffer.from(pdfSha256, 'hex')), older)
  await insertNodes(tx, added)
  const rootHash = hashRange({ start: 0, end: size }, (wanted) => {
    const fresh = added.find(({ level, index }) => level === wanted.level && index === wanted.index)
    return fresh?.hash ?? older(wanted)
  })
  await insertHead(tx, await signHead(platform.sealer, { size, rootHash, at: platform.clock.now() }))
  return leafIndex
}
