import { type Mark, readMark, writeMark } from '../installation/index.ts'
import { StartupError } from '../startup-error.ts'
import { toKey } from '../storage/index.ts'
import { carryFile } from './carry-file.ts'
import { type FileStore, half, hasHalf, listEverything, listFiles, reachStore } from './file-store.ts'
import { toMegabytes } from './megabytes.ts'
import { forgetUnnamed, noteUnnamed } from './unnamed-files.ts'

export type FilesMove = {
  source: FileStore
  destination: FileStore
  /** The id of the installation that both the database and the source have. */
  id: string
  /** Every name that the rows have now; true where the file has to be there. */
  listNamed(): Promise<ReadonlyMap<string, boolean>>
  /** Whether files that no row names go too. They are told either way. */
  takesUnknown: boolean
  /** How many bytes the destination has room for; null where nobody can say. */
  measureRoom(): Promise<number | null>
  /** Throws while a server of the installation runs. */
  refuseServed(): Promise<void>
  signal: AbortSignal
  tell: FilesTell
}

/** What somebody who waits is told. */
export type FilesTell = {
  counted(files: number, bytes: number): void
  /** A file is at the destination and was read back there. */
  carried(bytes: number): void
  /** A file that no row names. */
  unknown(key: string): void
  /** A file that a row names and that is not at the source. */
  missing(key: string): void
}

/** Each is whole in memory, twice, and none is above 11 MB. */
const atOnce = 8

/** Looks at both and changes neither: everything that would end a move before its first file ends this too. Tells what it counts. */
export async function rehearseFilesMove(move: FilesMove): Promise<void> {
  const { isBegun } = await assertBoth(move)
  await survey(move, isBegun)
}

/**
 * Carries every stored file into another store, as it lies there and without a key, reads each back, and closes the source for ever. A move that
 * ended anywhere before is finished by the same call, which believes nothing that it has not read again. Nothing is removed from the source.
 * @throws StartupError in one sentence when it cannot be done; the signal's reason when it was told to stop
 */
export async function moveFiles(move: FilesMove): Promise<void> {
  const { source, destination, id } = move
  const { isFinished, isBegun } = await assertBoth(move)
  const moved = { to: destination.name, isFinished: false }
  if (!isFinished) {
    const going = await survey(move, isBegun)
    await reachStore(destination, () => destination.storage.put(half, new TextEncoder().encode(id)))
    // A list that an earlier move left says nothing about this one.
    await forgetUnnamed(source)
    await writeMark(source.storage, { id, moved })
    await carryAll(move, going, isBegun)
    await followChanges(move, going)
    // From here on the destination can be served from: everything is there and was read.
    await reachStore(destination, () => writeMark(destination.storage, { id }))
  }
  await writeMark(source.storage, { id, moved: { ...moved, isFinished: true } })
  await reachStore(destination, () => destination.storage.remove(half))
}

async function assertBoth(move: FilesMove): Promise<{ isFinished: boolean; isBegun: boolean }> {
  const { source, destination, id } = move
  await move.refuseServed()
  const mark = await readMark(source.storage)
  if (typeof mark !== 'object' || mark.id !== id) throw new StartupError(explainSourceFault(source, mark))
  if (mark.moved && mark.moved.to !== destination.name)
    throw new StartupError(
      `The stored files ${mark.moved.isFinished ? 'were' : 'are being'} moved from ${source.name} to ${mark.moved.to}: name that place, or take the move back with --undo first.`,
    )
  if (mark.moved?.isFinished) {
    const isTakenBack = (await readMark(destination.storage)) === 'none' && (await hasHalf(destination, id))
    if (isTakenBack)
      throw new StartupError(`The taking back of this move did not end: run the same with --undo again.`)
    await reachStore(destination, () => destination.storage.remove(half))
    throw new StartupError(`The stored files were moved to ${destination.name} already; nothing was changed.`)
  }
  // A store that was moved out of, taken back or left before has our half too: only a source that says so has begun.
  const isBegun = mark.moved !== undefined && (await hasHalf(destination, id))
  if (!isBegun) await refuseFilled(destination)
  return { isBegun, isFinished: isBegun && typeof (await readMark(destination.storage)) === 'object' }
}

