/**
 * The reason why the server can't start, in one sentence for the operator, with the remedy. `main.ts` prints only the
 * message, without a stack, and exits non-zero.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
