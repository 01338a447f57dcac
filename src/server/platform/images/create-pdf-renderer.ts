import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { startThreads } from '../threads/index.ts'
import type { Drawing, DrawingFault } from './images.ts'

/** Longest that drawing one file may take, from its own turn on. */
const maxMs = 15_000

/** How long a thread stays for the next file: it holds the memory of the last one. */
const idleMs = 5_000

/** Draws PDFs in threads of their own, which start when there is one to draw; one that takes too long is ended with its thread. */
export function createPdfRenderer(): {
  draw(file: Uint8Array): Promise<Drawing | { fault: DrawingFault }>
  close(): Promise<void>
} {
  const threads = Math.max(1, Math.min(2, availableParallelism() - 1))
  const pool = startThreads(new URL('./pdf-worker.ts', import.meta.url), {
    name: 'drawPages',
    maxThreads: threads,
    idleTimeout: idleMs,
    // Of JavaScript's own memory; PDFium bounds its own (pdfium.ts).
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  // The clock of a file starts with its turn: a slow one spends its own time, not that of those behind it.
  const turns = pLimit(threads)

  return {
    draw: (file) =>
      turns(async () => {
        const signal = AbortSignal.timeout(maxMs)
        try {
          return (await pool.run(file, { signal })) as Drawing | { fault: DrawingFault }
        } catch (error) {
          if (signal.aborted || isOutOfMemory(error)) return { fault: 'too_complex' }
          throw error
        }
      }),
    close: () => pool.destroy(),
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
