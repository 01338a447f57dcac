/** The system gives no more threads: nothing was done, and later it may be. */
export class ThreadNotStarted extends Error {
  constructor(cause: unknown) {
    super('a thread did not start', { cause })
  }
}
