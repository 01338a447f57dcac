import { copyFile, lstat, mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies what a folder has and the copy has not, folders in it included, and what differs in size or time. Files that go away meanwhile are left
 * out; nothing is removed from the copy. Answers how many files were copied.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => [])
  if (entries.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  let copied = 0
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copied += await copyFiles(source, target)
    else if (entry.isFile() && (await copyChanged(source, target))) copied += 1
  }
  return copied
}

async function copyChanged(source: string, target: string): Promise<boolean> {
  const [there, known] = await Promise.all([source, target].map((path) => lstat(path).catch(() => null)))
  // A copy's time is set in whole milliseconds.
  const isKnown = known?.size === there?.size && known?.mtime.getTime() === there?.mtime.getTime()
  if (!there || isKnown) return false
  try {
    await copyFile(source, target)
    await utimes(target, there.atime, there.mtime)
    return true
  } catch (error) {
    if (await lstat(source).catch(() => null)) throw error
    return false
  }
}
