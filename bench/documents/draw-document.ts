import { toSVG } from 'bwip-js/node'
import { drawFace } from './draw-face.ts'
import { encodeAamva } from './encode-aamva.ts'
import { encodeMrz } from './encode-mrz.ts'
import type { MadeUpPerson } from './made-up-person.ts'
import type { Seeded } from './seeded.ts'

export const madeUpKinds = [
  'passport (TD3)',
  'identity card (TD1)',
  'identity card (TD2)',
  'residence permit (TD1)',
  'US licence (PDF417)',
  'Canadian licence (PDF417)',
  'UK licence',
] as const
export type MadeUpKind = (typeof madeUpKinds)[number]

/** A drawing of a document: an SVG of this size, in tenths of a millimetre. */
export type Drawing = { svg: string; width: number; height: number }

/** Of a bank card (ISO/IEC 7810, ID-1), in tenths of a millimetre. */
const cardWidth = 856

const inks = ['#111', '#1c1c24', '#222', '#2a2a30']
const papers = ['#f4f1e6', '#e8eef4', '#eef4ea', '#f6ecec', '#ffffff', '#dfe7ee']
const fonts = ['OCR B', 'OCR B', 'OCR B S']

/** @param zoned whom its zone names, if not the person of whom it has the rest */
export function drawDocument(
  kind: MadeUpKind,
  person: MadeUpPerson,
  random: Seeded,
  zoned: MadeUpPerson = person,
): Drawing {
  switch (kind) {
    case 'passport (TD3)':
      return drawCard(
        1250,
        880,
        person,
        random,
        drawZone(encodeMrz('td3', 'P', zoned, random.pick(['', '1204578'])), 1250, 880, random),
      )
    case 'identity card (TD1)':
      return drawCard(856, 540, person, random, drawZone(encodeMrz('td1', 'ID', zoned), 856, 540, random))
    case 'residence permit (TD1)':
      return drawCard(
        856,
        540,
        person,
        random,
        drawZone(encodeMrz('td1', 'IR', zoned, 'X1234567'), 856, 540, random),
      )
    case 'identity card (TD2)':
      return drawCard(1050, 740, person, random, drawZone(encodeMrz('td2', 'I', zoned), 1050, 740, random))
    case 'US licence (PDF417)':
      return drawBack(encodeAamva(person, 'USA'), random)
    case 'Canadian licence (PDF417)':
      return drawBack(encodeAamva(person, 'CAN'), random)
    case 'UK licence':
      return drawUkLicence(person, random)
  }
}

/** What is around a zone. Cards of the smallest size have it on their back, where there is no photo. */
function drawCard(
  width: number,
  height: number,
  person: MadeUpPerson,
  random: Seeded,
  more: string,
): Drawing {
  const ink = random.pick(inks)
  const line = (y: number, label: string, text: string, x = 0.36) =>
    `<text x="${width * x}" y="${y}" font-size="16" fill="#556">${label}</text>
     <text x="${width * x}" y="${y + 32}" font-size="30" fill="${ink}">${text}</text>`
  const photo =
    width > cardWidth ? drawFace(width * 0.05, height * 0.14, width * 0.26, height * 0.44, random) : ''
  return {
    width,
    height,
    svg: drawSheet(
      width,
      height,
      random,
      `${photo}<g font-family="Liberation Sans">
       <text x="${width * 0.05}" y="${height * 0.1}" font-size="34" fill="${ink}">${person.state} DOCUMENT OF IDENTITY</text>
       ${line(height * 0.16, 'Surname / Nom', person.surname)}
       ${line(height * 0.27, 'Given names / Prénoms', person.givenNames)}
       ${line(height * 0.38, 'Date of birth', person.dateOfBirth.split('-').reverse().join('.'))}
       ${line(height * 0.49, 'Date of expiry', person.expiresOn.split('-').reverse().join('.'))}
       ${photo && line(height * 0.16, 'Document No.', person.number, 0.74)}</g>${more}`,
    ),
  }
}

/** The lines of a zone at the foot of a card, 2.54 mm for each character. */
function drawZone(lines: string[], width: number, height: number, random: Seeded): string {
  const ink = random.pick(inks)
  const weight = random.pick([0, 0, 0.4, 0.9])
  const characters = lines[0]?.length ?? 1
  const size = (25.4 / 0.723) * Math.min(1, (width * 0.95) / (characters * 25.4))
  const left = (width - characters * size * 0.723) / 2
  const family = random.pick(fonts)
  return lines
    .map((text, at) => {
      const y = height - 40 - (lines.length - 1 - at) * 63.5 * (lines.length === 3 ? 0.7 : 1)
      return `<text x="${left}" y="${y}" font-family="${family}" font-size="${size}" fill="${ink}" stroke="${ink}"
        stroke-width="${weight}" xml:space="preserve">${text.replaceAll('<', '&lt;')}</text>`
    })
    .join('')
}

