import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A path in the project. */
export const inProject = (...parts) => join(root, ...parts)

/** Prints one sentence and ends the script with 1. For what the person at the terminal can mend. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
