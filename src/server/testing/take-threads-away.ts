import workers from 'node:worker_threads'

/**
 * From now on no thread starts, with the error of Node where pthread_create answers EAGAIN. The returned function
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
