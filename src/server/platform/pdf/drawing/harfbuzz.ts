import type { Font, Glyph } from 'fontkit'
import { Blob, Face, type GlyphInfo, Font as Shaper, shape, Buffer as Text } from 'harfbuzzjs'

const shaped = new Text()

/**
 * Lets HarfBuzz lay out the text of a font that runs from left to right. fontkit doesn't know the order of Burmese, nor
 * all rules of Khmer and of the scripts of India: with some names it fails, and others it draws wrongly.
 */
export function shapeWithHarfBuzz(font: Font, file: Uint8Array): Font {
  const shaper = new Shaper(new Face(new Blob(file)))
  const layout = font.layout.bind(font)
  font.layout = (text, ...others) => {
    if (typeof text !== 'string') return layout(text, ...others)
    shaped.clearContents()
    shaped.addText(text)
    shaped.guessSegmentProperties()
    shape(shaper, shaped)
    const glyphs = toGlyphs(font, text, shaped.getGlyphInfos())
    return Object.assign(layout(''), { glyphs, positions: shaped.getGlyphPositions() })
  }
  return font
}

/** Shows nothing. */
const wordJoiner = 0x2060

/**
 * The glyphs in the order of their drawing. The glyphs of a syllable share its characters in the order of their
 * writing, so that the glyphs read one after the other are the text (NFC). A surplus glyph reads as a character that
 * shows nothing, because some readers show the number of a glyph without a text.
 */
function toGlyphs(font: Font, text: string, infos: readonly GlyphInfo[]): Glyph[] {
  const syllables = [...Map.groupBy(infos, ({ cluster }) => cluster)]
  return syllables.flatMap(([start, parts], at) => {
    const written = text.slice(start, syllables[at + 1]?.[0]).normalize('NFD')
    const codePoints = Array.from(written, (character) => character.codePointAt(0) ?? wordJoiner)
    return parts.map(({ codepoint }, part) => {
      const isLast = part === parts.length - 1
      const own = codePoints.slice(part, isLast ? undefined : part + 1)
      return font.getGlyph(codepoint, own.length > 0 ? own : [wordJoiner])
    })
  })
}
