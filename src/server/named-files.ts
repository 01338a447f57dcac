import { listEveryFileAddress } from './documents/index.ts'
import type { Queryable } from './platform/database/index.ts'
import type { FileAddress } from './platform/storage/index.ts'
import { listEveryPartAddress } from './privacy/index.ts'
import { listAttemptedAddresses, listEverySealedFile } from './records/index.ts'

/**
 * Every address where, according to the database, a file is or may be; some come twice. `isKept`: the file has to
 * exist.
 */
export async function* listNamedFiles(
  q: Queryable,
): AsyncGenerator<{ address: FileAddress; isKept: boolean }> {
  for (const address of await listEveryPartAddress(q)) yield { address, isKept: false }
  for (const address of await listAttemptedAddresses(q)) yield { address, isKept: false }
  yield* listEveryFileAddress(q)
  for await (const { address } of listEverySealedFile(q)) yield { address, isKept: true }
}
