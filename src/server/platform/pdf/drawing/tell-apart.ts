import type { Font, Glyph, Subset } from 'fontkit'

/** Above the number of any glyph: what stands there says which of a glyph's meanings it is. */
const meaningShift = 16
const glyphMask = (1 << meaningShift) - 1

/**
 * The font, with one glyph for each thing that a shape stands for. Arabic letters share shapes (ب, ت and ن are one tooth below different dots),
 * and a PDF says of a shape once what is copied for it: the letter of the first name would be copied for the others.
 */
export function tellApart(font: Font): Font {
  const known = new Map<string, Glyph>()
  const meanings = new Map<number, number>()
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const shape = getGlyph(id, codePoints)
    if (!codePoints) return shape
    // None are the dots of a letter, or its hamza, drawn on their own: the letter has been said already.
    const key = `${id} ${codePoints.join(' ')}`
    const glyph = known.get(key) ?? Object.create(shape, { codePoints: { value: [...codePoints] } })
    known.set(key, glyph)
    return glyph
  }
  const numbered = new Map<Glyph, Glyph>()
  const layout = font.layout.bind(font)
  font.layout = (...text) => {
    const run = layout(...text)
    run.glyphs = run.glyphs.map((glyph) => {
      const meaning = meanings.get(glyph.id) ?? 0
      const own = numbered.get(glyph) ?? renumberGlyph(glyph, glyph.id + (meaning << meaningShift))
      if (!numbered.has(glyph)) meanings.set(glyph.id, meaning + 1)
      numbered.set(glyph, own)
      return own
    })
    return run
  }
  const createSubset = font.createSubset.bind(font)
  font.createSubset = () => drawNumbered(createSubset())
  return font
}

/** The same shape under another number. */
function renumberGlyph(glyph: Glyph, id: number): Glyph {
  return Object.create(glyph, { id: { value: id }, advanceWidth: { value: glyph.advanceWidth } })
}

/** A subset that takes such numbers, and draws for each the shape that it is of. */
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
