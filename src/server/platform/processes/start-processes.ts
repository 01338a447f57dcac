import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { type Message, writeFrameHead } from './frames.ts'
import { ProcessEndedError } from './process-ended.ts'
import { ProcessNotStarted } from './process-not-started.ts'
import { readMessage } from './read-message.ts'

type Child = { process: ChildProcess; questions: Writable; answers: Readable }

export type ProcessOptions = {
  /** Most of them at once, with one question each; further questions wait. */
  processes: number
  /** Longest that one answer may take from its own turn on, starting the process included, in milliseconds. */
  maxMs: number
  /** How long a process stays for the next question, in milliseconds: it holds the memory of the last one. */
  idleMs: number
  /** Most memory of JavaScript's own in each, in megabytes. */
  maxHeapMb: number
  /** Most memory that each may hold in all, in bytes; beyond it, it ends itself. */
  maxMemoryBytes: number
  /** How much more polite than whoever serves people, 0 (not at all) to 19. */
  niceness?: number
  /** May it start threads? */
  threads?: boolean
}

/**
 * The C library keeps what a file took for the next one. To give back and ask again for the pixels of a picture costs a tenth of decoding it,
 * and the process ends soon, and all its memory with it.
 */
const keepMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_MAX_: '0', MALLOC_TRIM_THRESHOLD_: '1000000000' }

/**
 * Processes for what strangers sent: each writes nothing, starts nothing and is told no secret, and what makes it hang or die takes nobody
 * else along. One starts when there is a question and ends when there was none for a while, when it hangs, and when it fails.
 * @param program the processes' file, which calls `answerQuestions`
 */
export function startProcesses<Question, Answer>(
  program: URL,
  options: ProcessOptions,
): {
  /** @throws {ProcessEndedError} when it hung or died, {ProcessNotStarted} when none could be asked */
  ask(question: Question, bytes: Uint8Array): Promise<Message<Answer>>
  close(): Promise<void>
} {
  const turns = pLimit(options.processes)
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
    // What cannot be written goes to a process that is gone; its end is told by itself.
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
    ask: (head, bytes) =>
      turns(async () => {
        const deadline = performance.now() + options.maxMs
        const left = () => deadline - performance.now()
        const child =
          takeIdle([...idle.keys()].at(-1)) ??
          (await start(left()).catch((error): never => {
            throw new ProcessNotStarted(error)
          }))
        try {
          child.questions.write(writeFrameHead({ head, bytes }))
          child.questions.write(bytes)
          const answer = await listen<Answer>(child, left())
          idle.set(child, setTimeout(end, options.idleMs, child).unref())
          return answer
        } catch (error) {
          await end(child)
          throw error
        }
      }),
    async close() {
      turns.clearQueue()
      await Promise.all([...running].map(end))
    },
  }
}

/** The next message of a process. */
function listen<Answer>(child: Child, maxMs: number): Promise<Message<Answer>> {
  const read = readMessage<Answer>()
  return new Promise((resolve, reject) => {
    const stopListening = () => {
      clearTimeout(timer)
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
    const timer = setTimeout(fail, maxMs, 'hung')
    child.answers.on('data', onData)
    child.process.on('exit', onExit).on('error', onExit)
  })
}
