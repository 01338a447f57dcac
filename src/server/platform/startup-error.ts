/**
 * A reason why the server cannot start, put into one sentence for the person at the terminal, with what to do about it.
 * `main.ts` prints the message alone, without a stack, and exits non-zero.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
