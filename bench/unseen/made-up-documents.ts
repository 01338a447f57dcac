/**
 * Generates fictional people with their documents: the machine-readable lines of ICAO 9303 (parts 3 to 6), and the
 * barcode text of the AAMVA card design standard. It is independent of the product's reader, and returns the expected
 * result of a reading with each document.
 */

export type Format = 'TD1' | 'TD2' | 'TD3' | 'AAMVA' | 'GB'

/**
 * The data of a document: names and number in capitals, without fillers; the ICAO code of the state; days as
 * `YYYY-MM-DD`.
 */
export type Truth = {
  format: Format
  issuingState: string
  number: string
  surname: string
  givenNames: string
  dateOfBirth: string
  expiresOn: string
}

/**
 * `machine` contains the lines of the machine-readable zone, or only the barcode's text; nothing for a licence of Great
 * Britain. `printed` contains the names with their accents.
 */
export type MadeUpDocument = {
  truth: Truth
  machine: string[]
  sex: 'F' | 'M'
  issuedOn: string
  printed: { surname: string; givenNames: string; country: string }
}

/** Returns random numbers from 0 to 1. */
export type Random = () => number

/** Returns the same sequence of numbers from 0 to 1 for the same seed (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)

/** In a pattern, A is a letter, 9 a digit, X either (from the set that Germany uses); text in brackets is copied. */
const drawNumber = (random: Random, pattern: string) =>
  pattern.replace(/\[(\w+)\]|A|9|X/g, (sign, kept?: string) => {
    if (kept) return kept
    if (sign === '9') return `${Math.floor(random() * 10)}`
    return pick(random, [...(sign === 'A' ? 'ABCDEFGHJKLMNPRSTUVWXYZ' : 'CFGHJKLMNPRTVWXYZ0123456789')])
  })

/** Surnames, given names of women, and given names of men, for each language. */
const people: Record<string, string> = {
  german: 'Müller|Großmann|von der Heide|Krüger-Lenz;Änne Sophie|Jule|Katharina;Jörg|Maximilian Paul|Uwe',
  english: "O'Connor|Whitfield|Hargreaves-Cole|D'Arcy;Imogen Rose|Niamh|Beth;Callum James|Rhys|Oliver",
  french: "L'Hermitte|Dubois-Faure|Garçon;Anaïs|Marie-Claire|Zoé Inès;Jean-Noël|Loïc|François Rémy",
  spanish: 'Ibáñez Roca|Muñoz Peña|Quiroga Vidal;Begoña|María Jesús|Ximena;Iñaki|José Ángel|Álvaro',
  polish: 'Wójcik|Żółkowska-Dąb|Gołąb;Małgorzata|Zofia Łucja;Wawrzyniec|Bożydar|Stanisław Jan',
  nordic: 'Sjöström|Bjørnstad|Ågren|Øvergård-Holm;Åsa Linnéa|Maja|Solveig;Bjørn|Håkan Olof|Leif',
  turkish: 'Yıldırım|Çağlayan|Şahinoğlu|Öztürk;Gülşen|İpek;Doğan|Işık Can|Ümit',
  slav: 'Đurić|Kovačević|Šarić-Babić|Žižek;Ljiljana|Anđela Mia;Dražen|Nikša|Zvonimir Ante',
  romanian: 'Țepeluș|Brâncoveanu|Ștefănescu;Ioana Mădălina|Crenguța;Răzvan|Ionuț Mircea',
  baltic: 'Kalniņš|Jõgi|Žukauskaitė|Mägi;Ilze|Ülle Mari|Rūta;Jānis|Õnne Taavi|Šarūnas',
  indian: 'Raghunathan|Chattopadhyay|Iyer;Lakshmi Priya|Anjali;Venkatesh|Arjun Dev',
  east: 'Takahashi|Ng|Baek|Xu;Haruka|Ji-woo|Yan;Kenta|Min-jun|Wei',
}

/**
 * Code, country, pattern of the number, and the languages of usual names; for licences also the issuer's number and the
 * jurisdiction.
 */
