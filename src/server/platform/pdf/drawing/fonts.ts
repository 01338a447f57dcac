import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type GlyphRun, registerFormat } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { shapeWithHarfBuzz } from './harfbuzz.ts'
import { separateMeanings } from './tell-apart.ts'

/** The faces that a style can request. Characters that they lack come from the faces below. */
export type StyleFace = 'serif' | 'serifItalic' | 'serifBold' | 'sans' | 'sansBold' | 'mono'

const require = createRequire(import.meta.url)

const fontFiles = {
  serif: require.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  serifItalic: require.resolve(
    '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  ),
  serifBold: require.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  sans: require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  sansBold: require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  mono: require.resolve('@expo-google-fonts/source-code-pro/400Regular/SourceCodePro_400Regular.ttf'),
  arabic: require.resolve('@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'),
  arabicBold: require.resolve(
    '@expo-google-fonts/noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf',
  ),
  hebrew: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  devanagari: require.resolve(
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ),
  thai: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  armenian: require.resolve(
    '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  ),
  bengali: require.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  burmese: require.resolve('@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf'),
  ethiopic: require.resolve(
    '@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
  ),
  georgian: require.resolve(
    '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  ),
  gujarati: require.resolve(
    '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  ),
  gurmukhi: require.resolve(
    '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  ),
  kannada: require.resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
  khmer: require.resolve('@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf'),
  malayalam: require.resolve(
    '@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf',
  ),
  tamil: require.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  telugu: require.resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
  korean: require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  chinese: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  emoji: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
} as const
export type Face = keyof typeof fontFiles
export const faces = Object.keys(fontFiles) as Face[]

/** Scripts that the shaper must see as a whole to reverse them; other text is shaped, and cached, word by word. */
export const shapedWhole: ReadonlySet<Face> = new Set(['arabic', 'arabicBold', 'hebrew'])

/** Scripts whose letters share shapes, so that copied text has to be disambiguated. fontkit shapes them. */
const sharesShapes: ReadonlySet<Face> = new Set(['arabic', 'arabicBold'])

/** Scripts with signs that are drawn in another order than they are written. HarfBuzz shapes them. */
export const reordering: ReadonlySet<Face> = new Set([
  'bengali',
  'burmese',
  'devanagari',
  'gujarati',
  'gurmukhi',
  'kannada',
  'khmer',
  'malayalam',
  'tamil',
  'telugu',
  'thai',
])

/** Faces by script. The 10 MB Chinese font is read only when needed. */
const faceOfScript: readonly (readonly [RegExp, Face])[] = [
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Hebrew}/u, 'hebrew'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Thai}/u, 'thai'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Bengali}/u, 'bengali'],
  [/\p{Script=Myanmar}/u, 'burmese'],
  [/\p{Script=Ethiopic}/u, 'ethiopic'],
  [/\p{Script=Georgian}/u, 'georgian'],
  [/\p{Script=Gujarati}/u, 'gujarati'],
  [/\p{Script=Gurmukhi}/u, 'gurmukhi'],
  [/\p{Script=Kannada}/u, 'kannada'],
  [/\p{Script=Khmer}/u, 'khmer'],
  [/\p{Script=Malayalam}/u, 'malayalam'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Telugu}/u, 'telugu'],
  [/\p{Script=Hangul}/u, 'korean'],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    'chinese',
  ],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u, 'emoji'],
]
const otherFaces: readonly Face[] = [
  'sans',
  'serif',
  'arabic',
  'devanagari',
  'thai',
  'emoji',
  'chinese',
  'korean',
]

const fonts = new Map<Face, Font>()
const coverages = new Map<Face, ReadonlySet<number>>()

/** Whether the shaper reverses the glyphs of a text. */
export function isTurnedByShaper(text: string, face: Face): boolean {
  return loadFont(face).layout(text, []).direction === 'rtl'
}

/** The parsed font of a face, read once per thread. */
function loadFont(face: Face): Font {
  let font = fonts.get(face)
  if (!font) {
    const file = readFileSync(fontFiles[face])
    const parsed = create(file)
    if (!('layout' in parsed)) throw new Error(`${face} is a collection, not a font`)
    font = prepareFont(parsed, face, file)
    fonts.set(face, font)
  }
  return font
}

function prepareFont(font: Font, face: Face, file: Uint8Array): Font {
  if (reordering.has(face)) return separateMeanings(shapeWithHarfBuzz(font, file))
  const known = rememberCharacters(font)
  return sharesShapes.has(face) ? separateMeanings(known) : rememberWords(known, face)
}

