import workers from 'node:worker_threads'

/**
 * Makes every start of a thread fail, with Node's error after pthread_create returns EAGAIN. The returned function
 * restores threads.
 */
export function takeThreadsAway(): () => void {
  const { Worker } = workers
  class NoThread {
    constructor() {
      throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
    }
  }
  Object.assign(workers, { Worker: NoThread })
  return () => void Object.assign(workers, { Worker })
}
