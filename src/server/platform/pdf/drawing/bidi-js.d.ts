declare module 'bidi-js' {
  /** Levels per UTF-16 unit (UAX #9). */
  export type EmbeddingLevels = {
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export type Bidi = {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    /** Uses the first code point. */
    getBidiCharTypeName(character: string): string
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