/**
 * Keeps the characters of each glyph, which a reader copies from the document. fontkit gives a glyph the characters of
 * its first use: none, if that was as a part of an accented letter.
 */
function rememberCharacters(font: Font): Font {
  const isOwnForm = (character: string) => character.normalize('NFKC') === character
  const characters = font.characterSet.map((codePoint) => String.fromCodePoint(codePoint))
  // The apostrophe shares a glyph with the letter U+02BC, which nobody types.
  font.glyphsForString('\u2019')
  // A letter and its compatibility form (a space and a no-break space, 王 and the radical ⽟) share a glyph: the letter
  // is requested first.
  for (const character of characters) if (isOwnForm(character)) font.glyphsForString(character)
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph.codePoints.length === 0) glyph.codePoints = [...codePoints]
    return glyph
  }
  return font
}

/**
 * Caches the shaping of each word for all documents: shaping is most of the work of drawing, and records share most
 * words. They share no hashes: these are made of their characters, which have no influence on each other in that face.
 */
function rememberWords(font: Font, face: Face): Font {
  const words = new LRUCache<string, GlyphRun>({ max: 3000 })
  const shape = font.layout.bind(font)
  const layout = (text: string): GlyphRun => {
    const run =
      words.get(text) ?? (face === 'mono' && hash.test(text) ? join([...text].map(layout)) : shape(text))
    words.set(text, run)
    return run
  }
  font.layout = (text, features, ...others) => {
    if (features || typeof text !== 'string') return shape(text, features, ...others)
    const run = layout(text)
    // pdfkit scales the positions in place, to 1000 units per em.
    return font.unitsPerEm === 1000 ? run : join([run])
  }
  return font
}

const hash = /^[\da-f]{2,}$/

/** One run of several, with its own positions. */
function join(runs: readonly GlyphRun[]): GlyphRun {
  return Object.assign(Object.create(runs[0] ?? null), {
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    positions: runs.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
  })
}

/** Long enough for the probes of the real formats to read. */
const markLength = 64
const mark = 'parsed face '

/**
 * The font file of a face for pdfkit. pdfkit parses every file again for every document, which takes three quarters of
 * the time (measured). So this is only a marker; fontkit, which pdfkit calls, replaces it with the parsed font.
 */
export function readFontFile(face: Face): Uint8Array {
  return Buffer.from(`${mark}${face}`.padEnd(markLength))
}

function pickMarkedFace(file: Uint8Array): Face | null {
  const text = Buffer.from(file.subarray(0, markLength)).toString('latin1')
  const name = text.startsWith(mark) ? text.slice(mark.length).trim() : ''
  return isFace(name) ? name : null
}

function isFace(name: string): name is Face {
  return Object.hasOwn(fontFiles, name)
}

/** A font format for fontkit, with a probe and a constructor. The constructor returns the parsed font itself. */
function ParsedFace({ buffer }: { buffer: Uint8Array }): Font {
  const face = pickMarkedFace(buffer)
  if (!face) throw new Error('the mark of a face was lost')
  return loadFont(face)
}
ParsedFace.probe = (file: Uint8Array) => pickMarkedFace(file) !== null
registerFormat(ParsedFace)

function getCoverage(face: Face): ReadonlySet<number> {
  let coverage = coverages.get(face)
  if (!coverage) {
    coverage = new Set(loadFont(face).characterSet)
    coverages.set(face, coverage)
  }
  return coverage
}

const invisible = /^\p{Default_Ignorable_Code_Point}$/u

function doesCover(face: Face, grapheme: string): boolean {
  for (const character of grapheme) {
    if (!invisible.test(character) && !getCoverage(face).has(character.codePointAt(0) ?? 0)) return false
  }
  return true
}

/**
 * Picks a face that has every visible code point of a grapheme, preferably the wanted one; null when no face has them
 * all.
 */
export function pickFace(grapheme: string, wanted: StyleFace): Face | null {
  // A character with both a plain and an emoji form (a digit, ©) keeps the text's face unless the emoji form is
  // requested.
  const asEmoji = grapheme.includes('\ufe0f') && doesCover('emoji', grapheme)
  if (asEmoji) return 'emoji'
  if (doesCover(wanted, grapheme)) return wanted
  for (const [script, plain] of faceOfScript) {
    const face = plain === 'arabic' && wanted.endsWith('Bold') ? 'arabicBold' : plain
    if (script.test(grapheme) && doesCover(face, grapheme)) return face
  }
  return otherFaces.find((face) => doesCover(face, grapheme)) ?? null
}
