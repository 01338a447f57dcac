import { fstatSync, constants as modes, openSync, writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'

/** For so long a line may wait for others, so that a busy server does not write each alone. */
const gatheredMs = 50

/** More than this is written without waiting for others. */
const gatheredBytes = 8 * 1024

/** What waits for a reader at most; further lines are dropped. */
const mostWaitingBytes = 1024 * 1024

const nothing: Buffer = Buffer.alloc(0)

const warn = pino.levels.values['warn'] ?? 40

/** Lines of this process that could not be written: the reader stalled or went, or the disk is full (RUN-34). */
export const droppedLines = { count: 0 }

/**
 * Writes lines to stdout, in order: warnings and errors at once, with what waits before them; others together, within 50 ms or when the
 * process ends. It never waits for a reader and never throws: what can't be written is dropped and counted. Only an end that the process
 * doesn't notice (kill -9, a power cut) loses the lines of those 50 ms.
 */
export function gatherLines(): DestinationStream {
  const tryWrite = chooseWriter()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let isStalled = false
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    const rest = tryWrite(Buffer.concat(waiting))
    waiting = [rest]
    waitingBytes = rest.length
    isStalled = rest.length > 0
    timer = isStalled ? setTimeout(flush, gatheredMs).unref() : null
  }
  process.once('exit', flush)
  const stream = {
    // Tells `write` the level of the line (pino's API for streams).
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const bytes = Buffer.from(line)
      if (waitingBytes + bytes.length > mostWaitingBytes) return drop(bytes)
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (!isStalled && (stream.lastLevel >= warn || waitingBytes >= gatheredBytes)) flush()
      else timer ??= setTimeout(flush, gatheredMs).unref()
    },
  }
  return stream
}

/** Answers a function that writes what it can without waiting, and answers the rest. */
function chooseWriter(): (bytes: Buffer) => Buffer {
  const kind = fstatSync(1)
  if (kind.isFIFO() || kind.isSocket()) {
    process.stdout.on('error', () => {})
    return writeToPipe
  }
  const fd = kind.isCharacterDevice() ? openTerminal() : 1
  return (bytes) => writeToFile(fd, bytes)
}

/** Node writes to pipes and sockets at once as far as they take it, and keeps the rest. */
function writeToPipe(bytes: Buffer): Buffer {
  if (process.stdout.writableLength > mostWaitingBytes) drop(bytes)
  else process.stdout.write(bytes, (error) => error && drop(bytes))
  return nothing
}

function writeToFile(fd: number, bytes: Buffer): Buffer {
  let rest = bytes
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return rest
    drop(rest)
  }
  return nothing
}

/** A description of its own that doesn't wait: a terminal can be stopped (Ctrl-S). Where the system has no such path, the shared one. */
function openTerminal(): number {
  try {
    return openSync('/proc/self/fd/1', modes.O_WRONLY | modes.O_NONBLOCK | modes.O_NOCTTY)
  } catch {
    return 1
  }
}

function drop(bytes: Buffer): void {
  droppedLines.count += bytes.toString().split('\n').length - 1
}
