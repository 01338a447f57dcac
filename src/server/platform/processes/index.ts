import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createFairQueue, type Requester } from '../waiting/index.ts'
import { type Message, readMessage, writeFrameHead } from './messages.ts'

export type { Message } from './messages.ts'

type Child = { process: ChildProcess; questions: Writable; answers: Readable }

export type ProcessOptions = {
  /** Maximum number of processes, each with one request; further requests wait for their turn. */
  processes: number
  /** A request is slow after this time. One slow request at a time continues in an extra process, beside the others. */
  slowAfterMs?: number
  /** CPU time limit for one answer, in milliseconds; wall-clock time when the system doesn't report CPU time. */
  maxMs: number
  /**
   * Wall-clock limit for one answer, from the start of its turn, including the start of the process. Defaults to
   * `maxMs`.
   */
  timeoutMs?: number
  /** How long an idle process is kept for the next request, in milliseconds: it holds the memory of the last one. */
  idleMs: number
  /** Limit of the JavaScript heap of each process, in megabytes. */
  maxHeapMb: number
  /** Limit of the total memory of each process, in bytes; above it, the process kills itself. */
  maxMemoryBytes: number
  /** How much lower the priority is than that of the serving process, as a niceness of 0 to 19. */
  niceness?: number
  threads?: boolean
}

/**
 * Makes the C library keep freed memory for the next file. Returning the pixels of a picture and requesting memory
 * again costs a tenth of decoding, and the process ends soon and frees everything.
 */
const keepMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_MAX_: '0', MALLOC_TRIM_THRESHOLD_: '1000000000' }

/**
 * Runs processes for untrusted input. They can't write files or start processes, and get no secrets; when one hangs or
 * dies, the others continue. A process starts when there is a request, and ends when it is idle, hangs or fails.
 * @param program the processes' file, which calls `answerQuestions`
 */
