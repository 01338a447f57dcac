import { availableParallelism } from 'node:os'
import type { KeptType } from '../../../domain/document/document.ts'
import { startThreads } from '../threads/index.ts'
import { createPdfRenderer } from './create-pdf-renderer.ts'
import type { CleanFile, CleaningFault, Images } from './images.ts'

/** Longest that one file may keep a thread; beyond it the thread is ended. The pictures' own limit is lower. */
const maxMs = 60_000

/** Works in threads, one file in each, on all cores; further files wait, and the event loop, which never works for long, comes in between. Detects with file-type, decodes with sharp, draws PDFs apart. */
export function createImages(): Images & { close(): Promise<void> } {
  const pool = startThreads(new URL('./image-worker.ts', import.meta.url), {
    maxThreads: availableParallelism(),
  })
  const pdfs = createPdfRenderer()
  async function work(name: string, task: unknown): Promise<unknown> {
    // Threads can load sharp's native library only once the main thread has.
    await import('sharp')
    return pool.run(task, { name, signal: AbortSignal.timeout(maxMs) })
  }

  const cleanPicture = (bytes: Uint8Array, type: KeptType) =>
    work('clean', { bytes, type }) as Promise<CleanFile | { fault: CleaningFault }>

  const cleanPdf = async (bytes: Uint8Array) => {
    const drawing = await pdfs.draw(bytes)
    return 'fault' in drawing ? drawing : (work('encode', drawing) as Promise<CleanFile>)
  }

  return {
    detectType: (bytes) => work('detectType', bytes) as Promise<string | null>,
    sha256: (bytes) => work('sha256', bytes) as Promise<string>,
    clean: (bytes, type) => (type === 'application/pdf' ? cleanPdf(bytes) : cleanPicture(bytes, type)),
    close: async () => {
      await Promise.all([pool.destroy(), pdfs.close()])
    },
  }
}
