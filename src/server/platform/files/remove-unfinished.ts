import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What `writeDurably` writes to before the file has its name. */
export const unfinishedEnding = '.tmp'

/** Longer than any of our files takes to write. */
const unfinishedForMs = 60_000

/** Removes what writers left in a folder when they were killed: whole or half a copy that nobody would ever read, or remove. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.endsWith(unfinishedEnding))) {
    const file = join(folder, name)
    // Another process may be writing it, or removing it.
    const writtenAt = await stat(file)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (Date.now() - writtenAt > unfinishedForMs) await rm(file, { force: true })
  }
}
