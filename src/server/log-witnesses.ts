import { readFile } from 'node:fs/promises'
import { parseVerifierKey } from './platform/notes/index.ts'
import type { Witness } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'

/** What the lines of a policy begin with (c2sp.org/tlog-policy). */
const words: ReadonlySet<string> = new Set(['log', 'witness', 'group', 'quorum'])

/**
 * The witnesses of LOG_WITNESSES_FILE, null where none is given: its lines `witness NAME KEY URL`, as in c2sp.org/tlog-policy. Its other lines are for whoever checks
 * proofs.
 */
export async function readLogWitnesses(file: string | null): Promise<Witness[]> {
  if (!file) return []
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartupError(
      `LOG_WITNESSES_FILE names ${file}, which cannot be read: correct the name, or unset it.`,
    )
  })
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/[ \t]+/))
    .filter(([first = '']) => first !== '' && !first.startsWith('#'))
  const unknown = lines.find(([first = '']) => !words.has(first))
  if (unknown) {
    throw new StartupError(
      `${file} has a line that begins with "${unknown[0]}": a policy says log, witness, group or quorum there.`,
    )
  }
  return lines
    .filter(([first]) => first === 'witness')
    .map(([, name = '', verifierKey = '', url = '']) => {
      const key = parseVerifierKey(verifierKey)
      if (key?.type !== 'cosignature' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
        throw new StartupError(
          `${file} does not say who the witness "${name}" is: write "witness NAME KEY URL", with the key that its program prints.`,
        )
      }
      return { name, key, verifierKey, url: url.replace(/\/$/, '') }
    })
}
