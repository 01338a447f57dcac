import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, removeUnfinished, writeDurably } from '../files/index.ts'
import { StartupError } from '../startup-error.ts'

export type KeptSecretOptions = {
  /** Whether something stored needs the secret that was there, asked when its file is missing. Left out, nothing does. */
  isNeeded?: () => boolean | Promise<boolean>
}

/**
 * A secret of this installation in `folder/name`, made by `make` when it is not there yet. Only our own user can read it, it is on disk
 * before it is used, and two processes that start together agree on one.
 * @throws StartupError when it is blank, or missing and needed
 */
export async function keepSecret(
  folder: string,
  name: string,
  make: () => string | Promise<string>,
  { isNeeded = () => false }: KeptSecretOptions = {},
): Promise<string> {
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(ignoreMissing)
  if (known !== null && !isBlank(known)) return known
  if (known !== null) throw new StartupError(`${file} is blank: put it back from your backup.`)
  if (await isNeeded()) {
    throw new StartupError(
      `${file} is missing, and what is stored needs it: set DATA_DIR to the folder of the installation, or put it back there from your backup.`,
    )
  }
  await makeFolder(folder, 0o700)
  await removeUnfinished(folder)
  await writeDurably(file, await make(), { keepsExisting: true })
  return readFile(file, 'utf8')
}

/** Whether a file holds nothing: no bytes, or the zeros of one that was never written out. */
function isBlank(text: string): boolean {
  return /^[\0\s]*$/.test(text)
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
