import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeFolder, syncPath } from '../files/index.ts'
import { causeOf, type Place } from './place.ts'

/** A folder of this machine. Its files belong to the server's user only. */
export function folderPlace(folder: string): Place {
  const root = resolve(folder)
  let rootIsDurable = false
  return {
    driver: new FSDriver({ location: root, visibility: 'private' }),
    async makeDurable(key) {
      await syncPath(join(root, key))
      // The names on the way to the file may be new too, and live in the folders above.
      for (let above = dirname(join(root, key)); ; above = dirname(above)) {
        await syncPath(above)
        if (above === root || above === dirname(above)) break
      }
      // The first file made the root, whose own name is in the folder above.
      if (!rootIsDurable) await syncPath(dirname(root))
      rootIsDurable = true
    },
    async makeRemovalDurable(key) {
      await syncPath(dirname(join(root, key))).catch((error: unknown) => {
        if (causeOf(error).code !== 'ENOENT') throw error
      })
    },
    isMissing: (error) => causeOf(error).code === 'ENOENT',
    async check() {
      await makeFolder(root, 0o700)
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}
