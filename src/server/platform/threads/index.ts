import { createHook } from 'node:async_hooks'
import { Piscina } from 'piscina'

/** How long a thread stays for the next task. It holds tens of megabytes, and is there again in a tenth of a second. */
const idleMs = 20_000

type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>
type Options = ConstructorParameters<typeof Piscina>[0]

/**
 * Threads that run one program, one task in each, and further tasks wait. A thread starts when there is work for it and
 * ends after `idleTimeout` milliseconds without any, so that an idle server holds no memory for it. `run` throws
 * ThreadNotStarted where the system gives no more threads.
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
    // Without the options of the process: a test runner's `--conditions` pick builds of packages that Node cannot load.
    execArgv: [],
    ...options,
  })
}

class Threads<Task, Result> extends Piscina<Task, Result> {
  /**
   * The library throws from within when a thread does not start, and keeps the task: its next thread would run it, and
   * any outcome, at the latest the end of all threads, would be an unhandled rejection, which ends the process.
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

/** A task as the library queues it: one that is aborted is passed over, and `callback` hears of its end. */
type QueuedTask = { aborted: boolean; callback: () => void }

/**
 * Queues a task. If that throws, the library does not run it and has no promise to reject. The library offers no other
 * way: its signal rejects the promise that was lost, and a queue that is handed in does not see tasks with a signal.
 * Each task is an AsyncResource, and made before anything is queued.
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

/** The system gives no more threads: nothing was done, and later it may be. */
export class ThreadNotStarted extends Error {
  constructor(cause: unknown) {
    super('a thread did not start', { cause })
  }
}
