import { getAge, parse } from 'aamva-parser'
import { describe, expect, it } from 'vitest'
import {
  checked,
  claims,
  day,
  judgeScan,
  scan,
  writeCard,
  writePassport,
  type ZoneFields,
} from '../testing/scans.ts'
import { type DocumentScan, identifyDocument, readContent } from './verdict.ts'

/** The zone of a United States card. */
const card = (fields: ZoneFields = {}) => writeCard({ state: 'USA', number: checked('D12345678'), ...fields })

function barcode({
  names = ['DCSNOWAK', 'DACLUCJA', 'DADNONE'],
  birth = '04171990',
  expiry = '05202031',
  country = 'DCGUSA',
  state = 'DAJCA',
  type = 'DL',
  header = '63601408',
  number = 'D1234567',
  more = [] as string[],
} = {}): string {
  const elements = [
    `DAQ${number}`,
    ...names,
    `DBB${birth}`,
    `DBA${expiry}`,
    'DBD05202021',
    'DBC2',
    state,
    country,
    ...more,
  ]
  return `@\n\u001e\rANSI ${header}0001${type}00310200${type}${elements.join('\n')}\r`
}

const licence = [
  'DRIVING LICENCE',
  '1. NOWAK',
  '2. MISS LUCJA',
  '3. 17.04.1990 LONDON',
  '4a. 20.05.2021',
  '4b. 20.05.2031',
  '5. NOWAK954170L99IJ 35',
  '8. 122 BURNS CRESCENT, EDINBURGH, EH1 9GP',
]

/** With the surname of the zone in print, because only then its name counts as read. */
const ofZone = (fields: ZoneFields, typed = claims, on = day) => {
  const lines = [fields.names?.split('<<')[0] ?? 'NOWAK']
  return judgeScan({ zones: [writePassport(fields)], lines }, typed, on)
}
const ofBarcode = (fields: Parameters<typeof barcode>[0]) => judgeScan({ barcodes: [barcode(fields)] })
const ofLines = (lines: string[], typed = claims) => judgeScan({ lines }, typed)

