import { everyFileAddress } from './documents/index.ts'
import type { Queryable } from './platform/database/index.ts'
import type { FileAddress } from './platform/storage/index.ts'
import { everyPartAddress } from './privacy/index.ts'
import { attemptedAddresses, everySealedFile } from './records/index.ts'

/** Every address at which the rows say that a file is, or may be. `isKept`: it has to be there. Some come twice. */
export async function* namedFiles(q: Queryable): AsyncGenerator<{ address: FileAddress; isKept: boolean }> {
  for (const address of await everyPartAddress(q)) yield { address, isKept: false }
  for (const address of await attemptedAddresses(q)) yield { address, isKept: false }
  yield* everyFileAddress(q)
  for await (const { address } of everySealedFile(q)) yield { address, isKept: true }
}