export function startProcesses<Question, Answer>(
  program: URL,
  options: ProcessOptions,
): {
  /**
   * Asks a second, new process when the first one dies.
   * @param by who waits for the answer; null for the server's own work
   * @throws {ProcessEndedError} when a process hung or two died, {ProcessNotStarted} when none could be started,
   * {QueueOverloaded} when too many requests wait
   */
  ask(question: Question, bytes: Uint8Array, by: Requester | null): Promise<Message<Answer>>
  close(): Promise<void>
} {
  const turns = createFairQueue({
    capacity: options.processes,
    ...(options.slowAfterMs === undefined ? {} : { slowAfterMs: options.slowAfterMs }),
  })
  const timeoutMs = options.timeoutMs ?? options.maxMs
  const running = new Set<Child>()
  /** The processes without a request, with the timer that ends each. */
  const idle = new Map<Child, NodeJS.Timeout>()

  async function start(maxMs: number): Promise<Child> {
    const flags = [
      `--max-old-space-size=${options.maxHeapMb}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      ...(options.threads ? ['--allow-worker'] : []),
    ]
    const programArguments = [fileURLToPath(program), String(options.maxMemoryBytes), String(process.pid)]
    const child = spawn(process.execPath, [...flags, ...programArguments], {
      env: keepMemory,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    // When the system is out of resources, `spawn` fails here; there are no pipes then.
    await once(child, 'spawn')
    const [, , , questions, answers] = child.stdio as unknown as [null, null, null, Writable, Readable]
    // A failed write means that the process is gone; its exit is reported separately.
    questions.on('error', () => {})
    answers.on('error', () => {})
    const started = { process: child, questions, answers }
    running.add(started)
    child.once('exit', () => {
      running.delete(started)
      removeIdle(started)
    })
    try {
      if (child.pid) setPriority(child.pid, options.niceness ?? 0)
    } catch {
      // The process has already ended; the caller gets that error below.
    }
    try {
      await listen(started, maxMs)
      return started
    } catch (error) {
      await end(started)
      throw error
    }
  }

  function removeIdle(child: Child | undefined): Child | undefined {
    clearTimeout(child && idle.get(child))
    return child && idle.delete(child) ? child : undefined
  }

  async function end(child: Child): Promise<void> {
    removeIdle(child)
    const { pid, exitCode, signalCode } = child.process
    if (!pid || exitCode !== null || signalCode !== null) return
    const gone = once(child.process, 'exit')
    child.process.kill('SIGKILL')
    await gone
  }

  const startWithin = (maxMs: number) =>
    start(maxMs).catch((error): never => {
      throw new ProcessNotStarted(error)
    })

  async function askChild(child: Child, head: Question, bytes: Uint8Array, maxMs: number) {
    try {
      child.questions.write(writeFrameHead({ head, bytes }))
      child.questions.write(bytes)
      const answer = await listen<Answer>(child, maxMs, options.maxMs)
      idle.set(child, setTimeout(end, options.idleMs, child).unref())
      return answer
    } catch (error) {
      await end(child)
      throw error
    }
  }

  return {
    ask: (head, bytes, by) =>
      turns.run(by, async () => {
        const deadline = performance.now() + timeoutMs
        const remainingMs = () => deadline - performance.now()
        const attempt = async (used?: Child) =>
          askChild(used ?? (await startWithin(remainingMs())), head, bytes, remainingMs())
        try {
          // The memory of an earlier question, or the system, may have ended the first process.
          const first = await attempt(removeIdle([...idle.keys()].at(-1))).catch(rethrowUnlessDied)
          return first ?? (await attempt())
        } catch (error) {
          if (by && error instanceof ProcessEndedError) turns.penalise(by)
          throw error
        }
      }),
    async close() {
      turns.close()
      await Promise.all([...running].map(end))
    },
  }
}

function rethrowUnlessDied(error: unknown): undefined {
  const end = error instanceof ProcessNotStarted ? error.cause : error
  if (!(end instanceof ProcessEndedError && end.how === 'died')) throw error
}

const checkIntervalMs = 250

/**
 * CPU time used by a process, in milliseconds; the system counts it in hundredths of a second (proc_pid_stat(5)). 0
 * when it can't be read.
 */
function readProcessorMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return 0
  }
}

/** The next message of a process, within limits of wall-clock time and CPU time. */
function listen<Answer>(child: Child, maxMs: number, maxProcessorMs = maxMs): Promise<Message<Answer>> {
  const read = readMessage<Answer>()
  const { pid } = child.process
  const before = readProcessorMs(pid)
  return new Promise((resolve, reject) => {
    const stopListening = () => {
      clearTimeout(timer)
      clearInterval(looking)
      child.answers.off('data', onData)
      child.process.off('exit', onExit).off('error', onExit)
    }
    const fail = (how: 'hung' | 'died') => {
      stopListening()
      reject(new ProcessEndedError(how))
    }
    const onData = (chunk: Buffer) => {
      const answer = read(chunk)
      if (!answer) return
      stopListening()
      resolve(answer)
    }
    const onExit = () => fail('died')
    const timer = setTimeout(fail, before > 0 ? maxMs : Math.min(maxMs, maxProcessorMs), 'hung')
    const looking = setInterval(() => {
      if (readProcessorMs(pid) - before > maxProcessorMs) fail('hung')
    }, checkIntervalMs)
    child.answers.on('data', onData)
    child.process.on('exit', onExit).on('error', onExit)
  })
}

/** A process exceeded its time limit, or ended before it answered a request. */
export class ProcessEndedError extends Error {
  readonly how: 'hung' | 'died'
  constructor(how: 'hung' | 'died') {
    super(`the process ${how}`)
    this.how = how
  }
}

/**
 * No process could be started, such as when the system is out of processes, files or memory. The request wasn't
 * examined; a retry may succeed.
 */
export class ProcessNotStarted extends Error {
  constructor(cause?: unknown) {
    super('a process did not come up', { cause })
  }
}

/**
 * The shutdown of this process, timed so that clients can go to another one. Each signal fires once, in this order, and
 * only at shutdown.
 */
export type Shutdown = {
  /** Readiness fails, and each connection closes after its next response; everything is still served. */
  announced: AbortSignal
  /** Event streams tell their readers to reconnect elsewhere, and end; no new connection is accepted. */
  begun: AbortSignal
}

/**
 * Used by the code that ends the process: `shutDown` announces the shutdown, waits until a load balancer had time to
 * notice, and begins it.
 */
export function createShutdown(noticeMs: number): Shutdown & { shutDown(): Promise<void> } {
  const announcing = new AbortController()
  const beginning = new AbortController()
  return {
    announced: announcing.signal,
    begun: beginning.signal,
    async shutDown() {
      announcing.abort()
      if (noticeMs > 0) await wait(noticeMs)
      beginning.abort()
    },
  }
}
