import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string | undefined>()

/** Does work on behalf of a request: what it enqueues is known by that id, in this process and wherever the job is done. */
export function runOnBehalfOf<T>(requestId: string | undefined, work: () => T): T {
  return requests.run(requestId, work)
}

/** The request on whose behalf this happens; undefined where nobody asked, as by the clock. */
export function findRequestIdOfNow(): string | undefined {
  return requests.getStore()
}
