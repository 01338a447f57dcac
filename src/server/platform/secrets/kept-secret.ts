import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A secret of this installation in `folder/name`, made by `make` when it is not there yet. Only our own user can read it, it is on disk
 * before it is used, and two processes that start together agree on one.
 */
export async function keptSecret(
  folder: string,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(nullWhenMissing)
  if (known !== null) return known
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomUUID()}`
  try {
    const handle = await open(unfinished, 'w', 0o600)
    await handle.writeFile(await make())
    await handle.sync()
    await handle.close()
    // link(2) fails when the name exists, so the first one stays.
    await link(unfinished, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  const directory = await open(folder, 'r')
  await directory.sync()
  await directory.close()
  return readFile(file, 'utf8')
}

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
