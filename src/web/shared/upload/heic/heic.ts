import { heicMaxBytes, imageMaxPixels } from '../../../../domain/document.ts'
import { takePhotoFromPicture } from '../../camera/take-photo.ts'
import type { DecoderAnswer } from './heic-decoder.ts'

/** `type`: it isn't HEIC. `unavailable`: the decoder could not be fetched. `unreadable`: damaged, or above a limit. */
export type HeicFault = 'type' | 'size' | 'unavailable' | 'unreadable'

/** Timeout for each of the two decoders. */
const decodingMs = 30_000

/**
 * Converts a HEIC photo to a JPEG file: upright, without metadata, no larger than a photo of the camera app. The
 * browser's own decoder is tried first, then libheif in a worker; neither for a file that declares too many pixels.
 *
 * @param signal terminates the worker; ignore the result then
 */
export async function convertHeic(file: File, signal: AbortSignal): Promise<File | HeicFault> {
  if (file.size > heicMaxBytes) return 'size'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = readHeicHead(bytes)
  if (!head) return 'type'
  if (head.pixels === 0 || head.pixels > imageMaxPixels) return 'unreadable'
  const name = file.name.replace(/\.[^.]*$/, '')
  const ownJpeg = await withinTime(takePhotoFromPicture(new Blob([bytes], { type: 'image/heic' }), name))
  if (ownJpeg) return ownJpeg
  const answer = await decodeInWorker(bytes, signal)
  if (typeof answer === 'string') return answer
  const picture = new ImageData(answer.pixels, answer.width, answer.height)
  return (await takePhotoFromPicture(picture, name)) ?? 'unreadable'
}

function withinTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, decodingMs, null))])
}

function decodeInWorker(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<DecoderAnswer> {
  const worker = new Worker(new URL('./heic-decoder.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<DecoderAnswer>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<DecoderAnswer>) => resolve(data)
    worker.onerror = () => resolve('unreadable')
    signal.addEventListener('abort', () => resolve('unreadable'))
    setTimeout(resolve, decodingMs, 'unreadable')
    worker.postMessage(bytes, [bytes.buffer])
  })
  return answer.finally(() => worker.terminate())
}

/** The brands of single pictures in HEVC (ISO/IEC 23008-12, annex B). */
const heicBrands = new Set(['heic', 'heix'])

/**
 * The header of a HEIC file: the largest number of pixels that any of its pictures or tiles declares, 0 if none does.
 * `null` for any other file. Boxes are those of ISO/IEC 14496-12, sizes (`ispe`) those of ISO/IEC 23008-12, 6.5.3.
 */
export function readHeicHead(bytes: Uint8Array): { pixels: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first] = listBoxes(view, 0, view.byteLength)
  if (first?.type !== 'ftyp') return null
  const brands = Array.from({ length: Math.floor((first.end - first.start) / 4) }, (_, index) =>
    readType(view, first.start + 4 * index),
  )
  if (!brands.some((brand) => heicBrands.has(brand))) return null
  const [meta] = findBoxes(view, 0, view.byteLength, 'meta')
  // `meta` is followed by four bytes of version and flags.
  const [properties] = meta ? findBoxes(view, meta.start + 4, meta.end, 'iprp') : []
  const [container] = properties ? findBoxes(view, properties.start, properties.end, 'ipco') : []
  const sizes = container ? findBoxes(view, container.start, container.end, 'ispe') : []
  const pixels = sizes.map(({ start, end }) =>
    end - start < 12 ? 0 : view.getUint32(start + 4) * view.getUint32(start + 8),
  )
  return { pixels: pixels.reduce((most, each) => Math.max(most, each), 0) }
}

/** A box's contents, from the byte after its header. */
type Box = { type: string; start: number; end: number }

function findBoxes(view: DataView, start: number, end: number, type: string): Box[] {
  return [...listBoxes(view, start, end)].filter((box) => box.type === type)
}

/** The complete boxes between two offsets; the first incomplete one ends the list. */
function* listBoxes(view: DataView, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const size = view.getUint32(at)
    const last = size === 0 ? end : at + size
    if (size === 1 || (size !== 0 && size < 8) || last > end) return
    yield { type: readType(view, at + 4), start: at + 8, end: last }
    at = last
  }
}

function readType(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}
