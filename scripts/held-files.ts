// npm run held-files -- RECORD-CODE --to FOLDER --for "reason": takes out the photos and IDs that a legal hold keeps, for a court or an authority.
// That it was done is in the record's trail. docs/operations.md says when to do it.
import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../src/server/config.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { writeDurably } from '../src/server/platform/files/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { type NotTaken, type Taken, takeHeldFiles } from '../src/server/records/index.ts'
import { withDatabase } from './lib/with-database.ts'
import { withStorage } from './lib/with-storage.ts'

const usage = 'usage: npm run held-files -- RECORD-CODE --to FOLDER --for "reason"'

const refusals: Record<NotTaken['refused'], string> = {
  no_hold: 'No legal hold is in force for such a record. Nothing was taken, and nothing was noted.',
  ambiguous:
    'Several held records have this code: give the whole id. Nothing was taken, and nothing was noted.',
  no_files: 'The files of this record are not in the storage. Nothing was taken, and nothing was noted.',
}

async function take(code: string, reason: string): Promise<Taken> {
  const taken = await withStorage(readConfiguration(), (storage) =>
    withDatabase((database) => takeHeldFiles({ clock: systemClock, database, storage }, { code, reason })),
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
  // Before anything is noted: what cannot be written is not taken.
  await mkdir(folder, { mode: 0o700 }).catch(() => {
    throw new StartupError(`${folder} could not be made: give a folder that is not there yet.`)
  })
  const { files, missing } = await take(code, reason).catch(async (error: unknown) => {
    await rmdir(folder)
    throw error
  })
  for (const { name, bytes } of files) await writeDurably(join(folder, name), bytes)
  console.log(`${files.length} files are in ${folder}. The trail of the record says that they were taken.`)
  if (missing.length === 0) return
  console.error(`Not in the storage, and so not in the folder: ${missing.join(', ')}. The list says so too.`)
  process.exitCode = 1
}

try {
  await run()
} catch (error) {
  console.error(error instanceof StartupError ? error.message : String(error))
  process.exitCode = 2
}
