import { listEveryFileAddress } from './documents/index.ts'
import type { Queryable } from './platform/database/index.ts'
import type { FileAddress } from './platform/storage/index.ts'
import { listEveryPartAddress } from './privacy/index.ts'
import { listAttemptedAddresses, listEverySealedFile } from './records/index.ts'

/** Every address at which the rows say that a file is, or may be. `isKept`: it has to be there. Some come twice. */
export async function* listNamedFiles(
  q: Queryable,
): AsyncGenerator<{ address: FileAddress; isKept: boolean }> {
  for (const address of await listEveryPartAddress(q)) yield { address, isKept: false }
  for (const address of await listAttemptedAddresses(q)) yield { address, isKept: false }
  yield* listEveryFileAddress(q)
  for await (const { address } of listEverySealedFile(q)) yield { address, isKept: true }
}
