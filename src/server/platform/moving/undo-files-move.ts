import { readMark, removeMark, writeMark } from '../installation/index.ts'
import { StartupError } from '../startup-error.ts'
import { type FileStore, half, hasHalf, isOwn, reaching } from './file-store.ts'
import type { FilesMove } from './move-files.ts'

/**
 * Lets the source of a move be served from again, and the destination no more, unless files came or went there since. `destination` is null
 * when it is gone for good: then nobody looks.
 * @throws StartupError when there is no such move, or when it would lose what was stored since
 */
export async function undoFilesMove({
  source,
  destination,
  id,
  named,
  refuseServed,
}: Pick<FilesMove, 'source' | 'id' | 'named' | 'refuseServed'> & {
  destination: FileStore | null
}): Promise<void> {
  await refuseServed()
  const mark = await readMark(source.storage)
  if (typeof mark !== 'object' || mark.id !== id || !mark.moved)
    throw new StartupError(`The files in ${source.name} were not moved: there is nothing to take back.`)
  const { to, isFinished } = mark.moved
  if (destination && destination.name !== to)
    throw new StartupError(
      `The files in ${source.name} were moved to ${to}, not to ${destination.name}: name that place.`,
    )
  if (destination) {
    await refuseMovedOn(source, destination, id)
    if (isFinished) await refuseUsed(source, destination, named)
    await reaching(destination, () => destination.storage.put(half, new TextEncoder().encode(id)))
    await reaching(destination, () => removeMark(destination.storage))
  }
  await writeMark(source.storage, { id })
}

/** Only what the move made is taken back: the whole of this installation, or the half of one. */
async function refuseMovedOn(source: FileStore, destination: FileStore, id: string): Promise<void> {
  const theirs = await reaching(destination, () => readMark(destination.storage))
  if (typeof theirs === 'object' && theirs.id === id && theirs.moved)
    throw new StartupError(
      `The files in ${destination.name} were moved on to ${theirs.moved.to}: take that move back first.`,
    )
  if (typeof theirs === 'object' ? theirs.id === id : theirs === 'none' && (await hasHalf(destination, id)))
    return
  throw new StartupError(
    `${destination.name} is not the place that the files in ${source.name} were moved to: name that place, or give --gone if it is lost.`,
  )
}

/** A file that only one of them has came or went since the move. */
async function refuseUsed(
  source: FileStore,
  destination: FileStore,
  named: FilesMove['named'],
): Promise<void> {
  const [here, there] = [await keysOf(source), await keysOf(destination)]
  const lonely =
    [...there].find((key) => !here.has(key)) ?? [...here].find((key) => named.has(key) && !there.has(key))
  if (lonely === undefined) return
  throw new StartupError(
    `${destination.name} was served from since (${lonely}): move the files back instead, into a new place.`,
  )
}

function keysOf(store: FileStore): Promise<Set<string>> {
  return reaching(store, async () => {
    const keys = new Set<string>()
    for await (const { key } of store.files.list()) if (!isOwn(key)) keys.add(key)
    return keys
  })
}
