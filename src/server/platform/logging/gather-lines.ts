import { type DestinationStream, pino } from 'pino'

/** For so long a line may wait for others, so that a busy server does not write each by itself. */
const gatheredMs = 50

const warn = pino.levels.values['warn'] ?? 40

/**
 * Writes lines to a file descriptor, in order: warnings and errors at once, with whatever waits before them; others together, within 50 ms or
 * when this process ends. Only an end that it does not notice (kill -9, a power cut) loses the lines of those 50 ms.
 */
export function gatherLines(fd: number): DestinationStream {
  const lines = pino.destination({ fd, sync: true, minLength: 8 * 1024 })
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    lines.flushSync()
  }
  process.once('exit', flush)
  const stream = {
    // Tells `write` the level of the line (pino's API for streams).
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      lines.write(line)
      if (stream.lastLevel >= warn) flush()
      else timer ??= setTimeout(flush, gatheredMs).unref()
    },
  }
  return stream
}
