import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { DocumentScan } from '../../../domain/identity-document/verdict.ts'
import type { Logger } from '../logging/index.ts'
import { startProcesses } from '../processes/index.ts'

/** Reads pictures of documents, one at a time, in its own process. */
export type DocumentReader = {
  /** The name of the reader, recorded beside each verdict. */
  version: string
  /**
   * Reads a stored picture; null when the process hung, crashed or used too much memory on it.
   *
   * @param day the day of reading, which decides the century of a two-digit year
   */
  scan(picture: Uint8Array, day: CalendarDate): Promise<DocumentScan | null>
}

/** The request to the reader process about a picture. */
export type Question = { day: CalendarDate }

type DocumentReaderOptions = {
  logger: Logger
  /**
   * CPU time limit for one picture. The wall-clock limit is three times as long, since the process has a low priority.
   */
  maxMs?: number
  /** How long the idle process is kept for the next picture: it holds the models in memory. */
  idleMs?: number
  /** Memory limit of the process, in bytes; above it, the process exits. */
  maxMemoryBytes?: number
  /** The program of the process. */
  program?: URL
}

/** Identifies the models and the code that finds lines in their output; raise it when either changes. */
const version = 'pp-ocrv4 zxing tiny-face 7'

/** A lower priority than the serving process has. */
const niceness = 10

/** Starts its process when there is a picture, and ends it when it is idle, hangs or fails. */
export function createDocumentReader({
  logger,
  maxMs = 20_000,
  idleMs = 20_000,
  maxMemoryBytes = 1_200_000_000,
  program = new URL('./reader-process.ts', import.meta.url),
}: DocumentReaderOptions): DocumentReader & { close(): Promise<void> } {
  const reader = startProcesses<Question, DocumentScan | null>(program, {
    processes: 1,
    maxMs,
    timeoutMs: 3 * maxMs,
    idleMs,
    maxHeapMb: 256,
    maxMemoryBytes,
    niceness,
  })
  return {
    version,
    scan: (picture, day) =>
      reader.ask({ day }, picture, null).then(
        ({ head }) => head,
        () => {
          // The request isn't logged.
          logger.warn({}, 'the document reader hung or died, and is ended')
          return null
        },
      ),
    close: () => reader.close(),
  }
}
