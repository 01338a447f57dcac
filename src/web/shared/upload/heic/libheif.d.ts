/** The functions of libheif's Emscripten build that the decoder calls; the package's own types have no errors. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  type Handle = { readonly brand: unique symbol }
  /** Returned instead of the result. `code` is an enumeration's object. */
  type Failure = { code: object }
  type Channel = { width: number; height: number; stride: number; data: Uint8Array }

  export type Libheif = {
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGBA: object }
    heif_context_alloc(): Handle
    heif_context_read_from_memory(context: Handle, file: Uint8Array): Failure
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure
    heif_image_handle_get_width(image: Handle): number
    heif_image_handle_get_height(image: Handle): number
    heif_js_decode_image2(
      image: Handle,
      colorSpace: object,
      chroma: object,
    ): { channels: Channel[] } | Failure
  }

  /** The functions may be called after `onRuntimeInitialized`. */
  export default function createLibheif(options: {
    wasmBinary: ArrayBuffer
    onRuntimeInitialized(): void
    print(line: string): void
    printErr(line: string): void
  }): Libheif
}
