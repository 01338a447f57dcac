import { describe, expect, it } from 'vitest'
import { claims, judgeScan, writeLargerCard, writePassport, type ZoneFields } from '../testing/scans.ts'
import { doesPrintAgree } from './printed-side.ts'
import type { Claims, DocumentScan } from './verdict.ts'

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

const judged = (seen: Partial<DocumentScan>) => judgeScan({ zones: [passport], ...seen })

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
    for (const lines of [another, ['HONG', 'ANNA', 'BRNO']])
      expect(judged({ lines })).toMatchObject({ outcome: 'specimen', ageOver18: null })
  })
  it('matches by the surname, the number or the birth date alone', () => {
    expect(judged({ lines: own })).toMatchObject({ outcome: 'read' })
    for (const line of ['EA4815162', '17 KWI/APR 1990'])
      expect(judged({ lines: ['POLSKA', 'Nazwisko / Surname', 'WARSZAWA', line] })).toMatchObject({
        ageOver18: true,
      })
  })
  it('excludes the lines of the zone itself and pieces of them', () => {
    for (const line of [...passport, 'P<POLNOWAK<<LUCJA', 'EA48151623POL9004171F3105205'])
      expect(judged({ lines: [...another, line] })).toMatchObject({ outcome: 'specimen' })
    expect(judged({ lines: [...passport, ...another.slice(0, 2)] })).toMatchObject({ ageOver18: true })
  })
  it("has the zone's birth date also where it was read as one number with the date beside it", () => {
    const besideOther = (birth: string) => ['POLSKA', 'N W K', '20052031WARSZAWA', birth]
    for (const birth of ['1704199020052021', '2005202117041990'])
      expect(judged({ lines: besideOther(birth) }), birth).toMatchObject({
        ageOver18: true,
        nameAgrees: null,
      })
    for (const birth of ['1704198420052021', '2005202118041990', '117041990200520211'])
      expect(judged({ lines: besideOther(birth) }), birth).toMatchObject({ outcome: 'specimen' })
  })
  it('proves nothing against the age when too few lines are legible', () => {
    for (const lines of [[], another.slice(0, 2), ['HONG', 'ANNA', 'CZE']])
      expect(judged({ lines })).toMatchObject({ ageOver18: true })
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
    expect(agrees('NG', { surname: 'NG' })).toBe(true)
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

describe('a zone that was edited, with its check digits computed anew (READING-19)', () => {
  const judgeEdited = (
    { long = true, ...fields }: ZoneFields & { long?: boolean },
    lines: readonly string[],
    typed: Partial<Claims> = {},
  ) => {
    const zones = [long ? writePassport(fields) : writeLargerCard(fields)]
    return judgeScan({ zones, lines }, { ...claims, dateOfBirth: null, ...typed })
  }
  /** The print of a person who is 17, whose surname and number are those of the zone. */
  const minor = ['Nazwisko / Surname', 'NOWAK', 'EA4815162', '20 05 2021', '20 05 2031']

  it.each([
    '17.04.2008',
    '17 04 2008',
    '17042008',
    '17 KWI/APR 2008',
    '17APR/AVR2008',
    '17 APR 08',
    '17 avr. 2008',
    '2008-04-17',
    '04/17/2008',
    'POL 17 04 2008 F',
    '17042008WARSZAWA',
    '1704200820052021',
  ])('is refused by the true birth date in print, wherever it is read: %s', (printed) => {
    for (const birth of ['900417', '060417', '070417']) {
      for (const long of [true, false]) {
        for (const lines of [
          [...minor, printed],
          [printed, ...minor],
          ['NOWAK', 'EA4815162', printed],
        ])
          expect(judgeEdited({ birth, long }, lines), lines.join()).toMatchObject({
            outcome: 'specimen',
            ageOver18: null,
          })
      }
    }
  })
  it('is refused by the true expiry date in print', () => {
    const adult = ['NOWAK', 'EA4815162', '17 04 1990', '12 03 2014', '12 03 2024']
    for (const long of [true, false]) {
      expect(judgeEdited({ long, expiry: '240312' }, adult)).toMatchObject({ outcome: 'expired' })
      expect(judgeEdited({ long, expiry: '340312' }, adult)).toMatchObject({ outcome: 'specimen' })
    }
    expect(judgeEdited({ expiry: '310520' }, ['NOWAK', '20.05.2033'])).toMatchObject({ outcome: 'specimen' })
  })
  it('never counts its name as read when the print has another surname', () => {
    const lines = [...minor.slice(0, 1), 'HORVAT', '17 04 1990', ...minor.slice(2)]
    for (const names of ['NOWAK<<LUCJA', 'HORVATOV<<LUCJA', 'HARVEY<<LUCJA']) {
      const fullName = names.split('<<').reverse().join(' ')
      expect(judgeEdited({ names }, lines, { fullName }), names).toMatchObject({
        outcome: 'name_differs',
        ageOver18: true,
        nameAgrees: null,
        knownUntil: null,
      })
    }
  })
  it('is another than the honest one, whose dates are its own or the day of its issue', () => {
    for (const issued of ['20 05 2021', '21 MAJ/MAY 2021', '19 05 16', '2021.05.21'])
      for (const birth of ['17 04 1990', '17 KWI/APR 90', '1990-04-17', '17041990'])
        for (const expiry of ['20 05 2031', '20 MAJ/MAI 31', '20052031'])
          expect(judgeEdited({}, ['NOWAK', 'LUCJA', 'EA4815162', birth, issued, expiry])).toMatchObject({
            outcome: 'read',
            nameAgrees: true,
          })
    const others = [
      'NOWAK',
      'RUE 12 75008',
      '90041712345',
      'EA4815162',
      '14 MILLION 26',
      '99 99 2008',
      '2008',
    ]
    expect(judgeEdited({}, others)).toMatchObject({ outcome: 'read' })
  })
})

describe('the name of a zone (READING-19)', () => {
  it('is read when the print has its whole surname, also on two lines or with one letter misread or lost', () => {
    for (const lines of [['NOWAK'], ['1. N0WAK'], ['Nówak'], ['NQVAK', 'NOWAX'], ['OWAK'], ['NOWA']])
      expect([lines, judged({ lines })]).toMatchObject([lines, { outcome: 'read', nameAgrees: true }])
    const zones = [writePassport({ names: 'NOWAK<KOWALSKA<<LUCJA' })]
    for (const lines of [['NOWAK KOWALSKA'], ['NOWAK', 'KOWALSKA'], ['NOWAK-KOWALSKA'], ['NOWAKKOWALSKA']])
      expect(judged({ zones, lines })).toMatchObject({ outcome: 'read', nameAgrees: true })
    expect(judged({ zones, lines: ['NOWAK'] })).toMatchObject({ ageOver18: true, nameAgrees: null })
  })
  it('is not read when its surname is not legible in print', () => {
    for (const lines of [[], ['POLSKA'], ['EA4815162', '17.04.1990']])
      expect(judged({ lines })).toMatchObject({ outcome: 'name_differs', ageOver18: true, nameAgrees: null })
  })
})

describe('a name in a zone, where K and I are easily taken for fillers (READING-7)', () => {
  const judgeNames = (names: string, fullName: string, lines: readonly string[]) =>
    judgeScan({ zones: [writePassport({ names })], lines }, { ...claims, fullName })
  it.each([
    ['NOWA<<LUCJA', 'Łucja Nowak', 'NOWAK'],
    ['NOWAKK<<LUCJAKK', 'Łucja Nowak', 'NOWAK'],
    ['NOWAKI<LUCJAI', 'Łucja Nowak', 'NOWAK'],
    ['NOWAK<ILUCJA', 'Łucja Nowak', 'NOWAK'],
    ['NOWAK<<LUCJA<K<I', 'Łucja Nowak', 'NOWAK'],
    ['KOWALSK<<MAR<A', 'Maria Kowalski', 'KOWALSKI'],
    ['KOWALSKIK<<MARIA', 'Maria Kowalski', 'KOWALSKI'],
    ['BRZOZOWSK<ANNA', 'Anna Brzozowski', 'BRZOZOWSKI'],
    ['WUK<<LUCJA', 'Lucja Wu', 'WU'],
  ])('agrees with the print and the typed name that it fits: %s', (names, fullName, printed) => {
    expect(judgeNames(names, fullName, [printed, 'LUCJA', 'ANNA', 'MARIA'])).toMatchObject({
      outcome: 'read',
      nameAgrees: true,
    })
  })
  it('still differs from another name', () => {
    for (const [names, fullName] of [
      ['NOWAK<<LUCJA', 'Lucja Nowacki'],
      ['NOWAK<<LUCJA', 'Anna Nowak'],
      ['NOWAK<<ANNA<MARIA', 'Anna Maria'],
      ['KI<<LI', 'Li Ik'],
      ['NOWAK<<LUCJA', 'Lucja Kowalski'],
    ] as const)
      expect(judgeNames(names, fullName, ['NOWAK', 'KI']), fullName).toMatchObject({
        outcome: 'name_differs',
        nameAgrees: false,
      })
  })
})
