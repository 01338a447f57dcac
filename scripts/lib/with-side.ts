import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareDataFolder } from '../../src/server/data-folder.ts'
import { assertServer } from '../../src/server/platform/database/assert-server.ts'
import { startEmbeddedDatabase } from '../../src/server/platform/database/embedded/embedded-database.ts'
import type { Logins } from '../../src/server/platform/database/serving-role.ts'
import { readRoom } from '../../src/server/platform/disk/index.ts'
import { namePlace, type Side } from '../../src/server/platform/moving/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'

/** A side with both logins, where the embedded database has them. */
type OpenSide = Side & { logins: Logins | null }

/**
 * Runs `work` on the database that `place` names: the URL of a server, or `embedded`, which is started in DATA_DIR, held so that no server
 * serves from it meanwhile, and stopped after.
 * @param option by what the URL was given
 * @throws StartupError when it cannot be reached, is too old, or is served from
 */
export async function withSide<T>(
  place: string,
  option: string,
  dataDir: string,
  work: (side: OpenSide) => Promise<T>,
): Promise<T> {
  if (place !== 'embedded') {
    await assertServer(place, { by: option, otherwise: '' })
    return work({ connectionString: place, name: namePlace(place), logins: null })
  }
  await prepareDataFolder(dataDir)
  const embedded = await startEmbeddedDatabase(dataDir)
  try {
    return await work({
      connectionString: embedded.ownerConnectionString,
      name: `the embedded database in ${dataDir}`,
      logins: embedded,
    })
  } finally {
    await embedded.stop()
  }
}

/** Whether there is a database to look at: an embedded one may never have been made. */
export function isThere(place: string, dataDir: string): boolean {
  return place !== 'embedded' || existsSync(join(dataDir, 'postgres'))
}

/** @throws StartupError when `place` is an embedded database that was never made */
export function assertThere(place: string, dataDir: string): void {
  if (isThere(place, dataDir)) return
  throw new StartupError(
    `There is no database in ${dataDir}: set DATA_DIR to the one to move, or name a server with --from.`,
  )
}

/** How many bytes are free where a folder is, or will be. */
export async function measureRoomAt(folder: string): Promise<number> {
  if (!existsSync(folder) && dirname(folder) !== folder) return measureRoomAt(dirname(folder))
  return (await readRoom(folder)).freeBytes
}
