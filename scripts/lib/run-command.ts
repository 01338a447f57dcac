import { StartupError } from '../../src/server/platform/startup-error.ts'

/**
 * Runs a command of an operator. What it throws ends it with 2; what they can mend, a wrong option too, is told in one
 * sentence.
 */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMendable = error instanceof StartupError || code?.startsWith('ERR_PARSE_ARGS')
    console.error(isMendable ? message : error)
    process.exitCode = 2
  }
}