describe('the verdict on a document (READING-4)', () => {
  it('is `read` when everything is in order', () => {
    expect(ofZone({})).toMatchObject({
      outcome: 'read',
      kind: 'passport',
      ageOver18: true,
      nameAgrees: true,
      birthDateAgrees: true,
    })
    expect(ofBarcode({})).toMatchObject({ outcome: 'read', kind: 'driving_licence', issuingState: 'USA' })
    expect(ofLines(licence)).toMatchObject({ outcome: 'read', kind: 'driving_licence', issuingState: 'GBR' })
  })
  it("leaves out the birth date when it wasn't asked for", () => {
    expect(ofZone({}, { ...claims, dateOfBirth: null })).toMatchObject({
      outcome: 'read',
      birthDateAgrees: null,
    })
  })
  it('refuses 17 years and 364 days, and accepts 18 on the birthday', () => {
    expect(ofZone({ birth: '080312' }, { ...claims, dateOfBirth: '2008-03-12' })).toMatchObject({
      outcome: 'under_age',
      ageOver18: false,
    })
    expect(ofZone({ birth: '080311' }, { ...claims, dateOfBirth: '2008-03-11' })).toMatchObject({
      outcome: 'read',
    })
  })
  it('completes the year of a person born on 29 February on 1 March', () => {
    const leap = { fullName: 'Lucja Nowak', dateOfBirth: '2008-02-29' }
    expect(ofZone({ birth: '080229' }, leap, '2026-02-28')).toMatchObject({ outcome: 'under_age' })
    expect(ofZone({ birth: '080229' }, leap, '2026-03-01')).toMatchObject({ outcome: 'read' })
  })
  it('refuses an expired document, and a document on its last day', () => {
    expect(ofZone({ expiry: '260310' })).toMatchObject({ outcome: 'expired' })
    expect(ofZone({ expiry: '260311' })).toMatchObject({ outcome: 'expired' })
    expect(ofZone({ expiry: '260312' })).toMatchObject({ outcome: 'read' })
  })
  it("uses the given day, which is the signer's day", () => {
    expect(ofZone({ expiry: '260312' }, claims, '2026-03-12')).toMatchObject({ outcome: 'expired' })
  })
  it('refuses a different birth date', () => {
    expect(ofZone({ birth: '900418' })).toMatchObject({
      outcome: 'birth_date_differs',
      birthDateAgrees: false,
    })
    expect(ofBarcode({ birth: '04181990' })).toMatchObject({ outcome: 'birth_date_differs' })
  })
  it('downgrades only the name when the name differs', () => {
    expect(ofZone({ names: 'SMITH<<JOHN' })).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
      nameAgrees: false,
    })
    expect(ofBarcode({ names: ['DCSSMITH', 'DACJOHN'] })).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
    })
  })
  it('returns null for covered names', () => {
    expect(ofZone({ names: '' })).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
      nameAgrees: null,
    })
  })
  it('refuses two documents in one picture, and a screen that shows two', () => {
    const zone = writePassport()
    expect(judgeScan({ zones: [zone, zone] })).toMatchObject({ outcome: 'two_documents' })
    const barcodes = [barcode(), barcode({ birth: '01011980' })]
    expect(judgeScan({ barcodes })).toMatchObject({ outcome: 'two_documents' })
    const both = { zones: [zone], barcodes: [barcode()] }
    expect(judgeScan(both)).toMatchObject({ outcome: 'two_documents', ageOver18: null })
    expect(ofLines([...licence, '5. SMITH954170L99IJ 35'])).toMatchObject({ outcome: 'two_documents' })
  })
  it('accepts an enhanced licence, with a zone beside its barcode, as one card', () => {
    const withBarcode = (fields = {}) => judgeScan({ zones: [card()], barcodes: [barcode(fields)] })
    expect(withBarcode()).toMatchObject({ outcome: 'read', kind: 'identity_card' })
    for (const other of [{ birth: '04181990' }, { header: '63601208', country: 'DCGCAN', state: 'DAJON' }])
      expect(withBarcode(other)).toMatchObject({ outcome: 'two_documents', ageOver18: null })
  })
  it('refuses a picture without a document, and a picture of an unreadable document', () => {
    expect(ofLines(['SUPERMARKET', 'TOTAL 12.99'])).toMatchObject({ outcome: 'not_a_document' })
    expect(judgeScan({})).toMatchObject({ outcome: 'not_a_document' })
    expect(judgeScan({ zones: [['P<POL', 'X']] })).toMatchObject({ outcome: 'unreadable' })
  })
  it('is that a document is unreadable when only a part of its zone was seen', () => {
    const [first, , third] = card()
    for (const line of [first, third, ...writePassport(), 'I<POL NOWAK <<LUCJA<<<<<<<<<'])
      expect(ofLines(['POLSKA', line]), line).toMatchObject({ outcome: 'unreadable', ageOver18: null })
    for (const line of ['<< BACK', 'a << b << c', 'MENU <<<', 'NEXT <<< LAST'])
      expect(ofLines(['POLSKA', line]), line).toMatchObject({ outcome: 'not_a_document' })
  })
  it('refuses a specimen by its name', () => {
    expect(ofZone({ names: 'SPECIMEN<<ANNA' })).toMatchObject({ outcome: 'specimen', ageOver18: null })
  })
  it('refuses the published sample documents, but no real person with the same name (READING-17)', () => {
    for (const names of ['MUSTERMANN<<ERIKA', 'MUSTERMANN<<MAX<PAUL'])
      expect(ofZone({ names })).toMatchObject({ outcome: 'specimen', ageOver18: null })
    expect(ofZone({ names: 'MUSTERMANN<<ANNA' })).not.toMatchObject({ outcome: 'specimen' })
    const sample = { names: ['DCSSAMPLE', 'DACMICHAEL'] }
    expect(ofBarcode({ ...sample, birth: '06061986' })).toMatchObject({ outcome: 'specimen' })
    expect(ofBarcode(sample)).not.toMatchObject({ outcome: 'specimen' })
    expect(ofZone({ names: 'MORGAN<<SARAH', birth: '760311' })).toMatchObject({ outcome: 'specimen' })
    expect(ofZone({ names: 'MORGAN<<SARAH' })).not.toMatchObject({ outcome: 'specimen' })
  })
  it('refuses an implausibly late expiry, and accepts the longest term that some states use (READING-17)', () => {
    expect(ofZone({ expiry: '750520' })).toMatchObject({ outcome: 'specimen', ageOver18: null })
    expect(ofZone({ expiry: '370520' })).toMatchObject({ outcome: 'read' })
    const ofCard = (expiry: string) => judgeScan({ zones: [card({ expiry })] })
    expect(ofCard('750520')).toMatchObject({ outcome: 'specimen' })
    expect(ofCard('560520')).toMatchObject({ outcome: 'read' })
  })
  it('refuses a number that repeats one character (READING-17)', () => {
    for (const number of ['000000000', '999999999', 'AAAAAAAAA'])
      expect(ofZone({ number })).toMatchObject({ outcome: 'specimen', ageOver18: null })
    expect(ofBarcode({ number: '00000000' })).toMatchObject({ outcome: 'specimen' })
    expect(ofZone({ number: '000000001' })).toMatchObject({ outcome: 'read' })
  })
  it("doesn't accept a card as a passport (READING-17)", () => {
    expect(judgeScan({ zones: [card({ code: 'P' })] })).toMatchObject({
      outcome: 'not_a_document',
      ageOver18: null,
    })
  })
  it('refuses a barcode with a header that no issuer uses (READING-17)', () => {
    for (const header of ['00000008', '99999908', '63601499', '63699908', '60499908'])
      expect(ofBarcode({ header })).toMatchObject({ outcome: 'specimen', ageOver18: null })
  })
  it('refuses a barcode with the address of another state than its issuer, or with another country (READING-17)', () => {
    const ohio = '63602308'
    expect(ofBarcode({ header: ohio, state: 'DAJOH' })).toMatchObject({ outcome: 'read' })
    for (const state of ['DAJTX', 'DAJON', 'DAJ', 'DAJQQ'])
      expect(ofBarcode({ header: ohio, state })).toMatchObject({ outcome: 'specimen', ageOver18: null })
    expect(ofBarcode({ header: ohio, state: 'DAJOH', country: 'DCGCAN' })).toMatchObject({
      outcome: 'specimen',
    })
    expect(ofBarcode({ header: ohio, state: 'DAJOH', country: '' })).toMatchObject({
      outcome: 'read',
      issuingState: 'USA',
    })
  })
})