const issuers: Record<Format, string> = {
  TD3: `D;Bundesrepublik Deutschland;[C]XXXXXXXX;german turkish|GBR;United Kingdom;999999999;english indian
    |IRL;Éire Ireland;[P]A9999999;english|FRA;République française;99AA99999;french|ESP;España;[P]AA999999;spanish
    |POL;Rzeczpospolita Polska;AA9999999;polish|SWE;Sverige;AA9999999;nordic|TUR;Türkiye;[U]99999999;turkish
    |HRV;Republika Hrvatska;999999999;slav|ROU;România;99999999;romanian|LVA;Latvijas Republika;[LV]9999999;baltic
    |IND;Republic of India;A9999999;indian|CAN;Canada;AA999999;english french east|JPN;Japan;[T]A9999999;east`,
  TD1: `D;Bundesrepublik Deutschland;[L]XXXXXXXX;german turkish|ESP;España;AAA999999;spanish
    |POL;Rzeczpospolita Polska;AAA999999;polish|EST;Eesti Vabariik;AA9999999;baltic|SWE;Sverige;99999999;nordic
    |BEL;België Belgique;999999999999;french german|FRA;République française;X9XX9XXX9;french
    |ITA;Repubblica Italiana;[CA]99999AA;romanian|PRT;República Portuguesa;99999999;spanish`,
  TD2: `ROU;România;[R]A999999;romanian|D;Bundesrepublik Deutschland;[T]XXXXXXXX;german
    |SVK;Slovenská republika;AA999999;slav polish|GRC;Hellenic Republic;AA999999;slav`,
  AAMVA: `636014;CA;A9999999;english spanish|636015;TX;99999999;english spanish|636001;NY;999999999;english indian
    |636010;FL;A999999999999;spanish|636035;IL;A99999999999;polish|636036;NJ;A99999999999999;indian`,
  GB: 'GBR;United Kingdom;[9]AA;english indian',
}

/** The recommended transliterations of ICAO 9303-3, section 6, that differ from the letter without its accent. */
const transliterated: Record<string, string> = Object.fromEntries(
  'Ä AE|Æ AE|Å AA|Ö OE|Ø OE|Ü UE|ẞ SS|Ð D|Đ D|Ł L|Þ TH|Œ OE|Ñ N|İ I|I I'
    .split('|')
    .map((pair) => pair.split(' ')),
)

