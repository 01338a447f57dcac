import { PDFiumLibrary } from '@hyzyla/pdfium'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { onFiles } from '../testing/public-tools.ts'
import { drawDocument } from './draw-document.ts'
import { type Face, readFontFile } from './fonts.ts'
import { breakIntoLines } from './text-lines.ts'

const names = {
  bengali: ['রবীন্দ্রনাথ ঠাকুর', 'অর্পিতা মুখোপাধ্যায়', 'সৌমিত্র চৌধুরী', 'স্নিগ্ধা বড়ুয়া'],
  tamil: ['சுப்பிரமணிய பாரதி', 'ஸ்ரீதேவி கௌசல்யா', 'யாழ்மொழி க்ஷேமா'],
  telugu: ['శ్రీనివాస కృష్ణమూర్తి', 'లక్ష్మీ ప్రసన్న', 'జ్యోతిర్మయి వెంకటేశ్వర్లు'],
  gujarati: ['જ્ઞાનેશ્વરી ત્રિવેદી', 'હર્ષિત દેસાઈ', 'કૃષ્ણકાંત મૌર્ય'],
  gurmukhi: ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਸ਼ਮਸ਼ੇਰ ਢਿੱਲੋਂ', 'ਹਰਜਿੰਦਰ ਕੌਰ'],
  kannada: ['ಕೃಷ್ಣಮೂರ್ತಿ ಭಟ್ಟ', 'ಲಕ್ಷ್ಮೀ ಶೆಟ್ಟಿ', 'ಅರ್ಚನಾ ಕೆಂಪೇಗೌಡ'],
  malayalam: ['ശ്രീജിത്ത് നായർ', 'ജ്യോതിലക്ഷ്മി വർമ്മ', 'പ്രേമചന്ദ്രൻ കൊച്ചുണ്ണി'],
  khmer: ['សុខ ស្រីមុំ', 'នរោត្តម ស្រ៊ុន', 'ខៀវ ព្រំសុវណ្ណ'],
  burmese: ['အောင်ဆန်းစုကြည်', 'ခင်မောင်ကြီး', 'ရွှေသန္တာမြင့်', 'အင်္ဂါ ဥက္ကာ'],
  georgian: ['გიორგი ბერიძე', 'ნინო წერეთელი', 'თამარ ჭავჭავაძე'],
  armenian: ['Արամ Խաչատրյան', 'Գևորգ Մկրտչյան', 'Նարինե Հակոբյան'],
  ethiopic: ['ኃይለ ሥላሴ', 'ጥሩነሽ ዲባባ', 'ጸጋዬ መድኅን'],
  devanagari: ['किरण श्रीनिवास', 'सिद्धार्थ शर्मा'],
  thai: ['น้ำฝน ศรีสุรางค์', 'กำพล เปี๊ยก'],
  mixed: [
    'Mia চৌধুরী-Schmidt',
    'Kim (கிருஷ்ணன்)',
    'Dr. ഗോപാലകൃഷ്ണൻ 2',
    'Sok ស្រីមុំ',
    'ကျော်စွာ Smith',
    'Ana ბერიძე & Հայկ',
    'চৌধুরী דוד',
  ],
}
const all = Object.values(names)
  .flat()
  .map((name) => name.normalize('NFC'))

const at = new Date('2026-11-29T12:00:00Z')

/** One paragraph for each text. */
async function draw(texts: readonly string[]): Promise<Uint8Array> {
  const blocks = texts.map((text) => ({ block: 'paragraph' as const, text }))
  const rest = {
    title: 'Title',
    language: 'en' as const,
    reference: 'reference',
    foot: 'Foot',
    page: 'Page {page} of {count}',
    unprintableNote: 'Note',
  }
  return (await drawDocument({ ...rest, blocks }, at)).bytes
}

/** The lines of a copied text without the feet, the breaks of pages and the marks that readers put around Hebrew. */
const toLines = (copied: string) =>
  copied
    .normalize('NFC')
    .replace(/[\u200e\u200f\u202a-\u202e\f]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^(?:Foot|Page)/.test(line))

async function copyFromPdfium(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  library.destroy()
  return text
}

function openFont(face: Face): Font {
  const font = create(Buffer.from(readFontFile(face)))
  if (!('layout' in font)) throw new Error('not a font')
  return font
}

/** The drawn glyphs of a text from left to right, with the names of their shapes and their characters. */
function shape(text: string, face: Face): { name: string; read: string }[] {
  const font = openFont(face)
  return font.layout(text).glyphs.map(({ id, codePoints }) => ({
    name: font.getGlyph(id & 0xffff).name,
    read: String.fromCodePoint(...codePoints),
  }))
}

const roundBoth = (place: readonly number[]) => place.map((value) => value.toFixed(1))