describe('the barcode of a licence (READING-5)', () => {
  it('has its dates as MMDDYYYY, and in Canada as CCYYMMDD', () => {
    const canadian = {
      birth: '19900417',
      expiry: '20310520',
      country: 'DCGCAN',
      state: 'DAJON',
      header: '63601208',
    }
    expect(ofBarcode(canadian)).toMatchObject({ outcome: 'read', issuingState: 'CAN' })
  })
  it('agrees with another parser', () => {
    const other = parse(barcode())
    expect([other.lastName, other.firstName, getAge(barcode()) !== null]).toEqual(['NOWAK', 'LUCJA', true])
    expect(other.dateOfBirth?.toISOString().slice(0, 10)).toBe('1990-04-17')
  })
  it("is a state identity card where the card isn't a licence", () => {
    expect(ofBarcode({ type: 'ID' })).toMatchObject({ outcome: 'read', kind: 'state_identity_card' })
  })
  it('is refused with an unknown state', () => {
    expect(ofBarcode({ state: 'DAJQQ' })).toMatchObject({ outcome: 'specimen' })
    expect(ofBarcode({ country: 'DCGUTO' })).toMatchObject({ outcome: 'specimen' })
  })
  it('is refused with two birth dates, with none, or with one in the future', () => {
    expect(ofBarcode({ more: ['DBB01011980'] })).toMatchObject({ outcome: 'unreadable' })
    expect(ofBarcode({ birth: '' })).toMatchObject({ outcome: 'unreadable' })
    expect(ofBarcode({ birth: '04172030' })).toMatchObject({ outcome: 'unreadable' })
    expect(ofBarcode({ birth: '13451990' })).toMatchObject({ outcome: 'unreadable' })
  })
  it("isn't a document with any other content", () => {
    expect(judgeScan({ barcodes: ['M1NOWAK/LUCJA BOARDING PASS'] })).toMatchObject({
      outcome: 'not_a_document',
    })
  })
})

