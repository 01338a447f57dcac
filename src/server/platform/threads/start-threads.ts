import { Piscina } from 'piscina'

/** How long a thread stays for the next task. It holds tens of megabytes, and is there again in a tenth of a second. */
const idleMs = 20_000

type Options = ConstructorParameters<typeof Piscina>[0]

/**
 * Threads that run one program, one task in each, and further tasks wait. A thread starts when there is work for it and leaves when there
 * was none for `idleTimeout` milliseconds: a server that does nothing holds no memory for it.
 * @param program the program's file, whose functions are the tasks
 */
export function startThreads<Task, Result>(
  program: URL,
  options: Options & { maxThreads: number },
): Piscina<Task, Result> {
  return new Piscina<Task, Result>({
    filename: program.href,
    minThreads: 0,
    idleTimeout: idleMs,
    // Not those of the process: a test runner's `--conditions` pick builds of packages that Node cannot load.
    execArgv: [],
    ...options,
  })
}
