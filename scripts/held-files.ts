// npm run held-files -- RECORD-CODE --to FOLDER --for "reason": takes out the photos and IDs that a legal hold keeps,
// for a court or an authority. That it was done is in the record's trail. docs/audits.md says when to do it.
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../src/server/config.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import { writeDurably } from '../src/server/platform/files/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { type NotTaken, type Taken, takeHeldFiles } from '../src/server/records/index.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'
import { withStorage } from './lib/with-storage.ts'

const usage = 'usage: npm run held-files -- RECORD-CODE --to FOLDER --for "reason"'

const refusals: Record<NotTaken['refused'], string> = {
  no_hold: 'No legal hold is in force for such a record. Nothing was taken, and nothing was noted.',
  ambiguous:
    'Several held records have this code: give the whole id. Nothing was taken, and nothing was noted.',
  no_files: 'The files of this record are not in the storage. Nothing was taken, and nothing was noted.',
}

async function take(
  { code, reason }: { code: string; reason: string },
  write: (files: Taken['files']) => Promise<void>,
): Promise<Taken> {
  const taken = await withStorage(readConfiguration(), (storage) =>
    withDatabase((database) =>
      takeHeldFiles({ clock: systemClock, database, storage }, { code, reason }, write),
    ),
  )
  if ('refused' in taken) throw new StartupError(refusals[taken.refused])
  return taken
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, for: { type: 'string' } },
    allowPositionals: true,
  })
  const [code] = positionals
  const reason = values.for?.trim()
  if (!code || !values.to || !reason) throw new StartupError(usage)
  const folder = values.to
  const unfinished = `${folder}.unfinished`
  await make(folder, `${folder} could not be made: give a folder that is not there yet.`)
  const removed = [folder]
  let isNoted = false
  try {
    await make(
      unfinished,
      `${unfinished} could not be made. If it is there, a run was cut off: the trail of its record says whether its files were taken. Move it away, or give another folder.`,
    )
    removed.push(unfinished)
    const { files, missing } = await take({ code, reason }, (all) => writeAll(unfinished, all))
    isNoted = true
    await rename(unfinished, folder)
    report(folder, files.length, missing)
  } catch (error) {
    // What the trail says was taken stays where it is.
    if (!isNoted) for (const each of removed) await rm(each, { recursive: true, force: true })
    else
      console.error(`The files are in ${unfinished}, and the trail of the record says that they were taken.`)
    throw error
  }
}

function make(folder: string, otherwise: string): Promise<unknown> {
  return mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new StartupError(otherwise)
  })
}

/** All or nothing: the trail is written to when this has resolved. */
async function writeAll(folder: string, files: Taken['files']): Promise<void> {
  try {
    for (const { name, bytes } of files) await writeDurably(join(folder, name), bytes)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'it failed'
    throw new StartupError(
      `The files could not be written to ${folder} (${why}). Nothing was taken, and nothing was noted.`,
      { cause: error },
    )
  }
}

function report(folder: string, count: number, missing: readonly string[]): void {
  console.log(`${count} files are in ${folder}. The trail of the record says that they were taken.`)
  if (missing.length === 0) return
  console.error(`Not in the storage, and so not in the folder: ${missing.join(', ')}. The list says so too.`)
  process.exitCode = 1
}

await runCommand(run)
