import { constants } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { causeOf, type Place } from './place.ts'

/** A folder of this machine. Its files belong to the server's user only. */
export function folderPlace(folder: string): Place {
  const root = resolve(folder)
  return {
    driver: new FSDriver({ location: root, visibility: 'private' }),
    async makeDurable(key) {
      await sync(join(root, key))
      // The names on the way to the file may be new too, and live in the folders above.
      for (let above = dirname(join(root, key)); ; above = dirname(above)) {
        await sync(above)
        if (above === root || above === dirname(above)) return
      }
    },
    async makeRemovalDurable(key) {
      await sync(dirname(join(root, key))).catch((error: unknown) => {
        if (causeOf(error).code !== 'ENOENT') throw error
      })
    },
    isMissing: (error) => causeOf(error).code === 'ENOENT',
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