/** Converts a name to letters and single spaces: apostrophes are removed, hyphens become spaces. */
export function transliterate(name: string): string {
  return [...name.replaceAll('ß', 'SS').replaceAll('ı', 'I').toUpperCase().normalize('NFC')]
    .map((letter) => transliterated[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/['’]/g, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim()
}

/** ICAO 9303-3, section 4.9: weights 7, 3, 1; letters from A as 10, fillers 0. */
function checkDigit(text: string): string {
  const value = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36))
  return `${[...text].reduce((sum, sign, at) => sum + value(sign) * ([7, 3, 1][at % 3] ?? 0), 0) % 10}`
}

const checked = (text: string) => text + checkDigit(text)
const fill = (text: string, length: number) => text.replaceAll(' ', '<').padEnd(length, '<').slice(0, length)
const toSixDigits = (day: string) => day.slice(2).replaceAll('-', '')

/** The lines of the machine-readable zone. `optional` is the issuing state's optional data. */
export function encodeZone(
  truth: Truth,
  sex: string,
  nationality: string,
  code: string,
  optional: string,
): string[] {
  const { format, issuingState, number } = truth
  const names = `${truth.surname}<<${truth.givenNames}`
  const head = fill(code, 2) + fill(issuingState, 3)
  const [born, ends] = [checked(toSixDigits(truth.dateOfBirth)), checked(toSixDigits(truth.expiresOn))]
  const checkedNumber = checked(fill(number, 9))
  if (format === 'TD1') {
    const isLong = number.length > 9
    const upper = isLong
      ? `${number.slice(0, 9)}<${fill(`${number.slice(9)}${checkDigit(number)}<${optional}`, 15)}`
      : checkedNumber + fill(optional, 15)
    const rest = fill('', 11)
    const composite = checkDigit(upper + born + ends + rest)
    return [head + upper, born + sex + ends + fill(nationality, 3) + rest + composite, fill(names, 30)]
  }
  const own = fill(optional, format === 'TD2' ? 7 : 14)
  // For an empty field, some states print the check digit and some a filler.
  const ownCheck = optional || issuingState > 'M' ? checkDigit(own) : '<'
  const tail = format === 'TD2' ? own : own + ownCheck
  const composite = checkDigit(checkedNumber + born + ends + tail)
  return [
    head + fill(names, format === 'TD2' ? 31 : 39),
    checkedNumber + fill(nationality, 3) + born + sex + ends + tail + composite,
  ]
}

/** The barcode's text: AAMVA 2016 or 2020, one subfile. */
function encodeLicence(random: Random, { truth, sex, issuedOn, printed }: MadeUpDocument, iin: string) {
  const day = (iso: string) => iso.slice(5, 7) + iso.slice(8) + iso.slice(0, 4)
  const [first = '', ...middle] = truth.givenNames.split(' ')
  const elements = [
    `DAQ${truth.number}`,
    `DCS${truth.surname}`,
    'DDEN',
    `DAC${first}`,
    'DDFN',
    `DAD${middle.join(' ') || 'NONE'}`,
    'DDGN',
    `DBD${day(issuedOn)}`,
    `DBB${day(truth.dateOfBirth)}`,
    `DBA${day(truth.expiresOn)}`,
    `DBC${sex === 'M' ? 1 : 2}`,
    `DAG${drawNumber(random, '999')} MILL RD`,
    'DAIFAIRHAVEN',
    `DAJ${printed.country}`,
    `DAK${drawNumber(random, '99999')}0000  `,
    `DCF${drawNumber(random, '99999999AA9999')}`,
    'DCGUSA',
  ]
  const licence = `DL${elements.join('\n')}\r`
  const length = `${licence.length}`.padStart(4, '0')
  return `@\n\u001e\rANSI ${iin}${pick(random, ['09', '10'])}0001DL0031${length}${licence}`
}

/** The driver number of Great Britain: surname, birth date (months of women from 51), initials; it ends with `end`. */
function encodeDriver({ truth, sex }: MadeUpDocument, end: string): string {
  const [year = '', month = '', day = ''] = truth.dateOfBirth.split('-')
  const [first = '', second = '9'] = truth.givenNames.split(' ').map(([letter]) => letter)
  const months = `${Number(month) + (sex === 'F' ? 50 : 0)}`.padStart(2, '0')
  const surname = truth.surname.replace(/[^A-Z]/g, '').slice(0, 5)
  return `${surname.padEnd(5, '9')}${year[2]}${months}${day}${year[3]}${first}${second}${end}`
}

/** Draws a day of the month up to 28, so that it exists in every month. */
function drawDay(random: Random, year: number): string {
  const padTwo = (number: number) => `${1 + Math.floor(random() * number)}`.padStart(2, '0')
  return `${year}-${padTwo(12)}-${padTwo(28)}`
}

/** Generates a document that was issued at the age of 18 or later, is valid on `day` and expires within nine years. */
export function makeUpDocument(random: Random, format: Format, day: string): MadeUpDocument {
  const year = Number(day.slice(0, 4))
  const isLicence = format === 'AAMVA' || format === 'GB'
  const rows = issuers[format].split('|').map((row) => row.trim().split(';'))
  const [code = '', country = '', pattern = '', own = ''] = pick(random, rows)
  const [surnames = '', women = '', men = ''] = people[pick(random, own.split(' '))]?.split(';') ?? []
  const sex = pick(random, ['F', 'M'] as const)
  const printed = {
    surname: pick(random, surnames.split('|')),
    givenNames: pick(random, (sex === 'F' ? women : men).split('|')),
    country,
  }
  const expiresOn = drawDay(random, year + 1 + Math.floor(random() * (isLicence ? 7 : 9)))
  const issuedOn = `${Number(expiresOn.slice(0, 4)) - (format === 'AAMVA' ? 8 : 10)}${expiresOn.slice(4)}`
  // A licence keeps apostrophes and hyphens, but not accents.
  const spell = isLicence
    ? (name: string) => name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L')
    : transliterate
  const truth: Truth = {
    format,
    issuingState: format === 'AAMVA' ? 'USA' : code,
    number: drawNumber(random, pattern),
    surname: spell(printed.surname),
    givenNames: spell(printed.givenNames),
    dateOfBirth: drawDay(random, Number(issuedOn.slice(0, 4)) - 19 - Math.floor(random() * 60)),
    expiresOn,
  }
  const document: MadeUpDocument = { truth, machine: [], sex, issuedOn, printed }
  if (format === 'GB')
    return { ...document, truth: { ...truth, number: encodeDriver(document, truth.number) } }
  if (isLicence) return { ...document, machine: [encodeLicence(random, document, code)] }
  const kind = format === 'TD3' ? 'P' : pick(random, ['I', 'ID'])
  const optional = random() < 0.35 ? drawNumber(random, format === 'TD2' ? '9999999' : '99999999A') : ''
  return { ...document, machine: encodeZone(truth, sex, code, kind, optional) }
}
