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
 * Encrypts everything again that a former document key sealed, while the server serves. What each file was sealed with
 * is in its header, so that one that was killed is simply done again, and changes only what is left.
 *
 * Answers how many parts of copies of personal data need a former key. They are left to their end, which is near.
 *
 * @param onDone called after each thing that was looked at
 * @throws FileUnreadable for a file that no key opens
 */
export async function resealEverything(
  { database, encryption, storage }: ResealParts,
  onDone: (what: 'documents' | 'records' | 'rows', wasResealed: boolean) => void,
): Promise<number> {
  for await (const { id, address } of listEveryFile(database)) {
    // Giving it up waits, so that nothing comes back that was removed.
    const wasResealed = await database.transaction(
      async (tx) => (await lockKeptFile(tx, id)) && storage.reseal(address),
    )
    onDone('documents', wasResealed)
  }
  // Nothing removes these.
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
