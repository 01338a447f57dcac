/** No process came up, as where the system gives no more processes, files or memory: nothing was looked at, and later it may be. */
export class ProcessNotStarted extends Error {
  constructor(cause?: unknown) {
    super('a process did not come up', { cause })
  }
}
