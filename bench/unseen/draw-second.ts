/**
 * Draws the made-up documents a second time, independently of draw-flat: in other fonts, with other labels, languages,
 * forms of dates, backgrounds, positions and faces, and the front of licences of Great Britain. All lengths are in
 * millimetres. The zone is in OCR-B and at the place that ICAO 9303 requires.
 */
import { createRequire } from 'node:module'
import bwipjs from 'bwip-js'
import { type Font, openSync } from 'fontkit'
import type { Flat } from './draw-flat.ts'
import { between, type MadeUpDocument, pick, type Random } from './made-up-documents.ts'

const { resolve } = createRequire(import.meta.url)
const open = (path: string) => openSync(resolve(`@expo-google-fonts/${path}`)) as Font
const fonts = {
  plain: open('noto-sans-thai/500Medium/NotoSansThai_500Medium.ttf'),
  wide: open('noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
  typed: open('source-code-pro/600SemiBold/SourceCodePro_600SemiBold.ttf'),
  roman: open('source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  zone: openSync(resolve('bwip-js').replace(/dist.*$/, 'fonts/OCRB7.ttf')) as Font,
}
type Face = keyof typeof fonts

/** Draws a line of text whose capitals are `capital` high, from (x, y) on its baseline. */
function set(face: Face, x: number, y: number, capital: number, text: string, fill: string, pitch = 0) {
  const scale = capital / (face === 'zone' ? 757 : fonts[face].capHeight)
  let at = x
  const shapes = fonts[face].layout(text).glyphs.map((glyph) => {
    const shape = `<path transform="translate(${at.toFixed(3)} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
    at += pitch || glyph.advanceWidth * scale
    return shape
  })
  return `<g fill="${fill}">${shapes.join('')}</g>`
}

/** The labels of the fields, and the months, of some languages. */
const languages = {
  EN: 'Surname|Given names|Nationality|Date of birth|Sex|Place of birth|Date of issue|Date of expiry|Document No.|JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  FR: 'Nom|Prénoms|Nationalité|Date de naissance|Sexe|Lieu de naissance|Date de délivrance|Date d’expiration|Document N°|JANV FÉVR MARS AVR MAI JUIN JUIL AOÛT SEPT OCT NOV DÉC',
  D: 'Name|Vornamen|Staatsangehörigkeit|Geburtsdatum|Geschlecht|Geburtsort|Ausstellungsdatum|Gültig bis|Ausweis-Nr.|JAN FEB MÄR APR MAI JUN JUL AUG SEP OKT NOV DEZ',
  ESP: 'Apellidos|Nombre|Nacionalidad|Fecha de nacimiento|Sexo|Lugar de nacimiento|Fecha de expedición|Fecha de caducidad|Número|ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC',
  POL: 'Nazwisko|Imiona|Obywatelstwo|Data urodzenia|Płeć|Miejsce urodzenia|Data wydania|Data ważności|Numer|STY LUT MAR KWI MAJ CZE LIP SIE WRZ PAŹ LIS GRU',
  TUR: 'Soyadı|Adı|Uyruğu|Doğum tarihi|Cinsiyeti|Doğum yeri|Düzenleme tarihi|Son geçerlilik|Belge No|OCA ŞUB MAR NİS MAY HAZ TEM AĞU EYL EKİ KAS ARA',
}

/** Draws a form of dates that ICAO 9303-3 allows: figures, or the month in one or two languages. */
function pickDateForm(random: Random, own: string[], english: string[]): (iso: string) => string {
  const sign = pick(random, ['.', ' ', '/', '.'])
  const form = Math.floor(random() * 4)
  return (iso) => {
    const [year = '', month = '', day = ''] = iso.split('-')
    const [here, abroad] = [own[Number(month) - 1], english[Number(month) - 1]]
    if (form === 0) return `${day} ${abroad} ${year}`
    if (form === 1) return `${day} ${here === abroad ? here : `${here}/${abroad}`} ${year}`
    return [day, month, year].join(sign)
  }
}

/** Draws rosettes and fine rays on a graded ground. */
function drawGround(random: Random, width: number, height: number, tint = random() * 360): string {
  const tone = (shift: number, light: number) => `hsl(${(tint + shift) % 360} 48% ${light}%)`
  const rosettes = Array.from({ length: 3 }, () => {
    const [x, y, big] = [random() * width, random() * height, between(random, 14, 34)]
    const [petals, inner] = [Math.floor(between(random, 7, 19)), between(random, 0.3, 0.7)]
    const points = Array.from({ length: 720 }, (_, step) => {
      const angle = (step / 720) * 2 * Math.PI
      const reach = big * (1 - inner / 2 + (inner / 2) * Math.cos((petals + 0.5) * 2 * angle))
      return `${(x + reach * Math.cos(2 * angle)).toFixed(2)} ${(y + reach * Math.sin(2 * angle)).toFixed(2)}`
    })
    return `<path d="M${points.join('L')}" fill="none" stroke="${tone(between(random, -60, 60), 72)}" stroke-width="0.13"/>`
  })
  const rays = Array.from(
    { length: 60 },
    (_, at) => `M${width} ${height * 0.4}L0 ${(at - 20) * height * 0.05}`,
  )
  return (
    `<linearGradient id="ground" x2="1" y2="0.6"><stop stop-color="${tone(0, 91)}"/><stop offset="0.55" stop-color="${tone(40, 95)}"/><stop offset="1" stop-color="${tone(90, 89)}"/></linearGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#ground)"/><path d="${rays.join('')}" stroke="${tone(20, 82)}" stroke-width="0.1"/>${rosettes.join('')}`
  )
}

/** Draws a shaded head and shoulders, in colour or engraved in grey. */
function makePortrait(random: Random): (x: number, y: number, width: number, opacity?: number) => string {
  const skins = ['#f3d9c6 #c08e70', '#dfb18a #94623f', '#a8734f #5d3823', '#8d6248 #4d3022']
  const [light, dark] = pick(random, skins).split(' ')
  const hair = pick(random, ['#1d1815', '#4b3220', '#a07c4a', '#8b8885'])
  const [wide, isLong, hasGlasses] = [between(random, 33, 38), random() < 0.45, random() < 0.2]
  const coat = `hsl(${Math.floor(random() * 360)} 30% 30%)`
  const isGrey = random() < 0.4
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="80" rx="9.5" ry="6.5" fill="${dark}" opacity="0.35"/><path d="M${x - 7.5} 81Q${x} 74.5 ${x + 7.5} 81Q${x} 85 ${x - 7.5} 81Z" fill="#f4f0ea"/>` +
    `<circle cx="${x}" cy="80" r="3.3" fill="#3b2a1e"/><circle cx="${x + 1}" cy="79" r="0.8" fill="#fff"/><path d="M${x - 8} 80.5Q${x} 73.5 ${x + 8} 80.5" fill="none" stroke="#2a1b14" stroke-width="1.3"/>` +
    `<path d="M${x - 9} 70Q${x} 64.5 ${x + 9} 69.5" fill="none" stroke="${hair}" stroke-width="2.6" stroke-linecap="round"/>` +
    (hasGlasses
      ? `<rect x="${x - 11}" y="73" width="22" height="15" rx="6" fill="none" stroke="#333" stroke-width="1"/>`
      : '')
  const inner =
    `<radialGradient id="skin" cx="0.45" cy="0.4" r="0.65"><stop stop-color="${light}"/><stop offset="0.6" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>` +
    '<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter><filter id="smooth"><feGaussianBlur stdDeviation="0.7"/></filter><rect width="140" height="180" fill="#e9ebec"/>' +
    `<g filter="url(#smooth)">${isLong ? `<path d="M26 80Q24 26 70 26Q116 26 114 80L120 140L20 140Z" fill="${hair}"/>` : ''}` +
    `<path d="M54 112L54 142Q70 152 86 142L86 112Z" fill="${dark}"/><path d="M4 180Q8 148 52 139Q70 156 88 139Q132 148 136 180Z" fill="${coat}"/>` +
    `<ellipse cx="${70 - wide}" cy="84" rx="5" ry="10" fill="${dark}"/><ellipse cx="${70 + wide}" cy="84" rx="5" ry="10" fill="${dark}"/>` +
    `<path d="M${70 - wide} 78Q${70 - wide} 32 70 32Q${70 + wide} 32 ${70 + wide} 78Q${70 + wide - 3} 112 82 125Q70 132 58 125Q${73 - wide} 112 ${70 - wide} 78Z" fill="url(#skin)"/>` +
    `<path d="M${68 - wide} 76Q${66 - wide} 24 70 25Q${74 + wide} 24 ${72 + wide} 76Q${68 + wide} 52 84 47Q62 54 48 47Q${72 - wide} 56 ${68 - wide} 76Z" fill="${hair}"/></g>` +
    `${eye(54)}${eye(86)}<path d="M66 78Q64 92 60.5 98Q64 103 70 102Q76 103 79.5 98Q76 92 74 78" fill="${dark}" opacity="0.3"/>` +
    `<ellipse cx="65.5" cy="100" rx="2.2" ry="1.2" fill="#4a2c20" opacity="0.7"/><ellipse cx="74.5" cy="100" rx="2.2" ry="1.2" fill="#4a2c20" opacity="0.7"/>` +
    `<path d="M56 112Q64 107.5 70 109.5Q76 107.5 84 112Q70 114 56 112Z" fill="#8e4b43"/><path d="M56 112Q70 114 84 112Q70 121.5 56 112Z" fill="#b36a60"/>`
  return (x, y, width, opacity = 1) =>
    `<svg x="${x}" y="${y}" width="${width}" height="${width * 1.28}" viewBox="0 0 140 180"><g opacity="${opacity}"${isGrey || opacity < 1 ? ' filter="url(#grey)"' : ''}>${inner}</g></svg>`
}

/** Sizes of ICAO 9303-4 to -6, the first line of the zone, the place and width of the portrait, and the rows of fields. */
const plans = {
  TD3: {
    width: 125,
    height: 88,
    first: 74.5,
    leading: 6.35,
    portrait: [6, 19, 34],
    rows: 'number|surname|given|state sex|born place|issued|ends',
  },
  TD2: {
    width: 105,
    height: 74,
    first: 60,
    leading: 6.35,
    portrait: [4.5, 12.5, 27],
    rows: 'surname|given|sex state|born number|issued ends',
  },
  TD1: {
    width: 85.6,
    height: 54,
    first: 37.5,
    leading: 5.2,
    portrait: null,
    rows: 'place issued|state sex',
  },
} as const

function drawWithZone(random: Random, format: keyof typeof plans, document: MadeUpDocument): Flat {
  const { truth, machine, sex, issuedOn, printed } = document
  const { width, height, first, leading, portrait, rows } = plans[format]
  const own = languages[truth.issuingState as keyof typeof languages] ?? languages.FR
  const [here, english] = [own.split('|'), languages.EN.split('|')]
  const toDay = pickDateForm(random, (here[9] ?? '').split(' '), (english[9] ?? '').split(' '))
  const face: Face = pick(random, ['plain', 'wide', 'typed', 'roman'])
  const ink = pick(random, ['#16181c', '#262a38'])
  const capitals = (text: string) => text.toLocaleUpperCase(truth.issuingState === 'TUR' ? 'tr' : 'en')
  const name = (at: number, value: string): readonly [string, string] => [
    `${here[at]} / ${english[at]}`,
    value,
  ]
  const fields = {
    surname: name(0, capitals(printed.surname)),
    given: name(1, capitals(printed.givenNames)),
    state: name(2, truth.issuingState),
    born: name(3, toDay(truth.dateOfBirth)),
    sex: name(4, sex),
    place: name(5, pick(random, ['NEUSTADT', 'PORTO ALTO', 'LAKEWOOD', 'MONT-CLAIR'])),
    issued: name(6, toDay(issuedOn)),
    ends: name(7, toDay(truth.expiresOn)),
    number: name(8, truth.number),
  }
  const [left, top, step] = portrait ? [portrait[0] + portrait[2] + 5, 16, 7.6] : [5, 12, 7.4]
  const capital = between(random, 2, 2.3)
  const cells = rows.split('|').flatMap((row, down) =>
    row.split(' ').map((field, across) => {
      const [x, y] = [left + across * (width - left) * 0.5, top + down * step]
      const [label, value] = fields[field as keyof typeof fields]
      return set('plain', x, y, 1.15, label, '#3d5a80') + set(face, x, y + 3.9, capital, value, ink)
    }),
  )
  const title = format === 'TD3' ? 'PASSPORT' : 'IDENTITY CARD'
  const person = makePortrait(random)
  const [pitch, small] = [2.54, 2.66]
  const start = (width - pitch * (machine[0]?.length ?? 0)) / 2
  const inner =
    drawGround(random, width, height) +
    (random() < 0.5 ? `<rect y="${first - 5.5}" width="${width}" height="${height}" fill="#fbfaf6"/>` : '') +
    set('roman', 5, 7, 2.2, capitals(printed.country), '#7a2233') +
    set('plain', width - 36, 7, 1.9, title, '#7a2233') +
    cells.join('') +
    (portrait ? person(portrait[0], portrait[1], portrait[2]) : '') +
    (format === 'TD3' && random() < 0.4 ? person(107, 48, 13, 0.3) : '') +
    machine.map((line, at) => set('zone', start, first + at * leading, small, line, ink, pitch)).join('')
  return { width, height, radius: 3.1, inner, finest: { kind: 'letter', size: portrait ? capital : small } }
}

/** Draws the back of a licence: the barcode on a plain field, a magnetic stripe, and a table of classes. */
function drawBarcodeSide(random: Random, { machine: [text = ''], truth }: MadeUpDocument): Flat {
  const [width, height] = [85.6, 54]
  const escaped = text.replace(/[\p{Cc}^]/gu, (sign) => `^${`${sign.charCodeAt(0)}`.padStart(3, '0')}`)
  const options = { parse: true, columns: pick(random, [11, 13, 16]), eclevel: pick(random, [3, 5]) }
  const code = bwipjs.toSVG({ bcid: 'pdf417', text: escaped, scale: 1, ...options })
  const [, wide = 1, high = 1] = (/viewBox="0 0 (\d+) (\d+)"/.exec(code) ?? []).map(Number)
  const room = between(random, 66, 76)
  const bar = room / wide
  const tall = bar * high
  const hasStripe = random() < 0.5
  const [x, y] = [between(random, 4, width - room - 4), hasStripe ? 17 : pick(random, [5, height - tall - 4])]
  const bars = code.replace(
    '<svg',
    `<svg x="${x}" y="${y}" width="${room}" height="${tall}" preserveAspectRatio="none"`,
  )
  const printY = y < 20 ? y + tall + 5.5 : 7
  const print = ['CLASS D  NON-COMMERCIAL', `RESTRICTIONS A   ENDORSEMENTS NONE   ${truth.number}`]
  const inner =
    drawGround(random, width, height) +
    (hasStripe ? `<rect y="3" width="${width}" height="10" fill="#25211e"/>` : '') +
    `<rect x="${x - 2}" y="${y - 2}" width="${room + 4}" height="${tall + 4}" fill="#fff"/>${bars}` +
    print.map((line, at) => set('plain', 6, printY + at * 3.2, 1.4, line, '#222')).join('')
  return { width, height, radius: 3.2, inner, finest: { kind: 'bar', size: bar } }
}

/** Draws the front of a licence of Great Britain, with the numbered fields of Directive 2006/126/EC. */
function drawBritishFront(random: Random, { truth, issuedOn, sex, printed }: MadeUpDocument): Flat {
  const [width, height, capital] = [85.6, 54, 1.9]
  const toDay = (iso: string) => iso.split('-').reverse().join('.')
  const fields = [
    ['1.', truth.surname],
    ['2.', `${sex === 'F' ? pick(random, ['MS', 'MRS', 'MISS']) : 'MR'} ${truth.givenNames}`],
    ['3.', `${toDay(truth.dateOfBirth)}  ${printed.country.toUpperCase()}`],
    ['4a.', `${toDay(issuedOn)}  4c. DVLA`],
    ['4b.', toDay(truth.expiresOn)],
    ['5.', `${truth.number} ${10 + Math.floor(random() * 80)}`],
    ['8.', `${1 + Math.floor(random() * 90)} MILL LANE, FAIRHAVEN`],
    ['9.', pick(random, ['AM/B/f/k/q', 'AM/A/B1/B/BE/f/k/l/n/p/q'])],
  ] as const
  const face: Face = pick(random, ['plain', 'wide'])
  const inner =
    drawGround(random, width, height, between(random, 300, 340)) +
    '<rect x="4" y="3.5" width="10" height="6.5" rx="1" fill="#20376b"/>' +
    set('plain', 6, 8.3, 2.6, 'UK', '#fff') +
    set('wide', 30, 8, 2.5, 'DRIVING LICENCE', '#37417c') +
    makePortrait(random)(4, 13, 23) +
    fields
      .map(([name, value], at) => {
        const y = 15 + at * 4.3
        const size = at < 6 ? capital : 1.5
        return set('plain', 30, y, 1.5, name, '#333') + set(face, 35, y, size, value, '#17171c')
      })
      .join('')
  return { width, height, radius: 3.2, inner, finest: { kind: 'letter', size: capital } }
}

/** Draws the machine-readable side of a document, or the front of a licence of Great Britain. */
export function drawAgain(random: Random, document: MadeUpDocument): Flat {
  const { format } = document.truth
  if (format === 'GB') return drawBritishFront(random, document)
  return format === 'AAMVA' ? drawBarcodeSide(random, document) : drawWithZone(random, format, document)
}
