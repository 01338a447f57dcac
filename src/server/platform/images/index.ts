import { availableParallelism } from 'node:os'
import type { KeptType } from '../../../domain/document.ts'
import type { Logger } from '../logging/index.ts'
import { type Message, ProcessEndedError, type ProcessOptions, startProcesses } from '../processes/index.ts'
import { QueueOverloaded } from '../waiting/index.ts'
import type { CleanFile, CleaningFault, FileHead, Images } from './images.ts'

export type { CleanFile, CleaningFault, Images } from './images.ts'

type Answer = CleanFile | { fault: CleaningFault }

const cores = availableParallelism()

/**
 * The time limit inside the picture process is shorter, and that of a connection longer, so that the uploader gets an
 * answer.
 */
const pictureProcesses: ProcessOptions = {
  processes: cores,
  slowAfterMs: 2_000,
  maxMs: 30_000,
  idleMs: 10_000,
  maxHeapMb: 64,
  maxMemoryBytes: 1_000_000_000,
}

/** PDFium limits its own memory (draw-pages.ts); the drawing and its encoding add to it. */
const pdfProcesses = {
  processes: Math.max(1, Math.min(2, cores - 1)),
  slowAfterMs: 1_000,
  maxMs: 15_000,
  timeoutMs: 30_000,
  idleMs: 5_000,
  maxHeapMb: 128,
  maxMemoryBytes: 1_000_000_000,
  threads: true,
} satisfies ProcessOptions

/**
 * Time limit for one file, in milliseconds of wall-clock time.
 * @internal a test compares it with the server's timeout.
 */
export const longestCleaningMs = Math.max(pictureProcesses.maxMs, pdfProcesses.timeoutMs)

const defaultPrograms = {
  pictures: new URL('./picture-process.ts', import.meta.url),
  pdfs: new URL('./pdf-process.ts', import.meta.url),
}

/**
 * Decodes with sharp and draws with PDFium in child processes, one file in each, with a process for pictures per core;
 * other files wait for their turn. A file that crashes its decoder is refused and affects no other file.
 */
export function createImages(
  logger: Logger,
  programs = defaultPrograms,
): Images & { close(): Promise<void> } {
  const pictures = startProcesses<KeptType, FileHead>(programs.pictures, pictureProcesses)
  const pdfs = startProcesses<null, FileHead>(programs.pdfs, pdfProcesses)

  /** The process's answer, or `endedIs` when the file ended the process. */
  async function clean(work: () => Promise<Message<FileHead>>, endedIs: CleaningFault): Promise<Answer> {
    try {
      const { head, bytes } = await work()
      return 'fault' in head ? head : { ...head, bytes }
    } catch (error) {
      if (error instanceof QueueOverloaded) return { fault: 'busy' }
      if (!(error instanceof ProcessEndedError)) throw error
      logger.warn({ how: error.how }, 'a process that decodes files hung or died, and is ended')
      return { fault: endedIs }
    }
  }

  return {
    detectType,
    clean: (bytes, type, by) =>
      type === 'application/pdf'
        ? clean(() => pdfs.ask(null, bytes, by), 'too_complex')
        : clean(() => pictures.ask(type, bytes, by), 'damaged'),
    close: async () => {
      await Promise.all([pictures.close(), pdfs.close()])
    },
  }
}

/** The number of bytes from which the accepted types can be detected: checking them takes microseconds. */
const headBytes = 4100

/** The media type by the bytes, null when unknown. */
async function detectType(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes.slice(0, headBytes)))?.mime ?? null
}
