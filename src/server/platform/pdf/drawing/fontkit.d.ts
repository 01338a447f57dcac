import 'fontkit'

declare module 'fontkit' {
  interface Subset {
    /** The glyph ids of the subset, by position. */
    glyphs: number[]
  }

  /** Registers a format that `create` tries after its own ones, calling it with `new`. */
  export function registerFormat(format: {
    (stream: { buffer: Uint8Array }): Font
    probe(file: Uint8Array): boolean
  }): void
}