/** One that died before its first file left its half. */
async function refuseFilled(destination: FileStore): Promise<void> {
  for await (const { key } of listEverything(destination)) {
    if (key === toKey(half)) continue
    throw new StartupError(
      `${destination.name} is not empty (${key}): name another place, or empty it. Nothing was changed.`,
    )
  }
}

function explainSourceFault(source: FileStore, mark: Mark | 'none' | 'unreadable'): string {
  if (mark === 'unreadable')
    return `The files in ${source.name} were written with another document key: give the DOCUMENT_KEY_FILE or KMS_KEY_ID that the server has.`
  return mark === 'none'
    ? `${source.name} has no mark of an installation: name the store that the server had, or start it there once.`
    : `${source.name} belongs to another database: correct DATA_DIR, S3_BUCKET or DATABASE_URL, so that both are of one installation.`
}

/** The files that go by their keys, with their sizes; those that no row names, and how many bytes go. */
type Survey = { going: Map<string, number>; unnamed: Set<string>; missing: string[]; bytes: number }

async function look({ source, listNamed, takesUnknown }: FilesMove): Promise<Survey> {
  const names = await listNamed()
  const going = new Map<string, number>()
  const unnamed = new Set<string>()
  let bytes = 0
  for await (const { key, byteCount } of listFiles(source)) {
    if (!names.has(key)) unnamed.add(key)
    if (!names.has(key) && !takesUnknown) continue
    going.set(key, byteCount)
    bytes += byteCount
  }
  const missing = [...names].filter(([key, isKept]) => isKept && !going.has(key)).map(([key]) => key)
  return { going, unnamed, missing, bytes }
}

/** What goes. Tells of what no row names and of what is missing. */
async function survey(move: FilesMove, isBegun: boolean): Promise<Survey['going']> {
  const { destination, tell } = move
  const { going, unnamed, missing, bytes } = await look(move)
  for (const key of unnamed) tell.unknown(key)
  for (const key of missing) tell.missing(key)
  tell.counted(going.size, bytes)
  const room = isBegun ? null : await move.measureRoom()
  if (room !== null && room < bytes)
    throw new StartupError(
      `${destination.name} has room for ${toMegabytes(room)}, and the files are ${toMegabytes(bytes)}: make room, then run this again.`,
    )
  return going
}

/**
 * A server that started in the moment before the source was marked may have stored and destroyed files until it was stopped. Nobody has since,
 * so that what the rows and the source say now is the last word. Notes what no row names, which an undo has to know.
 */
async function followChanges(move: FilesMove, carried: Survey['going']): Promise<void> {
  const { source, destination } = move
  await move.refuseServed()
  const { going, unnamed, missing } = await look(move)
  const more = [...going].filter(([key, byteCount]) => carried.get(key) !== byteCount)
  await carryAll(move, more, true)
  const kept = new Set(missing)
  for await (const { key } of listFiles(destination))
    if (!going.has(key) && !unnamed.has(key) && !kept.has(key))
      await reachStore(destination, () => destination.files.remove(key))
  await noteUnnamed(source, unnamed)
}

async function carryAll(
  move: FilesMove,
  going: Iterable<[key: string, byteCount: number]>,
  isBegun: boolean,
): Promise<void> {
  const { source, destination, signal, tell } = move
  const waiting = going[Symbol.iterator]()
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const carriers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      either.throwIfAborted()
      const [key, byteCount] = next.value
      tell.carried(await carryFile(source, destination, { key, byteCount }, isBegun))
    }
  })
  try {
    await Promise.all(carriers)
  } catch (error) {
    // The others end after the file that each has in hand.
    ending.abort(error)
    await Promise.allSettled(carriers)
    throw error
  }
}
