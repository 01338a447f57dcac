import { StartupError } from '../../src/server/platform/startup-error.ts'

/**
 * Runs a command of an operator. An error sets exit code 2. Errors that the operator can fix, including wrong options,
 * are printed as one sentence.
 */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMendable = error instanceof StartupError || code?.startsWith('ERR_PARSE_ARGS')
    // Without the other members: those of a database error may contain personal data.
    console.error(isMendable ? message : error instanceof Error ? error.stack : String(error))
    process.exitCode = 2
  }
}
