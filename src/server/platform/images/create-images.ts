import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import sharp from 'sharp'
import { type DocumentType, imageMaxPixels } from '../../../domain/document/document.ts'
import type { CleanFile, CleaningFault, Images } from './images.ts'

/** Longest that one file may keep a thread busy; beyond it, it was made to. */
const maxSeconds = 20

/** How far the kind of a file is looked for: far enough to see past the profiles at the beginning of a PNG. */
const headBytes = 256 * 1024

// Every other decoder of libvips stays out of strangers' reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Detects by bytes with file-type and decodes with sharp; as many files at once as there are cores but one, the others wait. */
export function createImages(): Images & { close(): Promise<void> } {
  const inspectors = new Piscina({
    filename: new URL('./inspect-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    execArgv: [],
  })
  const inspect = (name: 'detectType' | 'isPlainPdf', bytes: Uint8Array): Promise<unknown> =>
    inspectors.run(bytes, { name, signal: AbortSignal.timeout(maxSeconds * 1000) })
  const limit = pLimit(Math.max(1, availableParallelism() - 1))

  return {
    async detectType(bytes) {
      // A copy of the beginning: a view would take the whole file along into the thread.
      const type = await inspect('detectType', bytes.slice(0, headBytes))
      return typeof type === 'string' ? type : null
    },
    async clean(bytes, type) {
      if (type === 'application/pdf') {
        return (await inspect('isPlainPdf', bytes)) === true ? { bytes, type } : { fault: 'damaged' }
      }
      return limit(() => encodeAgain(bytes, type))
    },
    close: () => inspectors.destroy(),
  }
}

async function encodeAgain(
  bytes: Uint8Array,
  type: Exclude<DocumentType, 'application/pdf'>,
): Promise<CleanFile | { fault: CleaningFault }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > imageMaxPixels) return { fault: 'too_many_pixels' }
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: imageMaxPixels, autoOrient: true })
    const encoded = type === 'image/jpeg' ? image.jpeg({ quality: 90 }) : image.png({ compressionLevel: 6 })
    return { bytes: await encoded.timeout({ seconds: maxSeconds }).toBuffer(), type }
  } catch {
    // sharp tells damage apart from nothing else: the bytes could not be decoded to the last row.
    return { fault: 'damaged' }
  }
}
