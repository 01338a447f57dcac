import { Piscina } from 'piscina'
import { ThreadNotStarted } from './thread-not-started.ts'

/** How long a thread stays for the next task. It holds tens of megabytes, and is there again in a tenth of a second. */
const idleMs = 20_000

type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>
type Options = ConstructorParameters<typeof Piscina>[0]

/**
 * Threads that run one program, one task in each, and further tasks wait. A thread starts when there is work for it and leaves when there
 * was none for `idleTimeout` milliseconds: a server that does nothing holds no memory for it. `run` throws ThreadNotStarted where the system
 * gives no more threads.
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
    // Not those of the process: a test runner's `--conditions` pick builds of packages that Node cannot load.
    execArgv: [],
    ...options,
  })
}

class Threads<Task, Result> extends Piscina<Task, Result> {
  /**
   * The library throws from within when a thread does not start, and keeps the task, of whose end nobody hears then. Its signal must not reach
   * that task any more: it would be a rejection that nobody handles, which ends the process.
   */
  override async run(task: Task, { signal, ...options }: RunOptions = {}): Promise<Result> {
    const until = new AbortController()
    const end = () => until.abort()
    const outside = signal as AbortSignal | undefined
    if (outside?.aborted) end()
    outside?.addEventListener('abort', end)
    try {
      return await super.run(task, { ...options, ...(outside ? { signal: until.signal } : {}) })
    } catch (error) {
      const isNoThread = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_INIT_FAILED'
      throw isNoThread ? new ThreadNotStarted(error) : error
    } finally {
      outside?.removeEventListener('abort', end)
    }
  }
}
