// npm run move -- database|files --to …: takes the rows of an installation to a PostgreSQL server and its files into a bucket, and back, verifies
// each of them there, and closes the old place. The same command goes on where one before it ended (docs/operations.md).
import { parseArgs } from 'node:util'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { moveRows } from './lib/move-rows.ts'
import { moveStoredFiles } from './lib/move-stored-files.ts'

const usage = `usage: npm run move -- database --to postgresql://owner@host:5432/assent [--serving postgresql://assent_server@host:5432/assent]
       npm run move -- database --to embedded [--from postgresql://owner@host:5432/assent]
       npm run move -- files --to s3|folder [--unknown]
With --dry-run it only looks and counts; with --undo, which has no --dry-run, it takes a move back, with --undo --gone also when the new place is gone for good.`

/** Somebody pressed Ctrl-C, or the machine goes down. */
class Stopped extends Error {}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.error('\nStopping after what is in hand; again ends it at once, and loses nothing either.')
    stopping.abort(new Stopped())
  })

async function move(): Promise<void> {
  const { values, positionals } = readArguments()
  const [kind, ...more] = positionals
  const { to } = values
  const { undo, gone, 'dry-run': rehearsed } = values
  if (!to || more.length > 0 || (gone && !undo) || (rehearsed && undo)) throw new StartupError(usage)
  const options = {
    to,
    isRehearsal: rehearsed ?? false,
    isUndo: undo ?? false,
    isGone: gone ?? false,
    signal: stopping.signal,
  }
  if (kind === 'database') await moveRows({ ...options, from: values.from, serving: values.serving })
  else if (kind === 'files') await moveStoredFiles({ ...options, takesUnknown: values.unknown ?? false })
  else throw new StartupError(usage)
}

function readArguments() {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: text,
        to: text,
        serving: text,
        'dry-run': flag,
        undo: flag,
        gone: flag,
        unknown: flag,
      },
    })
  } catch {
    throw new StartupError(usage)
  }
}

try {
  await move()
} catch (error) {
  if (error instanceof Stopped) {
    console.error(
      'Stopped. What has arrived stays there, neither place is served from: the same command goes on.',
    )
    process.exitCode = 130
  } else if (error instanceof StartupError) {
    console.error(error.message)
    process.exitCode = 2
  } else if (error instanceof Error && 'code' in error) {
    // What a database says may quote a row.
    console.error(
      `Stopped by an error of the database or the network (${String(error.code)}): the same command goes on when it is mended.`,
    )
    process.exitCode = 1
  } else throw error
}
