import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { CleanFile, CleaningFault, Images } from './images.ts'
// Worker threads can load sharp's native library only once the main thread has.
import 'sharp'

/** Longest that one file may keep a thread; beyond it the thread is ended. The pictures' own limit is lower. */
const maxMs = 60_000

/** Works in threads, one file in each, on all cores but one; further files wait. Detects with file-type, decodes with sharp. */
export function createImages(): Images & { close(): Promise<void> } {
  const threads = Math.max(1, availableParallelism() - 1)
  const pool = new Piscina({
    filename: new URL('./image-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    // Not those of the process: a test runner's `--conditions` are its own matter.
    execArgv: [],
  })
  const work = (name: string, task: unknown): Promise<unknown> =>
    pool.run(task, { name, signal: AbortSignal.timeout(maxMs) })

  return {
    detectType: (bytes) => work('detectType', bytes) as Promise<string | null>,
    sha256: (bytes) => work('sha256', bytes) as Promise<string>,
    clean: (bytes, type) => work('clean', { bytes, type }) as Promise<CleanFile | { fault: CleaningFault }>,
    close: () => pool.destroy(),
  }
}
