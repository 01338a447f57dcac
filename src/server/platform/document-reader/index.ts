import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import type { Logger } from '../logging/index.ts'
import { startProcesses } from '../processes/index.ts'

/** Reads pictures of documents, one at a time, in a process of its own. */
export type DocumentReader = {
  /** The name of the reader, recorded beside each verdict. */
  version: string
  /**
   * Reads a stored picture; null where the process hung, died or took too much memory on it.
   *
   * @param day the day for which it is read: which century two digits of a year mean depends on it
   */
  see(picture: Uint8Array, day: CalendarDate): Promise<Sighting | null>
}

/** The request to the reader process about a picture. */
export type Question = { day: CalendarDate }

type DocumentReaderOptions = {
  logger: Logger
  /** Most processor time that one picture may take; by the clock, which runs while others come first, thrice that. */
  maxMs?: number
  /** How long the process stays for the next picture: it holds the memory of the models. */
  idleMs?: number
  /** Most memory that the process may hold, in bytes; beyond it, it ends itself. */
  maxMemoryBytes?: number
  /** The program of the process. */
  program?: URL
}

/** The models, and what finds lines in what they say; to be raised when either changes. */
const version = 'pp-ocrv4 zxing tiny-face 6'

/** A lower priority than the serving process has. */
const niceness = 10

/**
 * Starts its process when there is a picture, and ends it when there is none for a while, when it hangs, and when it
 * fails.
 */
export function createDocumentReader({
  logger,
  maxMs = 20_000,
  idleMs = 20_000,
  maxMemoryBytes = 1_200_000_000,
  program = new URL('./reader-process.ts', import.meta.url),
}: DocumentReaderOptions): DocumentReader & { close(): Promise<void> } {
  const reader = startProcesses<Question, Sighting | null>(program, {
    processes: 1,
    maxMs,
    patienceMs: 3 * maxMs,
    idleMs,
    maxHeapMb: 256,
    maxMemoryBytes,
    niceness,
  })
  return {
    version,
    see: (picture, day) =>
      reader.ask({ day }, picture, null).then(
        ({ head }) => head,
        () => {
          // The request stays out of the log.
          logger.warn({}, 'the document reader hung or died, and is ended')
          return null
        },
      ),
    close: () => reader.close(),
  }
}
