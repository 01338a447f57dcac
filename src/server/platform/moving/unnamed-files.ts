import { type FileStore, unnamed as list, reachStore } from './file-store.ts'

/** Notes what no row named, so that an undo can tell it from what rows named then and was destroyed since. */
export async function noteUnnamed(source: FileStore, keys: Iterable<string>): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify([...keys]))
  await reachStore(source, () => source.storage.put(list, bytes))
}

/** None when the move did not come so far. */
export async function findUnnamed(source: FileStore): Promise<ReadonlySet<string>> {
  const bytes = await reachStore(source, () => source.storage.get(list))
  return new Set(bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as string[]) : [])
}

export async function forgetUnnamed(source: FileStore): Promise<void> {
  await reachStore(source, () => source.storage.remove(list))
}
