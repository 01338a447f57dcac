import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'
import type { DocumentContent } from '../sealer.ts'
import { onFiles } from '../testing/public-tools.ts'
import { drawDocument, MissingGlyphs } from './draw-document.ts'
import { readFontFile } from './fonts.ts'
import { breakIntoLines, type Run } from './text-lines.ts'
import { markValues } from './value-marks.ts'

const at = new Date('2026-03-11T12:00:00Z')

function document(...texts: string[]): DocumentContent {
  return {
    title: 'Title',
    language: 'en',
    reference: 'reference',
    foot: 'Foot',
    page: 'Page {page} of {count}',
    unprintableNote: 'Note',
    blocks: texts.map((text) => ({ block: 'paragraph', text })),
  }
}

async function readText(content: DocumentContent): Promise<string> {
  const { bytes } = await drawDocument(content, at)
  return (await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')).output
}

/** The font has no colours, so it draws an emoji the same with and without these characters. */
const formOnly = /[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu

/** The characters of one line from left to right, in the order of the drawn glyphs. */
function drawnOrder(text: string): string {
  const [line] = breakIntoLines(
    text,
    { face: 'serif', sizePt: 10 },
    500,
    (run) => run.length,
    () => '?',
  )
  return (line?.runs ?? []).map(readGlyphs).join('')
}

function readGlyphs({ text, face }: Run): string {
  const font = create(Buffer.from(readFontFile(face)))
  if (!('layout' in font)) throw new Error('not a font')
  return font
    .layout(text)
    .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('')
    .replace(formOnly, '')
}

describe('a drawn document', () => {
  it('can be read and copied in every script (RECORD-5)', async () => {
    const european = ['Łukasz Żółć', 'Nguyễn Thị Hồng Đào', 'Ελένη Παπαδοπούλου', 'Алексей Ёлкин']
    const names = [...european, '王小明', '山田たろう', '김철수', 'สมชาย', 'Ana 🦊']
    const text = await readText(document(...names))
    for (const name of names) expect(text).toContain(name)
  })

  it('can be copied with the apostrophe that was typed, in every face (RECORD-5)', async () => {
    const name = 'Sam O’Neill'
    const text = await readText({
      ...document(name),
      blocks: [
        { block: 'paragraph', text: name },
        { block: 'quotation', text: name },
        { block: 'heading', level: 2, text: name },
        {
          block: 'signatures',
          signatures: [{ role: 'Creator', signature: name, printedName: name, signedOn: [] }],
        },
      ],
    })
    expect(text.match(/Sam O.Neill/gu)).toEqual(Array(5).fill(name))
  })

  it('can be read and copied from right to left (RECORD-5)', async () => {
    const names = [
      'محمد بن علي',
      'ثابت ثنيان',
      'نبيل التميمي',
      'شيرین پاکدل',
      'ئیسا قادر',
      'إيمان آدم أحمد مؤمن',
      'عبد الله الزهراء',
      'ڤيكتور جبريل خالد',
      'דוד לוי',
    ]
    // Readers put direction marks around them; the letters and their order are those of the names.
    const text = (await readText(document(...names))).replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    for (const name of names) expect(text).toContain(name)
  })

  // From left to right, letter by letter. By UAX #9 an emoji has no direction of its own, but a flag does, since it
  // consists of two letters.
  it.each([
    ['דוד 🦊 Levi', 'Levi 🦊 דוד'],
    ['🦊 דוד לוי', 'יול דוד 🦊'],
    ['דוד לוי 🦊', '🦊 יול דוד'],
    ['Levi 🦊 דוד', 'Levi 🦊 דוד'],
    ['Ali 🦊 בן 🐻 דורון', 'Ali 🦊 ןורוד 🐻 ןב'],
    ['محمد 👨‍👩‍👧 Ali 👍🏽', '👍🏽 Ali 👨‍👩‍👧 دمحم'],
    ['محمد 👍🏽👩🏽‍🚀 علي', 'يلع 👩🏽‍🚀👍🏽 دمحم'],
    ['דוד 🇵🇱🏴󠁧󠁢󠁳󠁣󠁴󠁿 Levi', '🇵🇱🏴󠁧󠁢󠁳󠁣󠁴󠁿 Levi דוד'],
    ['דוד (🏴‍☠️) ❤️ 42', '42 ❤️ (🏴‍☠️) דוד'],
    ['محمد ٤٢ 🦊 علي', 'يلع 🦊 ٤٢ دمحم'],
    ['Levi ۴۲', 'Levi ۴۲'],
  ])('has the right order between scripts: %s (RECORD-24)', (name, drawn) => {
    expect(drawnOrder(name)).toBe(drawn.replace(formOnly, ''))
  })

  it.each([
    ['anna.kowalska@mail.example.com', ['anna.kowalska', '@mail.example', '.com']],
    ['anna-kowalska@example.com', ['anna-kowalska', '@example.com']],
    ['at anna@example.com today', ['at', 'anna@example', '.com today']],
    // A part that is wider than a line has to break.
    ['annamariakowalska@x.com', ['annamariakowal', 'ska@x.com']],
  ])('breaks an email address at @ or a full stop: %s (PAGE-54)', (text, lines) => {
    const broken = breakIntoLines(
      text,
      { face: 'sans', sizePt: 10 },
      14,
      (run) => run.length,
      () => '?',
    )
    expect(broken.map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual(lines)
  })

  it('keeps the order of a value in an Arabic sentence, and shows an isolate that was typed by its number (WORDS-3, RECORD-51)', async () => {
    const sentence = markValues('حتى \u20682026-11-22 12:00:00 UTC\u2069.')
    const content = { ...document(sentence, 'Ada\u2068Lovelace'), language: 'ar' as const }
    const { bytes } = await drawDocument(content, at, 'number')
    const { output } = await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')
    expect(output).toContain('2026-11-22 12:00:00 UTC')
    expect(output).toContain('Ada[U+2068]Lovelace')
    expect(output).not.toContain('[U+0001]')
  })

  it.each([
    ['en', 'de', true],
    ['ar', 'de', false],
  ] as const)(
    'is laid out in the direction of its language, and names the language of each part: %s (RECORD-81)',
    async (language, other, isFromLeft) => {
      const rows = [{ label: 'Label', value: 'Value' }]
      const { bytes } = await drawDocument(
        {
          ...document(),
          language,
          blocks: [
            { block: 'facts', rows },
            { block: 'paragraph', text: 'Einleitung', language: other },
          ],
        },
        at,
      )
      const { output } = await onFiles({ 'a.pdf': bytes }, 'pdftotext', '-bbox', 'a.pdf', '-')
      const leftOf = (word: string) => Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(output)?.[1])
      expect(leftOf('Label') < leftOf('Value')).toBe(isFromLeft)
      // A part of another language has its own direction.
      expect(leftOf('Einleitung')).toBeCloseTo(68, 0)
      const source = Buffer.from(bytes).toString('latin1')
      expect(source).toContain(`/Lang (${language === 'en' ? 'en-GB' : language})`)
      expect(source).toContain(`/Lang (${other})`)
    },
  )

  it('does not depend on words cached for other documents', async () => {
    const content = document('Two people who met online', 'AVATAR To Te fi', 'কি كب')
    const { bytes } = await drawDocument(content, at)
    await drawDocument(document('Two people, Zoë Þór Łucja', 'AVATAR To Te fi', 'রি খি كت كن'), at)
    const again = await drawDocument(content, at)
    expect(Buffer.from(bytes).equals(again.bytes)).toBe(true)
  })

  it('joins Arabic letters instead of setting them one by one', async () => {
    const { bytes } = await drawDocument(document('محمد'), at)
    const { output } = await onFiles({ 'a.pdf': bytes }, 'pdffonts', 'a.pdf')
    expect(output).toContain('NotoNaskhArabic')
  })

  it('is refused when it would show boxes, with every missing character named', async () => {
    const drawing = drawDocument(document('Sinhala \u0d9a and Odia \u0b15'), at)
    await expect(drawing).rejects.toThrow(MissingGlyphs)
    await expect(drawing).rejects.toMatchObject({ codePoints: ['U+0D9A', 'U+0B15'] })
  })

  it.each([
    ['a mark that reorders text', 'cod\u202egpj.exe', 'cod[U+202E]gpj.exe'],
    ['a mark of direction', 'Ada\u200f', 'Ada[U+200F]'],
    ['a space without width', 'Ada\u200bLovelace', 'Ada[U+200B]Lovelace'],
    ['a joiner between letters that do not join', 'Ad\u200da', 'Ad[U+200D]a'],
    ['a hyphen that may be', 'Ada Love\u00adlace', 'Ada Love[U+00AD]lace'],
    ['a filler', '\u3164', '[U+3164]'],
    ['a byte order mark', '\ufeffAda', '[U+FEFF]Ada'],
    ['a variant of a letter that has none', 'A\ufe0fda', 'A[U+FE0F]da'],
    ['tags', 'Ada\u{e0041}\u{e0042}', 'Ada[U+E0041][U+E0042]'],
  ])('shows %s by its number (RECORD-51)', async (_, text, shown) => {
    await expect(drawDocument(document(text), at)).rejects.toThrow(MissingGlyphs)
    const { bytes } = await drawDocument(document(text), at, 'number')
    expect((await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')).output).toContain(shown)
  })

  it.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧 Levi', '❤\ufe0f', '葛\u{e0100}城'])(
    'draws %s with the invisible characters that it needs (RECORD-51)',
    async (text) => {
      expect((await drawDocument(document(text), at)).shownByNumber).toEqual([])
    },
  )

  it('keeps every word of a text longer than a page, in order', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
    const { bytes } = await drawDocument(document(words.join(' ')), at)
    const { output } = await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')
    expect(output.match(/word\d+/g)).toEqual(words)
    expect(output).toMatch(/Page 1 of [2-9]/)
  })

  it('breaks a word that is wider than a line, without losing a letter', async () => {
    const word = 'x'.repeat(1000)
    const text = await readText(document(word))
    expect(text.replace(/\s/g, '')).toContain(word)
  })
})
