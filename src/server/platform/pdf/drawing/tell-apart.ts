import type { Font, Glyph, GlyphRun, Subset } from 'fontkit'
import { LRUCache } from 'lru-cache'

/** The bits of a glyph id above the font's own number; they distinguish the meanings of one shape. */
const meaningShift = 16
const glyphMask = (1 << meaningShift) - 1

/**
 * Gives each meaning of a shape its own glyph. Arabic letters share shapes (ب, ت and ن are one tooth below different
 * dots), and a PDF maps a shape to one text for copying: without this, the letter of the first name would be copied for
 * the others.
 */
export function separateMeanings(font: Font): Font {
  const known = new Map<string, Glyph>()
  const meanings = new Map<number, number>()
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const shape = getGlyph(id, codePoints)
    if (!codePoints) return shape
    // The dots of a letter, or its hamza, drawn separately, have no text: the letter already includes it.
    const key = `${id} ${codePoints.join(' ')}`
    const glyph = known.get(key) ?? Object.create(shape, { codePoints: { value: [...codePoints] } })
    known.set(key, glyph)
    return glyph
  }
  const numbered = new Map<string, Glyph>()
  const number = (glyph: Glyph): Glyph => {
    const key = `${glyph.id} ${glyph.codePoints.join(' ')}`
    const meaning = meanings.get(glyph.id) ?? 0
    const own = numbered.get(key) ?? renumberGlyph(glyph, glyph.id + (meaning << meaningShift))
    if (!numbered.has(key)) meanings.set(glyph.id, meaning + 1)
    numbered.set(key, own)
    return own
  }
  // The lines of a consent text are the same in all records.
  const lines = new LRUCache<string, GlyphRun>({ max: 2000 })
  const layout = font.layout.bind(font)
  font.layout = (text, ...others) => {
    const run = (typeof text === 'string' && lines.get(text)) || layout(text, ...others)
    if (typeof text === 'string') lines.set(text, run)
    // pdfkit scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(run), { glyphs: run.glyphs.map(number), positions })
  }
  const createSubset = font.createSubset.bind(font)
  font.createSubset = () => {
    // A document begins, and needs no meanings of others.
    for (const map of [known, meanings, numbered]) map.clear()
    return drawNumbered(createSubset())
  }
  return font
}

function renumberGlyph(glyph: Glyph, id: number): Glyph {
  return Object.create(glyph, { id: { value: id }, advanceWidth: { value: glyph.advanceWidth } })
}

/** Makes a subset accept these ids and draw the shape of each. */
function drawNumbered(subset: Subset): Subset {
  const places = new Map<number, number>()
  const { glyphs } = subset
  return Object.assign(subset, {
    includeGlyph(glyph: number): number {
      const place = places.get(glyph) ?? glyphs.push(glyph & glyphMask) - 1
      places.set(glyph, place)
      return place
    },
  })
}
