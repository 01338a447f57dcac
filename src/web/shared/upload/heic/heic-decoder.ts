// The worker that decodes one HEIC photo where the browser can't, and is then terminated. The server sends this file
// with its own policy, which allows WebAssembly: no page has that.
import createLibheif, { type Libheif } from 'libheif-js/libheif-wasm/libheif.js'
import wasmAddress from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { imageMaxPixels } from '../../../../domain/document.ts'

/** RGBA, row by row. `unavailable`: the decoder could not be fetched. */
export type DecoderAnswer =
  | { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> }
  | 'unavailable'
  | 'unreadable'

/** The memory limit of the decoder: a photo of 48 megapixels takes half of it. */
const maxMemoryBytes = 768 * 1024 * 1024
const wasmPageBytes = 64 * 1024

const grow = WebAssembly.Memory.prototype.grow
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * wasmPageBytes > maxMemoryBytes) throw new RangeError('too much memory')
  return grow.call(this, pages)
}

self.addEventListener('message', async ({ data }: MessageEvent<Uint8Array>) => {
  const answer = await answerFor(data)
  self.postMessage(answer, { transfer: typeof answer === 'string' ? [] : [answer.pixels.buffer] })
})

async function answerFor(file: Uint8Array): Promise<DecoderAnswer> {
  let wasmBinary: ArrayBuffer
  try {
    const response = await fetch(wasmAddress)
    if (!response.ok) return 'unavailable'
    wasmBinary = await response.arrayBuffer()
  } catch {
    return 'unavailable'
  }
  try {
    return decode(await startLibheif(wasmBinary), file)
  } catch {
    return 'unreadable'
  }
}

function startLibheif(wasmBinary: ArrayBuffer): Promise<Libheif> {
  return new Promise((resolve) => {
    const silent = () => {}
    const libheif = createLibheif({
      wasmBinary,
      onRuntimeInitialized: () => queueMicrotask(() => resolve(libheif)),
      print: silent,
      printErr: silent,
    })
  })
}

/** The main photo of the file, with the file's own rotation. */
function decode(libheif: Libheif, file: Uint8Array): DecoderAnswer {
  const context = libheif.heif_context_alloc()
  if (libheif.heif_context_read_from_memory(context, file).code !== libheif.heif_error_code.heif_error_Ok)
    return 'unreadable'
  const image = libheif.heif_js_context_get_primary_image_handle(context)
  if ('code' in image) return 'unreadable'
  const declared = libheif.heif_image_handle_get_width(image) * libheif.heif_image_handle_get_height(image)
  if (declared > imageMaxPixels) return 'unreadable'
  const { heif_colorspace_RGB: rgb } = libheif.heif_colorspace
  const { heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
  const decoded = libheif.heif_js_decode_image2(image, rgb, rgba)
  const channel = 'channels' in decoded ? decoded.channels[0] : undefined
  if (!channel) return 'unreadable'
  const { width, height, stride, data } = channel
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    pixels.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4)
  }
  return { width, height, pixels }
}
