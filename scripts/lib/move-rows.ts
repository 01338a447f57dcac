import { join } from 'node:path'
import { type Configuration, readConfiguration } from '../../src/server/config.ts'
import { migrate, readNewestMigration } from '../../src/server/platform/database/migrate.ts'
import { type Logins, restrictServing } from '../../src/server/platform/database/serving-role.ts'
import { prepareJobSchema } from '../../src/server/platform/jobs/index.ts'
import {
  moveDatabase,
  namePlace,
  rehearseDatabaseMove,
  type Side,
  type Tell,
  undoDatabaseMove,
} from '../../src/server/platform/moving/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import { describeAfterDatabaseMove } from './after-move.ts'
import { assertStore, readInstallationId } from './open-store.ts'
import { createProgress } from './progress.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { withConnection } from './with-database.ts'
import { assertThere, isThere, measureRoomAt, withSide } from './with-side.ts'

export type MoveOptions = {
  from?: string | undefined
  to: string
  /** The login of the role that serves from the server of `to`. */
  serving?: string | undefined
  isRehearsal: boolean
  isUndo: boolean
  /** Whether the destination of a move that is taken back is gone for good. */
  isGone: boolean
  signal: AbortSignal
}

const migrations = join(import.meta.dirname, '../../migrations')

/** npm run move -- database */
export async function moveRows(options: MoveOptions): Promise<void> {
  const configuration = readConfiguration()
  const { dataDir } = configuration
  const { from, to } = getPlaces(options, configuration)
  const { serving } = options
  if (serving && (to === 'embedded' || namePlace(serving) !== namePlace(to)))
    throw new StartupError('--serving must be another login of the same database as --to.')
  assertThere(from, dataDir)
  const name = to === 'embedded' ? `the embedded database in ${dataDir}` : namePlace(to)
  await withSide(from, '--from', dataDir, async (source) => {
    console.log(`From ${source.name}\nto   ${name}`)
    if (options.isUndo && options.isGone) return sayUndone(source, null)
    if (!options.isUndo) await assertStore(configuration, await readInstallationId(source.connectionString))
    const moveTo = async (destination: Side, logins: Logins | null) => ({
      source,
      destination,
      newestMigration: await readNewestMigration(migrations),
      prepare: () => prepare(destination, logins ?? getLogins(to, serving)),
      audit: () => audit(destination),
      measureRoom: async () => (to === 'embedded' ? measureRoomAt(dataDir) : null),
      signal: options.signal,
      now: () => new Date(),
      tell: makeTell(),
    })
    if (options.isRehearsal && !isThere(to, dataDir)) {
      await rehearseDatabaseMove(await moveTo({ connectionString: '', name }, null), false)
      return console.log('Nothing was changed.')
    }
    await withSide(to, '--to', dataDir, async ({ logins, ...destination }) => {
      if (options.isUndo) return sayUndone(source, destination)
      const move = await moveTo(destination, logins)
      if (options.isRehearsal) {
        await rehearseDatabaseMove(move)
        return console.log('Nothing was changed.')
      }
      await moveDatabase(move)
      console.log(describeAfterDatabaseMove({ source, to, serving, configuration }))
    })
  })
}

/** Where from and whereto: one of them is the embedded database unless both are named. */
function getPlaces({ from, to }: MoveOptions, configuration: Configuration): { from: string; to: string } {
  for (const [option, place] of [
    ['--from', from],
    ['--to', to],
  ]) {
    if (place !== undefined && place !== 'embedded' && !/^postgres(ql)?:\/\//.test(place))
      throw new StartupError(
        `${option} takes embedded, or the address of a database: postgresql://owner@host:5432/assent.`,
      )
  }
  const server = configuration.migrationsDatabaseUrl ?? configuration.databaseUrl ?? undefined
  const source = from ?? (to === 'embedded' ? server : 'embedded')
  if (!source)
    throw new StartupError(
      '--to embedded needs --from postgresql://owner@host:5432/assent, or MIGRATIONS_DATABASE_URL.',
    )
  if (source === to) throw new StartupError('--from and --to are the same.')
  return { from: source, to }
}

async function sayUndone(source: Side, destination: Side | null): Promise<void> {
  await undoDatabaseMove(source, destination)
  console.log(`The move was taken back: serve from ${source.name} as before.`)
}

function getLogins(to: string, serving: string | undefined): Logins {
  return { connectionString: serving ?? to, ownerConnectionString: to }
}

async function prepare({ connectionString, name }: Side, logins: Logins): Promise<void> {
  await migrate(connectionString, migrations)
  await prepareJobSchema(connectionString)
  const isOutOfReach = await restrictServing(logins)
  if (isOutOfReach || logins.connectionString === logins.ownerConnectionString) return
  throw new StartupError(
    `The role of --serving may change the evidence in ${name}: give the login of a role that owns nothing (docs/operations.md, "Two roles").`,
  )
}

async function audit({ connectionString, name }: Side): Promise<void> {
  if (await withConnection(connectionString, (database) => verifyEvidence(database, { head: null }))) return
  throw new StartupError(
    `The evidence in ${name} does not hold, and every row there is as it was at the source: run npm run audit:verify there, and take the move back with --undo.`,
  )
}

function makeTell(): Tell {
  const progress = createProgress(process.stderr)
  let total = 0
  return {
    counted(rows, tables) {
      total = rows
      console.log(`${rows} rows in ${tables} tables.`)
    },
    resumed(rows) {
      if (rows > 0) console.log(`${rows} of them are there from an earlier run.`)
      progress.start('rows', total, rows)
    },
    copied: progress.add,
    compared({ name }, { rows, sha256 }) {
      progress.end()
      console.log(`same on both sides: ${name}, ${rows} rows, SHA-256 ${sha256}`)
    },
  }
}
