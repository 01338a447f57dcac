import { describe, expect, it } from 'vitest'
import { type Claims, type DocumentScan, doesPrintAgree, judge, readContent } from './verdict.ts'

const judgeSighting = (sighting: DocumentScan, typed: Claims, day: string) =>
  judge(readContent(sighting, day), typed, day)

const day = '2026-03-11'
const claims = { fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17' }
const passport = [
  'P<POLNOWAK<<LUCJA<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  'EA48151623POL9004171F3105205<<<<<<<<<<<<<<00',
]
const backOfCard = [
  'IDPOLEA48151623<<<<<<<<<<<<<<<',
  '9004171F3105205POL<<<<<<<<<<<0',
  'NOWAK<<LUCJA<<<<<<<<<<<<<<<<<<',
]
const own = ['POLSKA', 'Nazwisko / Surname', 'NOWAK']
const another = ['POLSKA', 'Nazwisko / Surname', 'HORVAT', 'SOFIA', '02.11.1984', 'FB1623420']

const judged = (sighting: Partial<DocumentScan>) =>
  judgeSighting({ zones: [passport], barcodes: [], lines: [], hasFace: true, ...sighting }, claims, day)

describe('a document whose scanned side has a photo (READING-18)', () => {
  it("isn't accepted without a face in the picture, with or without print", () => {
    for (const lines of [[], own])
      expect(judged({ hasFace: false, lines })).toMatchObject({ outcome: 'not_a_document', ageOver18: null })
  })
  it("doesn't include the back of a card, which has no photo", () => {
    expect(judged({ zones: [backOfCard], hasFace: false })).toMatchObject({ outcome: 'read' })
  })
})

describe('print beside a zone (READING-19)', () => {
  it('belongs to another document when it repeats nothing of the zone', () => {
    expect(judged({ lines: another })).toMatchObject({ outcome: 'specimen', ageOver18: null })
  })
  it('matches by the surname, the number or the birth date alone', () => {
    expect(judged({ lines: own })).toMatchObject({ outcome: 'read' })
    for (const line of ['EA4815162', '17 KWI/APR 1990'])
      expect(judged({ lines: [...another, line] })).toMatchObject({ outcome: 'read' })
  })
  it('excludes the lines of the zone itself and pieces of them', () => {
    for (const line of [...passport, 'P<POLNOWAK<<LUCJA', 'EA48151623POL9004171F3105205'])
      expect(judged({ lines: [...another, line] })).toMatchObject({ outcome: 'specimen' })
    expect(judged({ lines: [...passport, ...another.slice(0, 2)] })).toMatchObject({ outcome: 'read' })
  })
  it('proves nothing when too few lines are legible', () => {
    for (const lines of [[], another.slice(0, 2)])
      expect(judged({ lines })).toMatchObject({ outcome: 'read' })
  })
  it('is compared regardless of diacritics, spaces, date order, and letters misread as digits', () => {
    const agrees = (line: string, more = {}) =>
      doesPrintAgree(line, { number: 'EA4815162', surname: 'NOWAK', dateOfBirth: '1990-04-17', ...more })
    for (const line of ['N0WAK', 'Nówak', '1. NOWAK', 'EA 48I5I62', 'No EA4815162', '17.04.1990', '17041990'])
      expect([line, agrees(line)]).toEqual([line, true])
    for (const line of ['1990-04-17', '04/17/1990', '17 APR 90', '17APR/AVR1990 F'])
      expect([line, agrees(line)]).toEqual([line, true])
    expect(agrees('MÜLLER', { surname: 'MUELLER' })).toBe(true)
    expect(agrees('GARCIALOPEZ', { surname: 'GARCIA LOPEZ' })).toBe(true)
    expect(agrees('OCONN0R', { surname: 'OCONNOR' })).toBe(true)
    for (const line of [
      'HORVAT',
      'NOVAC',
      'NOVOTNY',
      'EA4815199',
      '17.04.1984',
      '18.04.1990',
      '20.05.2031',
      'LI',
      '',
    ])
      expect([line, agrees(line)]).toEqual([line, false])
    expect(agrees('NEDERLAND', { surname: 'LAND' })).toBe(false)
  })
})
