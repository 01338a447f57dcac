import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { signHead } from './log-head.ts'
import { insertHead, insertNodes, lockLog, newestHead, nodesAt } from './log-store.ts'
import { leafHash, listCoordinates, nodesForLeaf, rangeHash, siblingsForLeaf } from './merkle.ts'

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
  const leafIndex = (await newestHead(tx))?.size ?? 0
  const size = leafIndex + 1
  const siblings = siblingsForLeaf(leafIndex)
  const older = await nodesAt(tx, [...siblings, ...listCoordinates({ start: 0, end: leafIndex })])
  const added = nodesForLeaf(leafIndex, leafHash(Buffer.from(pdfSha256, 'hex')), older)
  await insertNodes(tx, added)
  const rootHash = rangeHash({ start: 0, end: size }, (wanted) => {
    const fresh = added.find(({ level, index }) => level === wanted.level && index === wanted.index)
    return fresh?.hash ?? older(wanted)
  })
  await insertHead(tx, await signHead(platform.sealer, { size, rootHash, at: platform.clock.now() }))
  return leafIndex
}
