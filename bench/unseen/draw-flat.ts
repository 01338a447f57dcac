/**
 * Draws flat documents as SVG in millimetres: data pages of passports, both formats of identity cards, and the backs of
 * US licences. Dimensions follow ICAO 9303 and the AAMVA card design standard; the design isn't that of a real state.
 * Text is drawn as outlines, independently of installed fonts. The machine-readable zone uses OCR-B by Matthew Skala,
 * which is included in bwip-js.
 */
import { createRequire } from 'node:module'
import bwipjs from 'bwip-js'
import { type Font, openSync } from 'fontkit'
import { between, type MadeUpDocument, pick, type Random } from './made-up-documents.ts'

/** A drawing in millimetres; `inner` is the content of the SVG. */
export type Flat = {
  width: number
  height: number
  radius: number
  inner: string
  /** The finest detail in millimetres: the height of a letter, or the width of a barcode's module. */
  finest: { kind: 'letter' | 'bar'; size: number }
}

const openFont = (path: string) => openSync(createRequire(import.meta.url).resolve(path)) as Font
const google = '@expo-google-fonts'
const fonts = {
  sans: openFont(`${google}/source-sans-3/400Regular/SourceSans3_400Regular.ttf`),
  bold: openFont(`${google}/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf`),
  serif: openFont(`${google}/source-serif-4/400Regular/SourceSerif4_400Regular.ttf`),
  ocr: openFont(
    createRequire(import.meta.url)
      .resolve('bwip-js')
      .replace(/dist.*$/, 'fonts/OCRB7.ttf'),
  ),
}

/** Draws one line of text; `capital` is the height of an H, `pitch` the letter spacing of a monospaced font. */
export function write(
  font: keyof typeof fonts,
  [x, y]: readonly [number, number],
  capital: number,
  text: string,
  { fill = '#222', pitch }: { fill?: string; pitch?: number } = {},
): string {
  const scale = capital / (font === 'ocr' ? 757 : fonts[font].capHeight)
  let at = 0
  const outlines = fonts[font].layout(text).glyphs.map((glyph) => {
    const path = glyph.path
      .scale(scale, -scale)
      .translate(x + at, y)
      .toSVG()
    at += pitch ?? glyph.advanceWidth * scale
    return path.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(3))
  })
  return `<path fill="${fill}" d="${outlines.join('')}"/>`
}

const pastel = (random: Random, light: number) =>
  `hsl(${Math.floor(random() * 360)} ${Math.floor(between(random, 20, 55))}% ${light}%)`

/** Draws fine waves like those of security printing. */
function drawWaves(random: Random, width: number, height: number): string {
  const [step, swing, length] = [between(random, 0.9, 2), between(random, 1, 4), between(random, 12, 45)]
  const half = `q${length / 4} ${swing} ${length / 2} 0t${length / 2} 0`
  return (
    `<pattern id="waves" width="${length}" height="${step}" patternUnits="userSpaceOnUse" overflow="visible"><path d="M0 0${half}" fill="none" stroke="${pastel(random, 68)}" stroke-width="0.12" opacity="0.7"/></pattern>` +
    `<rect width="${width}" height="${height}" fill="url(#waves)"/>`
  )
}

/** Draws a face from the front: skin, hair, eyes, nose and mouth. */
function drawFace(random: Random, x: number, y: number, width: number, height: number): string {
  const skin = pick(random, ['#e8c3a5', '#c98f65', '#7b4f35', '#f1d3bd'])
  const hair = pick(random, ['#2b211c', '#5a3a22', '#8f6a3d', '#777', '#b9522c'])
  const eye = (at: number) =>
    `<ellipse cx="${at}" cy="54" rx="6" ry="3" fill="#f7f3ee"/><circle cx="${at}" cy="54" r="2.7" fill="#4a3424"/>` +
    `<path d="M${at - 8} 47Q${at} 43 ${at + 8} 47" stroke="${hair}" stroke-width="2" fill="none"/>`
  return (
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 100 128" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="100" height="128" fill="#dfe3e6"/><path d="M6 128Q10 104 38 100L62 100Q90 104 94 128Z" fill="${pastel(random, 35)}"/>` +
    `<path d="M22 60Q18 14 50 14Q82 14 78 60L80 ${random() < 0.5 ? 100 : 62}L20 ${random() < 0.5 ? 96 : 62}Z" fill="${hair}"/>` +
    `<path d="M26 54Q26 24 50 24Q74 24 74 54Q74 92 50 96Q26 92 26 54Z" fill="${skin}"/><path d="M26 44Q40 22 74 46Q70 18 50 18Q28 18 26 44Z" fill="${hair}"/>` +
    `${eye(39)}${eye(61)}<path d="M49 54L46 69Q50 72 54 69" stroke="#7b4f35" stroke-width="1.6" fill="none"/>` +
    `<path d="M41 80Q50 77 59 80Q50 87 41 80Z" fill="#a4534b"/></svg>`
  )
}

/** Draws fields below each other, each with its label above its value. */
function drawFields(fields: [string, string][], x: number, y: number, step: number): string {
  return fields
    .map(([label, value], at) => {
      const top = y + at * step
      const name = write('sans', [x, top], step * 0.15, label, { fill: '#456' })
      return name + write('bold', [x, top + step * 0.44], step * 0.3, value)
    })
    .join('')
}

