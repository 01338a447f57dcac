/** What machines read on documents: the lines of ICAO 9303 (parts 3 to 6), and the text of the AAMVA card design standard. */
import { between, drawNumber, pick, type Random } from './chance.ts'

export type Format = 'TD1' | 'TD2' | 'TD3' | 'AAMVA'

/** What a document says: names and number in capitals, without fillers; the ICAO code of the state; days as `YYYY-MM-DD`. */
export type Truth = {
  format: Format
  issuingState: string
  number: string
  surname: string
  givenNames: string
  dateOfBirth: string
  expiresOn: string
}

/** `machine` is the lines of the zone, or the barcode's text alone. The names stand as they are printed, with their accents. */
export type MadeUpDocument = {
  truth: Truth
  machine: string[]
  sex: 'F' | 'M'
  issuedOn: string
  printed: { surname: string; givenNames: string; country: string; address: string }
}

/** The recommended transliterations of ICAO 9303-3, section 6, as far as they aren't the plain letter. */
const transliterated: Record<string, string> = Object.fromEntries(
  'Ä AE|Æ AE|Å AA|Ö OE|Ø OE|Ü UE|ẞ SS|Ð D|Đ D|Ł L|Þ TH|Œ OE|Ñ N|İ I|I I'
    .split('|')
    .map((pair) => pair.split(' ')),
)

/** Letters and single spaces: an apostrophe is left out, a hyphen is a space. */
export function transliterate(name: string): string {
  return [...name.replaceAll('ß', 'SS').replaceAll('ı', 'I').toUpperCase().normalize('NFC')]
    .map((letter) => transliterated[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/['’]/g, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim()
}

/** ICAO 9303-3, section 4.9: weights 7, 3, 1; letters from A as 10, fillers 0. */
export function checkDigit(text: string): string {
  const value = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36))
  return `${[...text].reduce((sum, sign, at) => sum + value(sign) * ([7, 3, 1][at % 3] ?? 0), 0) % 10}`
}

const checked = (text: string) => text + checkDigit(text)
const fill = (text: string, length: number) => text.replaceAll(' ', '<').padEnd(length, '<').slice(0, length)
const toSixDigits = (day: string) => day.slice(2).replaceAll('-', '')

/** The zone's lines. `optional` is what the state adds of its own. */
export function encodeZone(
  truth: Truth,
  sex: string,
  nationality: string,
  code: string,
  optional: string,
): string[] {
  const { format, issuingState, number } = truth
  const names = `${fill(truth.surname, truth.surname.length)}<<${fill(truth.givenNames, truth.givenNames.length)}`
  const head = fill(code, 2) + fill(issuingState, 3)
  const days = (middle: string) =>
    checked(toSixDigits(truth.dateOfBirth)) + middle + checked(toSixDigits(truth.expiresOn))
  const checkedNumber = checked(fill(number, 9))
  if (format === 'TD1') {
    const isLong = number.length > 9
    const upper = isLong
      ? `${number.slice(0, 9)}<${fill(`${number.slice(9)}${checkDigit(number)}<${optional}`, 15)}`
      : checkedNumber + fill(optional, 15)
    const lower = days(sex)
    const rest = fill('', 11)
    const composite = checkDigit(upper + lower.slice(0, 7) + lower.slice(8) + rest)
    return [head + upper, lower + fill(nationality, 3) + rest + composite, fill(names, 30)]
  }
  const length = format === 'TD2' ? 7 : 14
  const own = fill(optional, length)
  // For an empty field some states write the digit, some a filler.
  const ownCheck = optional || issuingState > 'M' ? checkDigit(own) : '<'
  const tail = format === 'TD2' ? own : own + ownCheck
  const [born, ends] = [checked(toSixDigits(truth.dateOfBirth)), checked(toSixDigits(truth.expiresOn))]
  const composite = checkDigit(checkedNumber + born + ends + tail)
  return [
    head + fill(names, format === 'TD2' ? 31 : 39),
    checkedNumber + fill(nationality, 3) + days(sex) + tail + composite,
  ]
}

/** The barcode's text: AAMVA 2016 or 2020, one subfile for the licence and one for the state. */
export function encodeLicence(random: Random, document: MadeUpDocument, iin: string, state: string): string {
  const { truth, sex, issuedOn, printed } = document
  const day = (iso: string) => iso.slice(5, 7) + iso.slice(8) + iso.slice(0, 4)
  const [first = '', ...middle] = truth.givenNames.split(' ')
  const [street = '', city = '', zip = ''] = printed.address.toUpperCase().split(', ')
  const elements = [
    `DAQ${truth.number}`,
    `DCS${truth.surname}`,
    'DDEN',
    `DAC${first}`,
    'DDFN',
    `DAD${middle.join(' ') || 'NONE'}`,
    'DDGN',
    'DCAC',
    'DCBNONE',
    'DCDNONE',
    `DBD${day(issuedOn)}`,
    `DBB${day(truth.dateOfBirth)}`,
    `DBA${day(truth.expiresOn)}`,
    `DBC${sex === 'M' ? 1 : 2}`,
    `DAU0${Math.floor(between(random, 60, 77))} IN`,
    `DAY${pick(random, ['BRO', 'BLU', 'GRN', 'HAZ'])}`,
    `DAG${street}`,
    `DAI${city}`,
    `DAJ${state}`,
    `DAK${zip}0000  `,
    `DCF${drawNumber(random, '99999999AA9999')}`,
    'DCGUSA',
    'DDAF',
    `DDB${pick(random, ['08292017', '01042012', '10062015'])}`,
    ...(random() < 0.5 ? ['DDK1'] : []),
  ]
  const licence = `DL${elements.join('\n')}\r`
  const ofState = `Z${state[0]}Z${state[0]}A${drawNumber(random, 'AA9999')}\r`
  const start = 21 + 2 * 10
  const place = (offset: number, text: string) =>
    `${offset}`.padStart(4, '0') + `${text.length}`.padStart(4, '0')
  return (
    `@\n\u001e\rANSI ${iin}${pick(random, ['09', '10'])}0${Math.floor(random() * 4)}02` +
    `DL${place(start, licence)}Z${state[0]}${place(start + licence.length, ofState)}${licence}${ofState}`
  )
}
