import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Asker, createTurns } from '../waiting/index.ts'
import { type Message, readMessage, writeFrameHead } from './messages.ts'

export type { Message } from './messages.ts'

type Child = { process: ChildProcess; questions: Writable; answers: Readable }

export type ProcessOptions = {
  /** Most of them at once, with one question each; further questions wait for their turn. */
  processes: number
  /** After this long a question is slow: one of those goes on beside the others, in a process more. */
  quickMs?: number
  /**
   * Most processor time that one answer may take, in milliseconds; where the system doesn't tell, time by the clock.
   */
  maxMs: number
  /**
   * Longest that one answer may take by the clock, from its own turn on, starting the process included. `maxMs` where
   * it is not given.
   */
  patienceMs?: number
  /** How long a process stays for the next question, in milliseconds: it holds the memory of the last one. */
  idleMs: number
  /** Most memory of JavaScript's own in each, in megabytes. */
  maxHeapMb: number
  /** Most memory that each may hold in all, in bytes; beyond it, it ends itself. */
  maxMemoryBytes: number
  /** How much lower the priority is than the serving process's, as a niceness of 0 to 19. */
  niceness?: number
  /** May it start threads? */
  threads?: boolean
}

/**
 * The C library keeps what a file took for the next one. To give back and ask again for the pixels of a picture costs a
 * tenth of decoding it, and the process ends soon, and all its memory with it.
 */
const keepMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_MAX_: '0', MALLOC_TRIM_THRESHOLD_: '1000000000' }

/**
 * Processes for untrusted input: each writes nothing, starts nothing and is told no secret, and when one hangs or dies
 * the others go on. One starts when there is a question and ends after a while without any, when it hangs, and when it
 * fails.
 * @param program the processes' file, which calls `answerQuestions`
 */
export function startProcesses<Question, Answer>(
  program: URL,
  options: ProcessOptions,
): {
  /**
   * @param by who waits for the answer, null for work of the server's own
   * @throws {ProcessEndedError} when it hung or died, {ProcessNotStarted} when none could be asked, {NoTurn} when too
   * many wait
   */
  ask(question: Question, bytes: Uint8Array, by: Asker | null): Promise<Message<Answer>>
  close(): Promise<void>
} {
  const turns = createTurns({
    atOnce: options.processes,
    ...(options.quickMs === undefined ? {} : { quickMs: options.quickMs }),
  })
  const patienceMs = options.patienceMs ?? options.maxMs
  const running = new Set<Child>()
  /** Without a question, and when each ends. */
  const idle = new Map<Child, NodeJS.Timeout>()

  async function start(maxMs: number): Promise<Child> {
    const flags = [
      `--max-old-space-size=${options.maxHeapMb}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      ...(options.threads ? ['--allow-worker'] : []),
    ]
    const words = [fileURLToPath(program), String(options.maxMemoryBytes), String(process.pid)]
    const child = spawn(process.execPath, [...flags, ...words], {
      env: keepMemory,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    // Where the system gives no more, it says so after `spawn`, and there are no pipes.
    await once(child, 'spawn')
    const [, , , questions, answers] = child.stdio as unknown as [null, null, null, Writable, Readable]
    // A failed write means that the process is gone; its exit is reported separately.
    questions.on('error', () => {})
    answers.on('error', () => {})
    const started = { process: child, questions, answers }
    running.add(started)
    child.once('exit', () => {
      running.delete(started)
      takeIdle(started)
    })
    try {
      if (child.pid) setPriority(child.pid, options.niceness ?? 0)
    } catch {
      // It has ended already, which the caller is about to learn.
    }
    try {
      await listen(started, maxMs)
      return started
    } catch (error) {
      await end(started)
      throw error
    }
  }

  function takeIdle(child: Child | undefined): Child | undefined {
    clearTimeout(child && idle.get(child))
    return child && idle.delete(child) ? child : undefined
  }

  async function end(child: Child): Promise<void> {
    takeIdle(child)
    const { pid, exitCode, signalCode } = child.process
    if (!pid || exitCode !== null || signalCode !== null) return
    const gone = once(child.process, 'exit')
    child.process.kill('SIGKILL')
    await gone
  }

  return {
    ask: (head, bytes, by) =>
      turns.take(by, async () => {
        const deadline = performance.now() + patienceMs
        const left = () => deadline - performance.now()
        const child =
          takeIdle([...idle.keys()].at(-1)) ??
          (await start(left()).catch((error): never => {
            throw new ProcessNotStarted(error)
          }))
        try {
          child.questions.write(writeFrameHead({ head, bytes }))
          child.questions.write(bytes)
          const answer = await listen<Answer>(child, left(), options.maxMs)
          idle.set(child, setTimeout(end, options.idleMs, child).unref())
          return answer
        } catch (error) {
          await end(child)
          if (by && error instanceof ProcessEndedError) turns.blame(by)
          throw error
        }
      }),
    async close() {
      turns.close()
      await Promise.all([...running].map(end))
    },
  }
}

const lookEveryMs = 250

/**
 * Processor time that a process has used, in milliseconds: the system counts it in hundredths of a second
 * (proc_pid_stat(5)). 0 where it doesn't tell.
 */
function readProcessorMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return 0
  }
}

/** The next message of a process, which may take so long by the clock, and so much of the processor. */
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
    }, lookEveryMs)
    child.answers.on('data', onData)
    child.process.on('exit', onExit).on('error', onExit)
  })
}

/** A process that was asked something took longer than it may, or ended before it had answered. */
export class ProcessEndedError extends Error {
  readonly how: 'hung' | 'died'
  constructor(how: 'hung' | 'died') {
    super(`the process ${how}`)
    this.how = how
  }
}

/**
 * No process came up, as where the system gives no more processes, files or memory: nothing was looked at, and later it
 * may be.
 */
export class ProcessNotStarted extends Error {
  constructor(cause?: unknown) {
    super('a process did not come up', { cause })
  }
}

/**
 * The shutdown of this process, timed so that clients can go to another one. Both signals come once, in this order, and
 * not at all while it serves.
 */
export type Leaving = {
  /** Readiness says no, and each connection ends with its next answer; everything is still served. */
  announced: AbortSignal
  /** Event streams tell their readers to go elsewhere, and end; no new connection is taken. */
  begun: AbortSignal
}

/**
 * For the caller that ends the process: `leave` announces it, waits until a balancer had time to notice, and begins.
 */
export function createLeaving(noticeMs: number): Leaving & { leave(): Promise<void> } {
  const announcing = new AbortController()
  const beginning = new AbortController()
  return {
    announced: announcing.signal,
    begun: beginning.signal,
    async leave() {
      announcing.abort()
      if (noticeMs > 0) await wait(noticeMs)
      beginning.abort()
    },
  }
}
