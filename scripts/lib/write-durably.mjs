import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes a file so that after a power cut its name leads to the whole of it, or to what was there before. */
export function writeDurably(path, contents) {
  const unfinished = `${path}.tmp`
  writeFileSync(unfinished, contents)
  syncPath(unfinished)
  renameSync(unfinished, path)
  syncPath(dirname(path))
}

/** Brings everything below a folder to the disk, its own names included. */
export function syncTree(folder) {
  if (!syncFileSystem(folder)) syncEach(folder)
}

/**
 * Brings the whole file system of a folder to the disk where Linux can (syncfs, by GNU's `sync -f`), and answers
 * whether it did. The 57,000 files of the packages, one after the other, wait for the disk for half a minute.
 */
function syncFileSystem(folder) {
  return process.platform === 'linux' && spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0
}

function syncEach(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncEach(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

/** Brings one file, or the names in one folder, to the disk. */
export function syncPath(path) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