/** Words whose signs are drawn in another order, or as one shape, with the names of the glyphs from left to right. */
const drawn = [
  ['bengali', 'কি', ['uni09BF', 'uni0995']],
  ['burmese', 'ကြီး', ['medial_ra_tt.w2', 'ka', '_ii', 'visarga']],
  ['devanagari', 'किं', ['uni093F0902.04', 'uni0915', 'NullMark']],
  ['gujarati', 'ક્ષિ', ['ivowelsign4gujr', 'kassagujr']],
  ['gurmukhi', 'ਸਿੰ', ['imatraguru', 'saguru', 'tippiguru']],
  ['kannada', 'ಕ್ಷ್ಮೀ', ['kassivowelknda', 'masubscriptaltknda', 'lengthmarkknda']],
  ['khmer', 'ស្រី', ['uni17D2179A', 'uni179F', 'uni17B8']],
  ['malayalam', 'പ്രേ', ['eevowelsignmlym', 'rapostmlym', 'pamlym']],
  ['tamil', 'ஸ்ரீ', ['shritamil']],
  ['telugu', 'శ్రీ', ['shiivoweltelu', 'sharasubscripttelu']],
  ['thai', 'น้ำ', ['uni0E19', 'uni0E4D', 'uni0E49.small', 'uni0E32']],
] as const

describe('a name of the world', () => {
  it('is copied as it was typed (RECORD-95)', async () => {
    expect(all.length).toBeGreaterThanOrEqual(40)
    const { output } = await onFiles({ 'a.pdf': await draw(all) }, 'pdftotext', 'a.pdf', '-')
    expect(toLines(output)).toEqual(all)
  })

  it('is copied as it was typed from the reader of Chrome (RECORD-95)', async () => {
    const filled = all.flatMap((name) => [`The name of this person is: ${name}`, 'Text of the record.'])
    const lines = toLines(await copyFromPdfium(await draw(filled))).join('\n')
    for (const name of all) expect(lines).toContain(`The name of this person is: ${name}\n`)
  })

  it('is drawn with fonts that the document brings, each cut down to its glyphs (RECORD-95)', async () => {
    const pdf = await draw(all)
    const { output } = await onFiles({ 'a.pdf': pdf }, 'pdffonts', 'a.pdf')
    const fonts = output.split('\n').slice(2).filter(Boolean)
    expect(fonts.length).toBeGreaterThanOrEqual(15)
    for (const font of fonts) expect(font).toMatch(/Identity-H +yes yes yes /)
    expect(pdf.length).toBeLessThan(150_000)
  })

  it.each(drawn)('has its signs where readers of %s expect them: %s (RECORD-95)', (face, word, glyphs) => {
    expect(shape(word, face).map(({ name }) => name)).toEqual(glyphs)
  })

  it('is drawn with every mark in its place (RECORD-95)', async () => {
    const word = 'স্নিগ্ধা'
    const expected: [number, number][] = []
    let originPt = 68
    for (const { xAdvance, xOffset, yOffset } of openFont('bengali').layout(word).positions) {
      expected.push([originPt + xOffset / 100, yOffset / 100])
      originPt += xAdvance / 100
    }
    expect(expected.filter(([, risePt]) => risePt !== 0).length).toBeGreaterThan(1)
    const { output } = await onFiles({ 'a.pdf': await draw([word]) }, 'mutool', 'trace', 'a.pdf')
    const [, span = ''] = output.split('font="BZZZZZ+NotoSansBengali-Regular"')
    const [ofWord = ''] = span.split('</span>')
    const glyphs = [...ofWord.matchAll(/ glyph="\d+" x="([\d.]+)" y="([\d.]+)"/g)]
    const places = glyphs.map(([, x, y]) => [Number(x), Number(y) - Number(glyphs[0]?.[2])])
    expect(places.map(roundBoth)).toEqual(expected.map(roundBoth))
  })

  it('leaves nothing in memory for the documents after it', () => {
    const font = openFont('tamil')
    const ids = ['கெ', 'செ', 'நெ'].map((word) => {
      font.createSubset()
      return font.layout(word).glyphs[0]?.id
    })
    expect(new Set(ids).size).toBe(1)
  })

  it.each(drawn)('in %s reads as typed for readers that know no ActualText (RECORD-95)', (face) => {
    for (const word of names[face].flatMap((name) => name.normalize('NFC').split(' '))) {
      const read = shape(word, face).map((glyph) => glyph.read)
      expect(read.join('').replaceAll('\u2060', '').normalize('NFC')).toBe(word)
    }
  })

  it.each([
    ['ਪ੍ਰਪ੍ਰਪ੍ਰ', 'ਪ੍ਰ'],
    ['ಕ್ಷಕ್ಷಕ್ಷ', 'ಕ್ಷ'],
    ['க்ஷக்ஷக்ஷ', 'க்ஷ'],
    ['ကြွကြွကြွ', 'ကြွ'],
    ['ស្រស្រស្រ', 'ស្រ'],
  ])('is never parted inside letters that are drawn as one: %s (RECORD-96)', (word, syllable) => {
    const lines = breakIntoLines(
      word,
      { face: 'sans', sizePt: 10 },
      syllable.length + 2,
      (text) => text.length,
      () => '?',
    )
    expect(lines.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual(Array(3).fill(syllable))
  })
})
