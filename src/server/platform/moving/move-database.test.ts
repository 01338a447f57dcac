import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyTable } from '../../testing/everything-kept.ts'
import { makeLane } from '../../testing/make-lane.ts'
import { register } from '../../testing/people.ts'
import { completeRecord } from '../../testing/records.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { cloneDatabase, createEmptyDatabase, createTestDatabase } from '../../testing/test-database.ts'
import { type Database, isFenced, sql } from '../database/index.ts'
import { migrate, readNewestMigration } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { restrictServing } from '../database/serving-role.ts'
import { prepareJobSchema } from '../jobs/index.ts'
import { startWorkers } from '../jobs/workers.ts'
import { StartupError } from '../startup-error.ts'
import {
  type DatabaseMove,
  moveDatabase,
  namePlace,
  rehearseDatabaseMove,
  type Side,
  undoDatabaseMove,
} from './index.ts'

const migrations = join(import.meta.dirname, '../../../../migrations')
const newest = await readNewestMigration(migrations)

let filled: TestApp
let closing: (() => Promise<unknown>)[]
let source: Side
/** The login of the role that serves from the source. */
let servingSource: Side
let database: Database
/** The rows that somebody who waits was told of. */
let copied: number
let resumed: number

/** One installation with a sealed record; each test that moves gets a copy. */
beforeAll(async () => {
  filled = await createTestApp()
  await completeRecord(filled, await register(filled))
  await filled.runJobs()
})
afterAll(() => filled.close())
beforeEach(() => {
  closing = []
  copied = 0
  resumed = 0
  beOn(filled)
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
})

function beOn(logins: Pick<TestApp, 'connectionString' | 'ownerConnectionString'>): void {
  source = toSide(logins.ownerConnectionString)
  servingSource = toSide(logins.connectionString)
  database = opened(source)
}

const onACopy = () =>
  beforeEach(async () => {
    const copy = await cloneDatabase(filled.connectionString)
    closing.push(() => copy.drop())
    beOn(copy)
  })

const toSide = (connectionString: string): Side => ({ connectionString, name: namePlace(connectionString) })

/** The login of the role that serves, for the database of another one. */
const servingAt = ({ connectionString }: Side): Side =>
  toSide(
    Object.assign(new URL(servingSource.connectionString), { pathname: new URL(connectionString).pathname })
      .href,
  )

/** A database that has nothing at all, and sorts text as people do. */
async function emptyPlace(): Promise<Side> {
  const empty = await createEmptyDatabase()
  closing.push(() => empty.drop())
  return toSide(empty.ownerConnectionString)
}

/** What a move leaves that was killed before its first row: tables. */
async function newPlace(): Promise<Side> {
  const migrated = await createTestDatabase()
  closing.push(() => migrated.drop())
  return toSide(migrated.ownerConnectionString)
}

function opened({ connectionString }: Side): Database {
  const connection = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
  closing.push(() => connection.close())
  return connection
}

const moveTo = (destination: Side, more: Partial<DatabaseMove> = {}): DatabaseMove => ({
  source,
  destination,
  newestMigration: newest,
  prepare: async () => {},
  measureRoom: async () => null,
  audit: async () => {},
  signal: new AbortController().signal,
  now: () => new Date('2026-03-11T12:00:00.000Z'),
  tell: {
    counted() {},
    resumed: (rows) => {
      resumed = rows
    },
    copied: (rows) => {
      copied += rows
    },
    compared() {},
  },
  ...more,
})

/** A move into a database that has not even tables. */
const moveIntoNothing = (destination: Side): DatabaseMove =>
  moveTo(destination, {
    async prepare() {
      const { connectionString: ownerConnectionString } = destination
      await migrate(ownerConnectionString, migrations)
      await prepareJobSchema(ownerConnectionString)
      await restrictServing({
        connectionString: servingAt(destination).connectionString,
        ownerConnectionString,
      })
    },
  })

/** Everything but what each side says of the move itself, and when its migrations landed. */
async function keptIn(place: Database): Promise<Record<string, string>> {
  const kept = await everyTable(place)
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([name]) => !/^(public\.(moves|schema_migrations)|graphile_worker\.migrations)$/.test(name),
    ),
  )
}