/** The back of a licence of the United States or Canada. */
function drawBack(text: string, random: Seeded): Drawing {
  const barcode = toSVG({
    bcid: 'pdf417',
    text,
    columns: random.whole(11, 16),
    eclevel: random.whole(3, 5),
    rowmult: 3,
  } as Parameters<typeof toSVG>[0])
  const box = /viewBox="0 0 (\d+) (\d+)"/.exec(barcode)
  const scale = 740 / Number(box?.[1])
  const inner = barcode.replace(/<\/?svg[^>]*>/g, '')
  const top = random.whole(90, 180)
  return layOutCard(
    random,
    `<rect x="38" y="${top - 20}" width="780" height="${Number(box?.[2]) * scale + 40}" fill="#fff"/>
       <g transform="translate(58 ${top}) scale(${scale})">${inner}</g>
       <g font-family="Liberation Sans" font-size="18" fill="#222"><text x="60" y="60">CLASS: C NONCOMMERCIAL</text>
       <text x="60" y="480">RESTRICTIONS: NONE   ENDORSEMENTS: NONE   REV 08/29/2017</text></g>`,
  )
}

/** The front of a licence of Great Britain. */
function drawUkLicence(person: MadeUpPerson, random: Seeded): Drawing {
  const ink = random.pick(inks)
  const dotted = (date: string) => date.split('-').reverse().join('.')
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-')
  const initials = person.givenNames
    .split(' ')
    .map((name) => name[0])
    .join('')
    .slice(0, 2)
    .padEnd(2, '9')
  const coded = person.sex === 'F' ? String(Number(month) + 50) : month
  const start = person.surname.replaceAll(' ', '').slice(0, 5).padEnd(5, '9')
  const number = `${start}${year[2]}${coded}${day}${year[3]}${initials}9${random.pick(['IJ', 'XA', 'KD'])}`
  const rows: [string, string][] = [
    ['1.', person.surname],
    ['2.', `${person.sex === 'F' ? 'MISS' : 'MR'} ${person.givenNames}`],
    ['3.', `${dotted(person.dateOfBirth)} ${random.pick(['LONDON', 'UNITED KINGDOM', 'LEEDS'])}`],
    ['4a.', dotted(person.issuedOn)],
    ['4b.', dotted(person.expiresOn)],
    ['5.', `${number} ${random.whole(10, 99)}`],
  ]
  const weight = random.pick([400, 400, 700])
  const text = rows.map(
    ([label, value], at) =>
      `<text x="290" y="${130 + at * 44}" font-size="17" fill="${ink}">${label}</text>
       <text x="325" y="${130 + at * 44}" font-size="27" font-weight="${weight}" fill="${ink}">${value}</text>`,
  )
  return layOutCard(
    random,
    `${drawFace(40, 110, 210, 270, random)}<g font-family="Liberation Sans"><text x="250" y="65" font-size="34" fill="#23407a">DRIVING LICENCE</text>${text.join('')}
       <text x="290" y="430" font-size="17" fill="${ink}">8. 122 BURNS CRESCENT, EDINBURGH, EH1 9GP</text>
       <text x="290" y="470" font-size="17" fill="${ink}">9. AM/A/B1/B/f/k/l/n/p/q</text></g>`,
  )
}

/** A drawing of the size of a bank card (ISO/IEC 7810, ID-1). */
function layOutCard(random: Seeded, inner: string): Drawing {
  const [width, height] = [cardWidth, 540]
  return { width, height, svg: drawSheet(width, height, random, inner) }
}

/** A card with rounded corners and lines behind the text, as against forgery. */
function drawSheet(width: number, height: number, random: Seeded, content: string): string {
  const paper = random.pick(papers)
  const waves = Array.from({ length: 24 }, (_, at) => {
    const y = (height / 24) * at
    const bend = random.between(8, 30)
    return `<path d="M0 ${y} q ${width / 4} ${bend} ${width / 2} 0 t ${width / 2} 0" stroke="#9ab" stroke-opacity="0.35" fill="none"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" rx="28" fill="${paper}"/>${waves.join('')}${content}</svg>`
}
