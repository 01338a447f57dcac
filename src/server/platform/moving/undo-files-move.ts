import { readMark, removeMark, writeMark } from '../installation/index.ts'
import { StartupError } from '../startup-error.ts'
import { type FileStore, half, hasHalf, reachStore } from './file-store.ts'
import { compareSinceMove, guessSinceMove, type SinceMove } from './files-since-move.ts'
import type { FilesMove } from './move-files.ts'
import { forgetUnnamed } from './unnamed-files.ts'

export type FilesUndo = Pick<FilesMove, 'source' | 'id' | 'listNamed' | 'refuseServed'> & {
  /** Null when it is gone for good: then nobody looks there. */
  destination: FileStore | null
}

/**
 * Lets the source of a move be served from again, and the destination no more, unless files came there since; what was destroyed there is
 * removed from the source. One that was killed is finished by the same call, and one that is refused leaves the destination to be served from.
 * @throws StartupError when there is no such move, or when it would lose what was stored since
 */
export async function undoFilesMove(undo: FilesUndo): Promise<SinceMove> {
  const { source, destination, id } = undo
  await undo.refuseServed()
  const mark = await readMark(source.storage)
  if (typeof mark !== 'object' || mark.id !== id || !mark.moved)
    throw new StartupError(`The files in ${source.name} were not moved: there is nothing to take back.`)
  const { to, isFinished } = mark.moved
  if (destination && destination.name !== to)
    throw new StartupError(
      `The files in ${source.name} were moved to ${to}, not to ${destination.name}: name that place.`,
    )
  const isServable = destination !== null && (await assertOurs(source, destination, id))
  // A move that was killed between its two marks may have been served from. Said here, since the other mark goes before anybody compares.
  if (isServable && !isFinished) await writeMark(source.storage, { id, moved: { to, isFinished: true } })
  const since = await close(undo, isFinished || isServable)
  for (const key of since.destroyed) await reachStore(source, () => source.files.remove(key))
  await writeMark(source.storage, { id })
  await forgetUnnamed(source)
  return since
}

/** Whether a destination can be served from. Only what the move made is taken back: the whole of this installation, or the half of one. */
async function assertOurs(source: FileStore, destination: FileStore, id: string): Promise<boolean> {
  const theirs = await reachStore(destination, () => readMark(destination.storage))
  if (typeof theirs === 'object' && theirs.id === id && theirs.moved)
    throw new StartupError(
      `The files in ${destination.name} were moved on to ${theirs.moved.to}: take that move back first.`,
    )
  if (typeof theirs === 'object' && theirs.id === id) return true
  if (theirs === 'none' && (await hasHalf(destination, id))) return false
  throw new StartupError(
    `${destination.name} is not the place that the files in ${source.name} were moved to: name that place, or give --gone if it is lost.`,
  )
}

/** Makes of the destination a half, which nobody begins to serve from, and only then compares: what is found stays so. */
async function close(undo: FilesUndo, isFinished: boolean): Promise<SinceMove> {
  const { destination, id } = undo
  if (!destination) return guessSinceMove(undo)
  await reachStore(destination, () => destination.storage.put(half, new TextEncoder().encode(id)))
  await reachStore(destination, () => removeMark(destination.storage))
  if (!isFinished) return { destroyed: [], doubtful: [], missing: [] }
  try {
    await undo.refuseServed()
    return await compareSinceMove(undo, destination)
  } catch (error) {
    await reachStore(destination, () => writeMark(destination.storage, { id }))
    await reachStore(destination, () => destination.storage.remove(half))
    throw error
  }
}
