import { hashHex } from '../hash-hex.ts'
import { StartupError } from '../startup-error.ts'
import type { Listed } from '../storage/index.ts'
import { type FileStore, reachStore } from './file-store.ts'

/**
 * Brings one file over and reads it back; answers its size. Where an earlier run may have brought it, what is there is read first, and made
 * again unless it is the same byte for byte.
 * @throws StartupError when the source gives more or less than it lists, or what is read back is not what was sent
 */
export async function carryFile(
  source: FileStore,
  destination: FileStore,
  { key, byteCount }: Listed,
  mayBeThere: boolean,
): Promise<number> {
  const bytes = await reachStore(source, () => source.files.get(key))
  if (!bytes)
    throw new StartupError(`${key} went away from ${source.name} while it was moved: run the same again.`)
  if (bytes.byteLength !== byteCount)
    throw new StartupError(
      `${source.name} says that ${key} has ${byteCount} bytes and gave ${bytes.byteLength}: run the same again.`,
    )
  const sent = hashHex(bytes)
  const isThere = async () => {
    const there = await reachStore(destination, () => destination.files.get(key))
    return there !== null && there.byteLength === bytes.byteLength && hashHex(there) === sent
  }
  if (mayBeThere && (await isThere())) return bytes.byteLength
  await reachStore(destination, () => destination.files.put(key, bytes))
  if (await isThere()) return bytes.byteLength
  throw new StartupError(
    `${key} is not in ${destination.name} as it was sent there: nothing of that place is to be trusted.`,
  )
}
