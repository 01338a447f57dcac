import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../clock/index.ts'
import { ignoreMissing, syncPath } from '../files/index.ts'
import type { Macs } from '../keys/index.ts'
import { fileName, nameList, type Proof, readList, rewriteHashes } from './proofs.ts'

const backupName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.(age|files)$/

/** However old they are, these many newest backups stay. */
const alwaysKept = 3

type RemoveOptions = {
  folder: string
  /** Retention of a backup, in days. */
  days: number
  now: Date
  macs: Macs
  /** The proofs of the stored files, by id. Loses those of removed files. */
  hashes: Map<string, Proof>
}

/**
 * Removes the backups of the oldest day that is more than `days` ago, so that a clock that is ahead costs at most one
 * day of them, and the equally old files that no backup names. Keeps the newest backups. Removes no file while a list
 * is missing or was changed. Returns a sentence for each such list, and for each backup from the future.
 */
export async function removeOld({ folder, days, now, macs, hashes }: RemoveOptions): Promise<string[]> {
  const oldest = new Date(now.getTime() - days * dayMs)
  const names = (await readdir(folder)).sort()
  const kept = new Set(listTimes(names, now).slice(-alwaysKept))
  const isOld = (at: number) => at < oldest.getTime() && !kept.has(at)
  const day = names.map(toTime).find((at) => at !== null && isOld(at))
  const isRemoved = (at: number) => isOld(at) && toDay(at) === toDay(day ?? 0)
  const lists = new Set<string>()
  // Sorted, so that a backup is removed before its list.
  for (const name of names) {
    const at = toTime(name)
    if (at === null) continue
    if (isRemoved(at)) await rm(join(folder, name))
    else lists.add(nameList(name))
  }
  await syncPath(folder)
  const problems: string[] = []
  const needed = new Set<string>()
  for (const name of lists) {
    const text = await readFile(join(folder, name), 'utf8').catch(ignoreMissing)
    const list = text === null ? null : readList(text, name, macs)
    for (const id of list?.ids ?? []) needed.add(id)
    if (!list)
      problems.push(
        `${join(folder, name)} ${text === null ? 'is missing' : 'was changed'}, so no file can be removed from the set: put the list back, or remove that backup.`,
      )
  }
  if (problems.length === 0) await removeFiles(folder, { needed, oldest, hashes, macs })
  const ahead = names.filter((name) => name.endsWith('.age') && (toTime(name) ?? 0) > now.getTime())
  return [
    ...problems,
    ...ahead.map((name) => `${join(folder, name)} is from the future: remove it and its list.`),
  ]
}

type Unneeded = Pick<RemoveOptions, 'hashes' | 'macs'> & { needed: Set<string>; oldest: Date }

async function removeFiles(folder: string, { needed, oldest, hashes, macs }: Unneeded): Promise<void> {
  const before = hashes.size
  for (const name of await readdir(join(folder, 'files'))) {
    const id = name.slice(0, 32)
    const file = join(folder, 'files', name)
    if (!fileName.test(name) || needed.has(id) || (await stat(file)).mtime >= oldest) continue
    await rm(file)
    hashes.delete(id)
  }
  await syncPath(join(folder, 'files'))
  if (hashes.size < before) await rewriteHashes(folder, hashes, macs)
}

/** The start of the newest backup in a set that isn't in the future; null when there is none. */
export async function findNewestBackup(folder: string, now: Date): Promise<Date | null> {
  const newest = listTimes((await readdir(folder).catch(ignoreMissing)) ?? [], now).at(-1)
  return newest === undefined ? null : new Date(newest)
}

/** The starts of the backups up to now, oldest first. */
function listTimes(names: string[], now: Date): number[] {
  return names
    .filter((name) => name.endsWith('.age'))
    .flatMap((name) => toTime(name) ?? [])
    .filter((at) => at <= now.getTime())
    .sort((a, b) => a - b)
}

function toTime(name: string): number | null {
  const [, hour, minute, second] = backupName.exec(name) ?? []
  return hour ? Date.parse(`${hour}:${minute}:${second}`) : null
}

function toDay(at: number): number {
  return Math.floor(at / dayMs)
}