describe('a licence of Great Britain (READING-6)', () => {
  const without = (...starts: string[]) =>
    licence.filter((line) => !starts.some((start) => line.startsWith(start)))
  it('is refused when field 3 and field 5 have different birth dates', () => {
    expect(ofLines([...without('3.'), '3. 18.04.1990 LONDON'])).toMatchObject({ outcome: 'unreadable' })
    expect(ofLines([...without('5.'), '5. NOWAK904180L99IJ 35'])).toMatchObject({ outcome: 'unreadable' })
  })
  it('is refused without an expiry date, and after it', () => {
    expect(ofLines(without('4b'))).toMatchObject({ outcome: 'unreadable' })
    expect(ofLines([...without('4b'), '4b. 20.05.2025'])).toMatchObject({ outcome: 'expired' })
  })
  it('is read without the small field numbers', () => {
    const bare = licence.map((line) => line.replace(/^\d[ab]?\. /, ''))
    expect(ofLines(bare)).toMatchObject({ outcome: 'read', nameAgrees: true })
    const lost = ['48. 20052031', ...without('4b')]
    expect(ofLines(lost)).toMatchObject({ outcome: 'read' })
    const between = bare.flatMap((line) => (line === 'NOWAK' ? [line, 'UNITED KINGDOM'] : [line]))
    expect(ofLines(between)).toMatchObject({ outcome: 'read', nameAgrees: true })
  })
  it("isn't recognised in newspaper words that happen to match field 5", () => {
    const words = ['been heard that river S 03457 would', 'why had trains bridge 03457 asked']
    for (const line of words) expect(ofLines([line])).toMatchObject({ outcome: 'not_a_document' })
    expect(ofLines([...licence, ...words])).toMatchObject({ outcome: 'read' })
  })
  it.each([
    ['01', '01'],
    ['51', '01'],
    ['12', '12'],
    ['62', '12'],
  ])("decodes women's months from 51: %s in field 5 is %s in field 3", (hidden, month) => {
    const lines = [...without('3.', '5.'), `3. 17.${month}.1990`, `5. NOWAK9${hidden}170L99IJ 35`]
    expect(ofLines(lines, { ...claims, dateOfBirth: `1990-${month}-17` })).toMatchObject({ outcome: 'read' })
  })
  it.each(['00', '13', '50', '63', '64'])('rejects %s as a month in field 5', (month) => {
    const lines = [...without('5.'), `5. NOWAK9${month}170L99IJ 35`]
    expect(ofLines(lines)).toMatchObject({ outcome: 'not_a_document' })
  })
})

describe('the identity of a document (EVIDENCE-18)', () => {
  const identify = (seen: Partial<DocumentScan>) => identifyDocument(readContent(scan(seen), day))
  const ofPassport = (fields: ZoneFields = {}) => identify({ zones: [writePassport(fields)] })
  const ofLicence = (fields = {}) => identify({ barcodes: [barcode(fields)] })

  it('is the same for two pictures of one document with different other text', () => {
    expect(ofPassport()).toBe(ofPassport({ names: 'NOVAK<<LUCY' }))
    expect(ofLicence()).toBe(ofLicence({ number: 'd123-4567' }))
    const misread = licence.map((line) => line.replace('99IJ', '991J').replace('LONDON', 'L0NDON'))
    expect(identify({ lines: licence })).toBe(identify({ lines: misread }))
  })

  it('differs with another number, birth date or issuer', () => {
    const seen = [
      ofPassport(),
      ofPassport({ number: 'EA4815163' }),
      ofPassport({ birth: '900418' }),
      ofPassport({ state: 'FRA' }),
      ofLicence(),
      ofLicence({ number: 'D1234568' }),
      ofLicence({ birth: '04181990' }),
      identify({ lines: licence }),
      identify({ lines: licence.map((line) => line.replace('L99IJ', 'L89IJ')) }),
    ]
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).not.toContain(null)
  })

  it('is null without a readable document or number', () => {
    expect(identify({})).toBeNull()
    expect(ofLicence({ number: '' })).toBeNull()
  })
})