describe('a move of the database', () => {
  onACopy()

  it('brings every row, number and foreign key, and leaves nothing of the source out (MOVE-1)', async () => {
    const destination = await emptyPlace()
    const before = await keptIn(database)
    await moveDatabase(moveIntoNothing(destination))
    const there = opened(destination)
    expect(await keptIn(there)).toEqual(before)
    expect(await keptIn(database)).toEqual(before)
    expect(copied).toBeGreaterThan(20)
    const structure = sql`
      SELECT (SELECT json_agg(pg_get_constraintdef(oid) ORDER BY conrelid::regclass::text, conname) FROM pg_constraint WHERE contype = 'f') AS keys,
        (SELECT json_agg(s ORDER BY sequencename) FROM (SELECT sequencename, last_value FROM pg_sequences) s) AS numbers`
    expect(await there.row(structure)).toEqual(await database.row(structure))

    const serving = opened(servingAt(destination))
    await expect(serving.run(sql`DELETE FROM audit_events`)).rejects.toThrow('permission denied')
    await expect(there.run(sql`DELETE FROM audit_events`)).rejects.toThrow('append')
    await serving.run(sql`UPDATE users SET updated_at = updated_at`)
  })

  it('goes on where it stopped, in the middle of a table too, and copies no row twice (MOVE-2)', async () => {
    const destination = await newPlace()
    const before = await keptIn(database)
    let total = 0
    for (const stopAfter of [1, 30, Number.POSITIVE_INFINITY]) {
      const stopping = new AbortController()
      let now = 0
      const tell = {
        ...moveTo(destination).tell,
        copied(rows: number) {
          now += rows
          if (now >= stopAfter) stopping.abort(new Error('stopped'))
        },
      }
      const run = moveDatabase(moveTo(destination, { signal: stopping.signal, tell, batchRows: 3 }))
      if (stopAfter === Number.POSITIVE_INFINITY) await run
      else await expect(run).rejects.toThrow('stopped')
      expect(resumed).toBe(total)
      total += now
    }
    expect(await keptIn(opened(destination))).toEqual(before)
  })

  it('begins in a place that was marked and got no row, as by one that died before its first (MOVE-2)', async () => {
    const destination = await newPlace()
    await opened(destination).run(
      sql`INSERT INTO moves (id, side, other, began_at) VALUES (gen_random_uuid(), 'destination', 'elsewhere', now())`,
    )
    await moveDatabase(moveIntoNothing(destination))
    expect(await migrate(destination.connectionString, migrations)).toEqual([])
  })

  it('does not finish with one value that changed on the way, and finishes when it is right (MOVE-2, MOVE-3)', async () => {
    const destination = await newPlace()
    const dying = () => Promise.reject(new Error('died'))
    await expect(moveDatabase(moveTo(destination, { audit: dying }))).rejects.toThrow('died')
    const there = opened(destination)
    await there.run(sql`UPDATE users SET updated_at = updated_at + interval '1 microsecond'`)
    await expect(moveDatabase(moveTo(destination))).rejects.toThrow('(public.users)')
    expect(await there.row(sql`SELECT finished_at FROM moves`)).toEqual({ finished_at: null })
    await there.run(sql`UPDATE users SET updated_at = updated_at - interval '1 microsecond'`)
    await moveDatabase(moveTo(destination))
    // As if it had died between the two sides.
    await database.run(sql`UPDATE moves SET finished_at = NULL`)
    await moveDatabase(moveTo(destination))
    expect(await database.rows(sql`SELECT FROM moves WHERE finished_at IS NULL`)).toEqual([])
  })

  it('closes both sides to everybody from the first row on, and a half one is taken back (MOVE-4, MOVE-5)', async () => {
    const destination = await newPlace()
    const stopping = new AbortController()
    const tell = {
      ...moveTo(destination).tell,
      copied: (rows: number) => rows > 0 && stopping.abort(new Error('stopped')),
    }
    await expect(moveDatabase(moveTo(destination, { signal: stopping.signal, tell }))).rejects.toThrow(
      'stopped',
    )
    const write = sql`INSERT INTO user_feedback (rating, created_at) VALUES (5, now())`
    await expect(database.run(write)).rejects.toThrow('this database was moved elsewhere')
    await expect(opened(servingSource).run(write)).rejects.toThrow('this database was moved elsewhere')
    expect(await Promise.all([database, opened(destination)].map(isFenced))).toEqual([true, true])
    await expect(migrate(source.connectionString, migrations)).rejects.toThrow(
      new RegExp(`is being moved to ${destination.name} since .*--undo`),
    )
    await expect(migrate(destination.connectionString, migrations)).rejects.toThrow(
      `unfinished half of a move from ${source.name}`,
    )
    await undoDatabaseMove(source, destination)
    expect(await migrate(source.connectionString, migrations)).toEqual([])
    await database.run(write)
    await expect(moveDatabase(moveTo(destination))).rejects.toThrow('is not empty')
  })

  it('says where the rows went, and is taken back until the new place was written (MOVE-4, MOVE-5, MOVE-6)', async () => {
    const [destination, other] = [await newPlace(), await newPlace()]
    await expect(undoDatabaseMove(source, destination)).rejects.toThrow('there is nothing to take back')
    await moveDatabase(moveTo(destination))
    const moved = `moved to ${destination.name}`
    await expect(migrate(source.connectionString, migrations)).rejects.toThrow(`${moved} on 2026-03-11`)
    expect(await migrate(destination.connectionString, migrations)).toEqual([])
    await expect(moveDatabase(moveTo(destination))).rejects.toThrow(`${moved} already`)
    await expect(moveDatabase(moveTo(other))).rejects.toThrow(`${moved}: name that place`)
    await expect(undoDatabaseMove(source, other)).rejects.toThrow(`not to ${other.name}`)

    const there = opened(destination)
    await there.run(sql`UPDATE users SET updated_at = updated_at + interval '1 day'`)
    await expect(undoDatabaseMove(source, destination)).rejects.toThrow(
      '(public.users): move it back instead',
    )
    await expect(migrate(source.connectionString, migrations)).rejects.toThrow(moved)
    await there.run(sql`UPDATE users SET updated_at = updated_at - interval '1 day'`)
    await undoDatabaseMove(source, destination)
    expect(await migrate(source.connectionString, migrations)).toEqual([])
    await expect(migrate(destination.connectionString, migrations)).rejects.toThrow('unfinished half')
  })

  it('stays closed when the new place was moved on, or is another one by now (MOVE-4, MOVE-5)', async () => {
    const [second, third] = [await newPlace(), await newPlace()]
    await moveDatabase(moveTo(second))
    await moveDatabase({ ...moveTo(third), source: second })
    await expect(undoDatabaseMove(source, second)).rejects.toThrow(`was moved on to ${third.name}`)
    await opened(second).run(sql`DELETE FROM moves`)
    await expect(undoDatabaseMove(source, second)).rejects.toThrow('give --gone if it is lost')
    expect(await isFenced(database)).toBe(true)
    await expect(database.run(sql`UPDATE users SET updated_at = now()`)).rejects.toThrow('moved elsewhere')
  })

  it('is taken back when the half was emptied by hand (MOVE-5)', async () => {
    const destination = await newPlace()
    const dying = () => Promise.reject(new Error('died'))
    await expect(moveDatabase(moveTo(destination, { audit: dying }))).rejects.toThrow('died')
    const empty = await emptyPlace()
    await undoDatabaseMove(source, { ...empty, name: destination.name })
    await database.run(sql`UPDATE users SET updated_at = now()`)
  })

  it('is taken back without a look when the new place is gone (MOVE-5)', async () => {
    const destination = await newPlace()
    await moveDatabase(moveTo(destination))
    await opened(destination).run(sql`UPDATE users SET updated_at = now()`)
    await undoDatabaseMove(source, null)
    await database.run(sql`UPDATE users SET updated_at = now()`)
  })
})

