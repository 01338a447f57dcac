import { join } from 'node:path'
import { readConfiguration } from '../../src/server/config.ts'
import { listNamedFiles } from '../../src/server/named-files.ts'
import {
  type FilesMove,
  type FilesTell,
  holdSide,
  moveFiles,
  rehearseFilesMove,
  type Side,
  toMegabytes,
  undoFilesMove,
} from '../../src/server/platform/moving/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import { toKey } from '../../src/server/platform/storage/index.ts'
import { describeAfterFilesMove } from './after-move.ts'
import type { MoveOptions } from './move-rows.ts'
import { readInstallationId, withStores } from './open-store.ts'
import { createProgress } from './progress.ts'
import { withConnection } from './with-database.ts'
import { assertThere, measureRoomAt, withSide } from './with-side.ts'

export type FilesOptions = Omit<MoveOptions, 'from' | 'serving'> & { takesUnknown: boolean }

/** npm run move -- files */
export async function moveStoredFiles(options: FilesOptions): Promise<void> {
  const { to, isUndo, isGone, isRehearsal, takesUnknown, signal } = options
  if (to !== 's3' && to !== 'folder') throw new StartupError('--to takes s3 or folder.')
  const configuration = readConfiguration()
  const { dataDir } = configuration
  const rows = configuration.databaseUrl ?? 'embedded'
  assertThere(rows, dataDir)
  await withStores(configuration, async ({ bucket, folder }) => {
    if (!bucket)
      throw new StartupError(
        'Set S3_BUCKET, and what belongs to it, to the bucket: the same variables as the server has.',
      )
    const [source, destination] = to === 's3' ? [folder, bucket] : [bucket, folder]
    console.log(`From ${source.name}\nto   ${destination.name}`)
    await withSide(rows, 'DATABASE_URL', dataDir, async (side) => {
      const tell = makeTell(takesUnknown)
      const parts = {
        source,
        destination,
        id: await readInstallationId(side.connectionString),
        listNamed: () => listNamesIn(side),
        takesUnknown,
        measureRoom: async () => (to === 'folder' ? measureRoomAt(join(dataDir, 'files')) : null),
        signal,
        tell,
      }
      await holdSide(side, async (refuseServed) => {
        const move: FilesMove = { ...parts, refuseServed }
        if (isUndo) return sayUndone(move, isGone)
        if (isRehearsal) {
          await rehearseFilesMove(move)
          return console.log('Nothing was changed.')
        }
        await moveFiles(move)
        tell.end()
        console.log(describeAfterFilesMove(to, source.name, configuration))
      })
    })
  })
}

async function sayUndone(move: FilesMove, isGone: boolean): Promise<void> {
  const { source, destination } = move
  const since = await undoFilesMove({ ...move, destination: isGone ? null : destination })
  for (const key of since.missing) move.tell.missing(key)
  for (const key of since.doubtful)
    console.log(
      `DOUBTFUL ${key}: no row names it any more. Remove it, unless the database is older than what was served last.`,
    )
  if (isGone)
    console.log(
      `Nobody looked into ${destination.name}: what was stored there since the move is lost, and what was destroyed there is here still, where it is not removed by hand (DOUBTFUL). If that place is not gone after all, erase it.`,
    )
  else
    console.log(`${since.destroyed.length} files that were destroyed since the move were removed here too.`)
  console.log(`The move was taken back: serve with ${source.name} as before.`)
}

/** Every name that the rows have, and whether the file has to be there: about 100 bytes of memory each. */
function listNamesIn({ connectionString }: Side): Promise<Map<string, boolean>> {
  return withConnection(connectionString, async (database) => {
    const names = new Map<string, boolean>()
    for await (const { address, isKept } of listNamedFiles(database))
      names.set(toKey(address), isKept || names.get(toKey(address)) === true)
    return names
  })
}

function makeTell(takesUnknown: boolean): FilesTell & { end(): void } {
  const progress = createProgress(process.stderr, toMegabytes)
  return {
    counted(files, bytes) {
      console.log(`${files} files, ${toMegabytes(bytes)}.`)
      progress.start('files', bytes)
    },
    carried: progress.add,
    unknown: (key) =>
      console.log(
        takesUnknown
          ? `UNKNOWN ${key}: no row names it; it is taken along.`
          : `UNKNOWN ${key}: no row names it; it stays where it is. With --unknown it is taken along.`,
      ),
    missing: (key) => console.log(`MISSING ${key}: a row names it, and it is not there.`),
    end: progress.end,
  }
}
