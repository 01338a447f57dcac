import { StartupError } from '../startup-error.ts'
import { type FileStore, listFiles } from './file-store.ts'
import type { FilesMove } from './move-files.ts'
import { findUnnamed } from './unnamed-files.ts'

type Parts = Pick<FilesMove, 'source' | 'listNamed'>

/** What became of files since a move, by their keys. */
export type SinceMove = {
  /** Removed from the new place, as what is destroyed is. */
  destroyed: string[]
  /** No row names them any more; whether they were destroyed the lost place alone could tell. */
  doubtful: string[]
  /** A row names them, and the old place has them not: stored since, or missing before. */
  missing: string[]
}

/**
 * Compares both places, of which nobody may serve meanwhile. What the rows say has to be there counts as kept, also where the new place lost it.
 * @throws StartupError when the new place has what the old one has not
 */
export async function compareSinceMove({ source, listNamed }: Parts, there: FileStore): Promise<SinceMove> {
  const [names, unnamed] = [await listNamed(), await findUnnamed(source)]
  const [here, theirs] = [await readSizes(source), await readSizes(there)]
  const came = [...theirs].find(([key, byteCount]) => here.get(key) !== byteCount)
  if (came)
    throw new StartupError(
      `${there.name} was served from since (${came[0]}): move the files back instead, into a new place.`,
    )
  const destroyed = [...here.keys()].filter(
    (key) => !theirs.has(key) && names.get(key) !== true && !unnamed.has(key),
  )
  return { destroyed, doubtful: [], missing: listMissing(names, here) }
}

/** What the rows and the old place tell by themselves when the new one is gone. */
export async function guessSinceMove({ source, listNamed }: Parts): Promise<SinceMove> {
  const [names, unnamed] = [await listNamed(), await findUnnamed(source)]
  const here = await readSizes(source)
  const doubtful = [...here.keys()].filter((key) => !names.has(key) && !unnamed.has(key))
  return { destroyed: [], doubtful, missing: listMissing(names, here) }
}

async function readSizes(store: FileStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, byteCount } of listFiles(store)) sizes.set(key, byteCount)
  return sizes
}

function listMissing(names: ReadonlyMap<string, boolean>, here: ReadonlyMap<string, number>): string[] {
  return [...names].filter(([key, isKept]) => isKept && !here.has(key)).map(([key]) => key)
}
