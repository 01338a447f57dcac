import { createHook } from 'node:async_hooks'
import { Piscina } from 'piscina'

/**
 * How long an idle thread is kept for the next task. It holds tens of megabytes, and starts again in a tenth of a
 * second.
 */
const idleMs = 20_000

type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>
type Options = ConstructorParameters<typeof Piscina>[0]

/**
 * Runs one program in threads, one task in each; further tasks wait. A thread starts when there is work and ends after
 * `idleTimeout` milliseconds without any, so that an idle server spends no memory on it. `run` throws ThreadNotStarted
 * when the system can't start another thread.
 * @param program the program's file, whose functions are the tasks
 */
export function startThreads<Task, Result>(
  program: URL,
  options: Options & { maxThreads: number },
): Piscina<Task, Result> {
  return new Threads<Task, Result>({
    filename: program.href,
    minThreads: 0,
    idleTimeout: idleMs,
    // Omits the options of the process: a test runner's `--conditions` would select package builds that Node can't
    // load.
    execArgv: [],
    ...options,
  })
}

class Threads<Task, Result> extends Piscina<Task, Result> {
  /**
   * When a thread fails to start, the library throws internally and keeps the task. Its next thread would run it, and
   * any result, at the latest the end of all threads, would be an unhandled rejection, which ends the process.
   */
  override async run(task: Task, { signal, ...options }: RunOptions = {}): Promise<Result> {
    const until = new AbortController()
    const end = () => until.abort()
    const outside = signal as AbortSignal | undefined
    if (outside?.aborted) end()
    outside?.addEventListener('abort', end)
    try {
      return await queueOrForget(() =>
        super.run(task, { ...options, ...(outside ? { signal: until.signal } : {}) }),
      )
    } catch (error) {
      const isNoThread = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_INIT_FAILED'
      throw isNoThread ? new ThreadNotStarted(error) : error
    } finally {
      outside?.removeEventListener('abort', end)
    }
  }
}

/** A task in the library's queue: an aborted task is skipped, and `callback` is called when it ends. */
type QueuedTask = { aborted: boolean; callback: () => void }

/**
 * Queues a task. If that throws, makes the library skip the task, so that it has no promise to reject. The library
 * offers no other way: its signal rejects the lost promise, and a custom queue doesn't receive tasks with a signal.
 * Each task is an AsyncResource, and is created before it is queued.
 */
function queueOrForget<Queued>(queue: () => Queued): Queued {
  let queued: QueuedTask | null = null
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'Piscina.Task') queued = resource as QueuedTask
    },
  })
  hook.enable()
  try {
    return queue()
  } catch (error) {
    Object.assign(queued ?? {}, { aborted: true, callback: () => {} } satisfies QueuedTask)
    throw error
  } finally {
    hook.disable()
  }
}

/** The system can't start another thread. The task wasn't run; a retry may succeed. */
export class ThreadNotStarted extends Error {
  constructor(cause: unknown) {
    super('a thread did not start', { cause })
  }
}
