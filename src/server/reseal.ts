import { resealAppSecrets } from './accounts/index.ts'
import { listEveryFile, lockKeptFile } from './documents/index.ts'
import type { Database } from './platform/database/index.ts'
import type { ResealingEncryption } from './platform/encryption/index.ts'
import type { FileAddress, ResealingStorage } from './platform/storage/index.ts'
import { listEveryPartAddress } from './privacy/index.ts'
import { listEverySealedFile } from './records/index.ts'
import { resealDrafts } from './verifications/index.ts'

export type ResealParts = { database: Database; encryption: ResealingEncryption; storage: ResealingStorage }

/**
 * Encrypts everything again that was encrypted with a former document key, while the server serves. The header of each
 * file names its key, so an interrupted run can simply be repeated and changes only the rest.
 *
 * Returns how many parts of exports of personal data still need a former key. They are left to expire, which they soon
 * do.
 *
 * @param onDone called after each file or row
 * @throws FileUnreadable for a file that no key decrypts
 */
export async function resealEverything(
  { database, encryption, storage }: ResealParts,
  onDone: (what: 'documents' | 'records' | 'rows', wasResealed: boolean) => void,
): Promise<number> {
  for await (const { id, address } of listEveryFile(database)) {
    // The row lock makes a deletion wait, so that a deleted file isn't written again.
    const wasResealed = await database.transaction(
      async (tx) => (await lockKeptFile(tx, id)) && storage.reseal(address),
    )
    onDone('documents', wasResealed)
  }
  // Sealed files are never deleted.
  for await (const { address } of listEverySealedFile(database))
    onDone('records', await storage.reseal(address))
  for await (const wasResealed of resealDrafts(database, encryption)) onDone('rows', wasResealed)
  for await (const wasResealed of resealAppSecrets(database, encryption)) onDone('rows', wasResealed)
  return countFormer(storage, await listEveryPartAddress(database))
}

async function countFormer(storage: ResealingStorage, addresses: FileAddress[]): Promise<number> {
  let count = 0
  for (const address of addresses) if (await storage.needsReseal(address)) count += 1
  return count
}
