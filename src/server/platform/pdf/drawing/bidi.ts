import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** A character of the basic plane of each class (UAX #9, table 4) that has characters above U+FFFF. */
const standIns: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  ON: '!',
  NSM: '\u0300',
  BN: '\u00ad',
}

/**
 * The embedding level of each UTF-16 unit of a paragraph, and whether it goes from right to left. bidi-js looks at single units and takes
 * both halves of an emoji for Latin letters: for it, two characters of the same class stand in their place.
 */
export function computeEmbeddingLevels(paragraph: string): { levels: Uint8Array; isRightToLeft: boolean } {
  const inUnits = paragraph.replace(/[\u{10000}-\u{10ffff}]/gu, (character) =>
    (standIns[bidi.getBidiCharTypeName(character)] ?? 'a').repeat(2),
  )
  const { levels, paragraphs } = bidi.getEmbeddingLevels(inUnits, 'auto')
  return { levels, isRightToLeft: paragraphs[0]?.level === 1 }
}

/** What stands for a character where its level is odd (rule L4); null where it is itself. */
export function findMirror(character: string): string | null {
  return bidi.getMirroredCharacter(character)
}