/**
 * In millimetres: the size of the document, the position of its first machine-readable line, the distance between these
 * lines, the height of the face (none on the back of a TD1), and the distance between fields.
 */
const layouts = {
  TD3: { width: 125, height: 88, first: 74.5, leading: 6.35, face: 45, step: 8.2 },
  TD2: { width: 105, height: 74, first: 60, leading: 6.35, face: 32, step: 6.4 },
  TD1: { width: 85.6, height: 54, first: 37.5, leading: 5.2, face: 0, step: 6.4 },
}

/** Draws a page or card with a machine-readable zone. */
function drawWithZone(
  random: Random,
  format: keyof typeof layouts,
  { truth, machine, sex, issuedOn, printed }: MadeUpDocument,
): Flat {
  const { width, height, first, leading, face, step } = layouts[format]
  // OCR-B, size 1: ten letters per inch.
  const [capital, pitch] = [2.66, 2.54]
  const left = (width - pitch * (machine[0]?.length ?? 0)) / 2 + 0.2
  const toPrintedDay = (iso: string) => iso.split('-').reverse().join(' ')
  let inner = `<rect width="${width}" height="${height}" fill="${pastel(random, 90)}"/>${drawWaves(random, width, height)}`
  if (random() < 0.6)
    inner += `<rect y="${first - 5}" width="${width}" height="${height}" fill="#f6f4ee" opacity="${between(random, 0.4, 0.9)}"/>`
  inner += write('bold', [5, 7], 2.4, printed.country, { fill: '#234a6b' })
  const onBack: [string, string][] = [
    ['Issued · Délivrée', toPrintedDay(issuedOn)],
    ['Authority · Autorité', 'CENTRAL OFFICE'],
    ['Sex · Sexe', sex],
  ]
  if (face === 0) inner += drawFields(onBack, 6, 12, step)
  else {
    const names: [string, string][] = [
      ['Surname · Nom', printed.surname.toUpperCase()],
      ['Given names · Prénoms', printed.givenNames.toUpperCase()],
      ['Date of birth', toPrintedDay(truth.dateOfBirth)],
      ['Date of expiry', toPrintedDay(truth.expiresOn)],
      ['Number', truth.number],
    ]
    inner += drawFace(random, 5, 14, face * 0.78, face)
    inner += drawFields(names, face * 0.78 + 10, 15, step)
    inner += drawFields(onBack, width - 36, 15 + 2 * step, step)
  }
  const ink = pick(random, ['#141414', '#1d1d2a', '#33302d'])
  inner += machine
    .map((line, at) => write('ocr', [left, first + at * leading], capital, line, { fill: ink, pitch }))
    .join('')
  return { width, height, radius: 3, inner, finest: { kind: 'letter', size: capital } }
}

/** Draws the back of a licence: a two-dimensional barcode and small print. */
function drawLicenceBack(random: Random, { machine: [text = ''], truth }: MadeUpDocument): Flat {
  const [width, height] = [85.6, 54]
  const escaped = text.replace(/[\p{Cc}^]/gu, (sign) => `^${`${sign.charCodeAt(0)}`.padStart(3, '0')}`)
  const columns = pick(random, [10, 12, 13])
  // Options of BWIPP that are missing in its types.
  const options = { parse: true, columns, eclevel: pick(random, [3, 4, 5]), rowmult: 3 }
  const code = bwipjs.toSVG({ bcid: 'pdf417', text: escaped, scale: 1, ...options })
  const [, unitsWide = 1, unitsHigh = 1] = (/viewBox="0 0 (\d+) (\d+)"/.exec(code) ?? []).map(Number)
  const room = pick(random, [68, 74, 77])
  const bar = room / unitsWide
  const tall = Math.min(26, bar * unitsHigh)
  const [x, y] = [(width - room) / 2, pick(random, [4, height - tall - 5])]
  const bars = code.replace(
    '<svg',
    `<svg x="${x}" y="${y}" width="${room}" height="${tall}" preserveAspectRatio="none"`,
  )
  const print = [
    'CLASS: C   Passenger vehicles under 26,001 lbs',
    `END: NONE   RSTR: NONE   DD ${truth.number}`,
  ]
  const printY = y < 20 ? y + tall + 5 : 6
  const inner =
    `<rect width="${width}" height="${height}" fill="${pastel(random, 94)}"/>${drawWaves(random, width, height)}` +
    `<rect x="${x - 1.5}" y="${y - 1.5}" width="${room + 3}" height="${tall + 3}" fill="#fdfdfb"/>${bars}` +
    print.map((line, at) => write('sans', [6, printY + at * 3.6], 1.5, line)).join('')
  return { width, height, radius: 3.2, inner, finest: { kind: 'bar', size: bar } }
}

export function drawDocument(random: Random, document: MadeUpDocument): Flat {
  const { format } = document.truth
  if (format === 'GB') throw new Error('only draw-second draws licences of Great Britain')
  return format === 'AAMVA' ? drawLicenceBack(random, document) : drawWithZone(random, format, document)
}
