import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import type { Logger } from '../logging/index.ts'
import type { DocumentReader } from './document-reader.ts'

export type DocumentReaderOptions = {
  logger: Logger
  /** Longest that one picture may take, starting the process included. */
  maxMs?: number
  /** How long the process stays for the next picture: it holds the memory of the models. */
  idleMs?: number
  /** Most memory that the process may hold, in bytes; beyond it, it ends itself. */
  maxMemoryBytes?: number
  /** The program of the process. */
  program?: URL
}

/** The models, and what finds lines in what they say; to be raised when either changes. */
const version = 'pp-ocrv4 zxing 3'

/** More polite than whoever serves people. */
const niceness = 10

/** Starts its process when there is a picture, and ends it when there is none for a while, when it hangs, and when it fails. */
export function createDocumentReader({
  logger,
  maxMs = 20_000,
  idleMs = 20_000,
  maxMemoryBytes = 1_200_000_000,
  program = new URL('./reader-process.ts', import.meta.url),
}: DocumentReaderOptions): DocumentReader & { close(): Promise<void> } {
  const turns = pLimit(1)
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const child = fork(fileURLToPath(program), [String(maxMemoryBytes)], {
      serialization: 'advanced',
      // It decodes what strangers sent: it writes nothing, starts nothing, and is told no secret.
      execArgv: ['--max-old-space-size=256', '--permission', '--allow-fs-read=*', '--allow-addons'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => {
      if (running === child) running = null
    })
    try {
      if (child.pid) setPriority(child.pid, niceness)
    } catch {
      // It has ended already, which the caller is about to learn.
    }
    return child
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const child = running
    running = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  return {
    version,
    see: (picture, day) =>
      turns(async () => {
        clearTimeout(idle)
        running ??= start()
        const sighting = await ask(running, { picture, day }, maxMs)
        if (sighting) {
          idle = setTimeout(end, idleMs).unref()
          return sighting
        }
        // What it was told stays out of the log.
        logger.warn({}, 'the document reader hung or died, and is ended')
        await end()
        return null
      }),
    async close() {
      turns.clearQueue()
      await end()
    },
  }
}

/** The answer of the process to one question; null when none comes. */
function ask(child: ChildProcess, question: object, maxMs: number): Promise<Sighting | null> {
  return new Promise((resolve) => {
    const finish = (sighting: Sighting | null) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      for (const event of ['exit', 'error'] as const) child.off(event, onEnd)
      resolve(sighting)
    }
    const onMessage = (answer: unknown) => finish(answer as Sighting | null)
    const onEnd = () => finish(null)
    const timer = setTimeout(onEnd, maxMs)
    child.once('message', onMessage)
    for (const event of ['exit', 'error'] as const) child.once(event, onEnd)
    child.send(question, (error) => {
      if (error) finish(null)
    })
  })
}
