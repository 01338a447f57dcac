// npm run held-files -- RECORD-CODE --to FOLDER --for "reason": exports the photos and IDs under a legal hold, for a
// court or an authority. The record's audit trail records the export. docs/audits.md explains when to use it.
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
  no_hold:
    'No record with this code is under a legal hold. Nothing was exported, and the audit trail is unchanged.',
  ambiguous:
    'Several held records have this code. Give the whole id. Nothing was exported, and the audit trail is unchanged.',
  no_files:
    'The files of this record are missing in the storage. Nothing was exported, and the audit trail is unchanged.',
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
  await make(folder, `${folder} could not be created. Give a folder that doesn't exist yet.`)
  const removed = [folder]
  let isNoted = false
  try {
    await make(
      unfinished,
      `${unfinished} could not be created. If it exists, an earlier run was interrupted: the audit trail of its record shows whether the files were exported. Move the folder away, or give another one.`,
    )
    removed.push(unfinished)
    const { files, missing } = await take({ code, reason }, (all) => writeAll(unfinished, all))
    isNoted = true
    await rename(unfinished, folder)
    report(folder, files.length, missing)
  } catch (error) {
    // Once the trail records the export, the files stay.
    if (!isNoted) for (const each of removed) await rm(each, { recursive: true, force: true })
    else console.error(`The files are in ${unfinished}. The audit trail records the export.`)
    throw error
  }
}

function make(folder: string, otherwise: string): Promise<unknown> {
  return mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new StartupError(otherwise)
  })
}

/** Writes all files or throws. The audit trail is written after this resolves. */
async function writeAll(folder: string, files: Taken['files']): Promise<void> {
  try {
    for (const { name, bytes } of files) await writeDurably(join(folder, name), bytes)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new StartupError(
      `The files could not be written to ${folder} (${why}). Nothing was exported, and the audit trail is unchanged.`,
      { cause: error },
    )
  }
}

function report(folder: string, count: number, missing: readonly string[]): void {
  console.log(`${count} files are in ${folder}. The audit trail records the export.`)
  if (missing.length === 0) return
  console.error(
    `Missing in the storage, so not exported: ${missing.join(', ')}. The list in the folder shows this.`,
  )
  process.exitCode = 1
}

await runCommand(run)
