// npm run audit:verify [-- --head SIZE:ROOT | --checkpoint FILE | --state FILE]: walks the audit trail of every
// verification, compares it with what was sealed of it and with the log of seals, names the first thing that is not as
// it was written, and says what it could not see. With a state it goes on where it was cut off, and looks at what is
// new alone once it came to its end.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { type KeptHead, parseTree } from '../src/server/records/index.ts'
import { verifyEvidence } from './lib/verify-evidence.ts'
import { withDatabase } from './lib/with-database.ts'

/**
 * A state of the log that was kept elsewhere: in a checkpoint, as witnesses and evidence packs have it, or a line of an
 * earlier run.
 */
async function findKeptState(
  checkpointFile: string | undefined,
  head: string | undefined,
): Promise<KeptHead | null> {
  if (checkpointFile === undefined) return findKeptHead(head)
  const tree = parseTree(await readFile(checkpointFile, 'utf8').catch(() => ''))
  if (!tree) throw new StartupError(`--checkpoint names ${checkpointFile}, which is no checkpoint of a log.`)
  return tree
}

function findKeptHead(text: string | undefined): KeptHead | null {
  if (text === undefined) return null
  const [, size, rootHash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!size || !rootHash) throw new StartupError('--head takes what this check printed last time: SIZE:ROOT.')
  return { size: Number(size), rootHash }
}

try {
  const { values } = parseArgs({
    options: {
      head: { type: 'string' },
      checkpoint: { type: 'string' },
      state: { type: 'string' },
    },
  })
  const kept = await findKeptState(values.checkpoint, values.head)
  if (kept && values.state !== undefined)
    throw new StartupError('--state keeps a state of the log itself: give it, or --head, or --checkpoint.')
  const isSound = await withDatabase((database) =>
    verifyEvidence(database, { head: kept, stateFile: values.state }),
  )
  if (!isSound) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
