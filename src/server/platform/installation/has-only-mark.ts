import { opendir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Whether a folder of stored files has nothing in it but the mark, as the first start leaves it. */
export async function hasOnlyMark(folder: string): Promise<boolean> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (entry.isFile() && path !== join('installation', 'mark')) return false
  }
  return true
}
