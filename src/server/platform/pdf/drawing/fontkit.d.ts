import 'fontkit'

declare module 'fontkit' {
  interface Subset {
    /** The shapes that it has, each at its place. */
    glyphs: number[]
  }

  /** Adds a format that `create` tries after its own ones. `create` calls it with `new`. */
  export function registerFormat(format: {
    (stream: { buffer: Uint8Array }): Font
    probe(file: Uint8Array): boolean
  }): void
}