describe('a server that starts at the wrong moment', () => {
  onACopy()

  async function serveFrom({ connectionString }: Side): Promise<void> {
    const lanes = [makeLane({})]
    const workers = await startWorkers({ connectionString, lanes, recurring: [], logger: silentLogger })
    closing.push(() => workers.stop())
  }

  it('keeps the move from ending, on the old place (MOVE-16)', async () => {
    const destination = await emptyPlace()
    const move = moveIntoNothing(destination)
    const prepare = async () => {
      await move.prepare()
      await serveFrom(servingSource)
    }
    await expect(moveDatabase({ ...move, prepare })).rejects.toThrow(`runs on ${source.name}`)
    expect(await Promise.all([database, opened(destination)].map(isFenced))).toEqual([true, true])
  })

  it('keeps the move from ending, on the new place (MOVE-16)', async () => {
    const destination = await newPlace()
    const audit = () => serveFrom(servingAt(destination))
    await expect(moveDatabase(moveTo(destination, { audit }))).rejects.toThrow(`runs on ${destination.name}`)
    expect(await Promise.all([database, opened(destination)].map(isFenced))).toEqual([true, true])
  })

  it('finds the new place closed while an undo compares, and opens it when that refuses (MOVE-5)', async () => {
    const destination = await newPlace()
    await moveDatabase(moveTo(destination))
    const there = opened(destination)
    await there.run(sql`UPDATE users SET updated_at = updated_at + interval '1 day'`)
    // Who compares waits for the table that somebody holds.
    const holding = there.transaction(async (tx) => {
      await tx.run(sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`)
      const undone = undoDatabaseMove(source, destination)
      undone.catch(() => {})
      const looking = opened(destination)
      const waits = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass`
      while (!(await looking.row(waits)));
      expect(await isFenced(looking)).toBe(true)
      return { undone }
    })
    const { undone } = await holding
    await expect(undone).rejects.toThrow('(public.users): move it back instead')
    expect(await isFenced(there)).toBe(false)
    await there.run(sql`UPDATE users SET updated_at = updated_at - interval '1 day'`)
    await undoDatabaseMove(source, destination)
    expect(await isFenced(database)).toBe(false)
  })

  it('is looked for by an undo after one that was killed when it had closed the new place (MOVE-5)', async () => {
    const destination = await newPlace()
    await moveDatabase(moveTo(destination))
    const there = opened(destination)
    await there.run(sql`UPDATE users SET updated_at = updated_at + interval '1 day'`)
    await there.run(sql`UPDATE moves SET finished_at = NULL`)
    await expect(moveDatabase(moveTo(destination))).rejects.toThrow('run the same with --undo again')
    await expect(undoDatabaseMove(source, destination)).rejects.toThrow('move it back instead')
    expect(await Promise.all([database, there].map(isFenced))).toEqual([true, false])
  })
})

describe('a move is refused before anything changed', () => {
  async function refused(move: DatabaseMove, words: string): Promise<void> {
    for (const attempt of [rehearseDatabaseMove, moveDatabase]) {
      const error: unknown = await attempt(move).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StartupError)
      expect((error as Error).message).toContain(words)
    }
    expect(await database.rows(sql`SELECT FROM moves`)).toEqual([])
  }

  it('changes nothing when it is only rehearsed (MOVE-8)', async () => {
    const destination = await emptyPlace()
    let counted = 0
    const { tell } = moveTo(destination)
    await rehearseDatabaseMove(
      moveTo(destination, { tell: { ...tell, counted: (rows) => (counted = rows) } }),
    )
    expect(counted).toBeGreaterThan(20)
    expect(await opened(destination).rows(sql`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
    expect(await database.rows(sql`SELECT FROM moves`)).toEqual([])
  })

  it('while a server runs (MOVE-6)', async () => {
    const workers = await startWorkers({
      connectionString: servingSource.connectionString,
      lanes: [makeLane({})],
      recurring: [],
      logger: silentLogger,
    })
    closing.push(() => workers.stop())
    await refused(moveTo(await newPlace()), 'A server of this installation runs on')
  })

  it('into a database that holds something, ours or not (MOVE-6)', async () => {
    const ours = await newPlace()
    await opened(ours).run(sql`INSERT INTO user_feedback (rating, created_at) VALUES (5, now())`)
    await refused(moveTo(ours), 'is not empty')
    const strange = await emptyPlace()
    await opened(strange).run(sql`CREATE TABLE strange (id integer)`)
    await refused(moveTo(strange), 'is not empty')
  })

  it('with a role that owns nothing, on either side (MOVE-6)', async () => {
    await refused({ ...moveTo(await newPlace()), source: servingSource }, 'does not own the tables')
    await refused(moveTo(servingAt(await newPlace())), 'may not make tables')
  })

  it('without room for it (MOVE-6)', async () => {
    await refused(moveTo(await newPlace(), { measureRoom: async () => 1_000_000 }), 'has room for 1 MB')
  })

  it('between versions of the program (MOVE-6)', async () => {
    const place = await newPlace()
    await refused(moveTo(place, { newestMigration: newest + 1 }), 'lacks migrations')
    await refused(moveTo(place, { newestMigration: newest - 1 }), 'newer version')
  })
})
