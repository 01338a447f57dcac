import { parse } from 'mrz'
import { describe, expect, it } from 'vitest'
import { checked, day, writeCard, writeLargerCard, writePassport } from '../testing/scans.ts'
import { computeCheckDigit } from './mrz-layout.ts'
import { readMrz } from './read-mrz.ts'

const passport = [
  'P<POLNOWAK<<LUCJA<MARIA<<<<<<<<<<<<<<<<<<<<<',
  'EA48151623POL9004171F3105205<<<<<<<<<<<<<<00',
]

/** The same lines with one character replaced. */
function withAt(lines: readonly string[], line: number, at: number, character: string): string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, at) + character + text.slice(at + 1) : text,
  )
}

describe('a machine-readable zone (READING-3)', () => {
  it('of a passport is read', () => {
    expect(readMrz(passport, day)).toEqual({
      kind: 'passport',
      readFrom: 'lines',
      issuingState: 'POL',
      number: 'EA4815162',
      surname: 'NOWAK',
      givenNames: 'LUCJA MARIA',
      namesTruncated: false,
      dateOfBirth: '1990-04-17',
      expiresOn: '2031-05-20',
    })
  })
  it('of a card of either size is read, and so is a residence permit', () => {
    const names = { surname: 'NOWAK', givenNames: 'LUCJA' }
    expect(readMrz(writeCard(), day)).toMatchObject({ kind: 'identity_card', ...names })
    expect(readMrz(writeCard({ code: 'IR' }), day)).toMatchObject({ kind: 'residence_permit' })
    expect(
      readMrz(['I<POLNOWAK<<LUCJA<<<<<<<<<<<<<<<<<<<', 'EA48151623POL9004171F3105205<<<<<<<0'], day),
    ).toMatchObject({ kind: 'identity_card', issuingState: 'POL', ...names })
    const american = writeLargerCard({ code: 'C1', state: 'USA' })
    expect(readMrz(american, day)).toMatchObject({ kind: 'residence_permit' })
  })
  it('agrees with another parser on the examples of ICAO 9303, except for the specimen state', () => {
    const examples = [
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
      ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    ]
    for (const lines of examples) {
      expect(readMrz(lines, day)).toBe('specimen')
      const invalid = parse(lines).details.filter(({ valid }) => !valid)
      expect(new Set(invalid.map(({ field }) => field))).toEqual(new Set(['issuingState', 'nationality']))
    }
    expect(parse(passport).valid).toBe(true)
  })
  it.each([
    ['the number', 1, 4],
    ['the birth date', 1, 15],
    ['the day of expiry', 1, 23],
    ['the personal number', 1, 30],
  ])('is refused when %s has a wrong digit, by its check digit and by the composite one', (_, line, at) => {
    expect(readMrz(withAt(passport, line, at, '8'), day)).toBe('unreadable')
  })
  it.each([9, 19, 27, 42, 43])('is refused when the check digit in place %i is wrong', (at) => {
    const digit = passport[1]?.[at] === '7' ? '8' : '7'
    expect(readMrz(withAt(passport, 1, at, digit), day)).toBe('unreadable')
  })
  it.each([9, 19, 27, 42])(
    'is refused when the check digit in place %i is wrong, even if the composite one fits',
    (at) => {
      const wrong = withAt(passport, 1, at, '7')
      const line = wrong[1] ?? ''
      const composite = computeCheckDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43))
      expect(readMrz(withAt(wrong, 1, 43, composite), day)).toBe('unreadable')
    },
  )
  it('is corrected by position alone: letters among digits, digits among letters', () => {
    const seen = withAt(withAt(withAt(passport, 1, 15, 'O'), 1, 11, '0'), 0, 6, '0')
    expect(readMrz(seen, day)).toMatchObject({ dateOfBirth: '1990-04-17', surname: 'NOWAK' })
    expect(readMrz(writeLargerCard({ code: '1D' }), day)).toMatchObject({ kind: 'identity_card' })
  })
  it('is never altered until its check digits fit: a 1 read as 7 is refused', () => {
    expect(readMrz(withAt(passport, 1, 17, '7'), day)).toBe('unreadable')
  })
  it('of a visa is refused as one, with and without a check digit over all (9303-7)', () => {
    expect(readMrz(writePassport({ code: 'V<' }), day)).toBe('not_a_document')
    const long = [
      'V<POLNOWAK<<LUCJA<<<<<<<<<<<<<<<<<<<<<<<<<<<',
      'L8988901C4XXX9004171F31052056ZE184226B<<<<<<',
    ]
    const short = long.map((line) => line.slice(0, 36))
    for (const visa of [long, short]) expect(readMrz(visa, day)).toBe('not_a_document')
    const misread = [long[0] ?? '', 'L8988901C4XXX9004172F31052056ZE184226B<<<<<<']
    expect(readMrz(misread, day)).toBe('unreadable')
  })
  it('of a specimen is refused as a specimen', () => {
    expect(readMrz(writePassport({ state: 'UTO', nationality: 'UTO' }), day)).toBe('specimen')
  })
  it('with an unknown state is unreadable, not a specimen, because a letter may have been misread', () => {
    for (const state of ['UTO', 'QQQ']) expect(readMrz(writePassport({ state }), day)).toBe('unreadable')
    for (const nationality of ['UTO', '30A', '0A2']) {
      expect(readMrz(writePassport({ nationality }), day)).toBe('unreadable')
    }
  })
  it('with an unlisted sex is refused', () => {
    expect(readMrz(writePassport({ sex: 'H' }), day)).toBe('unreadable')
    expect(readMrz(writePassport({ sex: '<' }), day)).toMatchObject({ surname: 'NOWAK' })
  })
  it('with an invalid date is refused', () => {
    expect(readMrz(writePassport({ birth: '900230' }), day)).toBe('unreadable')
    expect(readMrz(writePassport({ birth: '90<<<<' }), day)).toBe('unreadable')
  })
  it("puts the birth in the latest century in which it isn't in the future", () => {
    const born = (birth: string) => readMrz(writePassport({ birth }), day)
    expect(born('260311')).toMatchObject({ dateOfBirth: '2026-03-11' })
    expect(born('260312')).toMatchObject({ dateOfBirth: '1926-03-12' })
    expect(born('000229')).toMatchObject({ dateOfBirth: '2000-02-29' })
    // 1900 wasn't a leap year, 2000 was.
    expect(readMrz(writePassport({ birth: '280229' }), day)).toMatchObject({ dateOfBirth: '1928-02-29' })
  })
  it('puts the expiry in the nearest century', () => {
    expect(readMrz(writePassport({ expiry: '990101' }), day)).toMatchObject({ expiresOn: '1999-01-01' })
    expect(readMrz(writePassport({ expiry: '360101' }), day)).toMatchObject({ expiresOn: '2036-01-01' })
  })
  it('is read without covered names, because names only count when they match', () => {
    expect(readMrz([`P<POL${'<'.repeat(39)}`, passport[1] ?? ''], day)).toMatchObject({
      surname: '',
      givenNames: '',
    })
  })
  it.each(['P<POLNO<WAK<<<UCJA<<<<<<<<<<<<<<<<<<<<<<<<<<', 'P<POLNOWAK<<LUCJA<<<<<K<<<<<<<<<<<<<<<<<<<<<'])(
    'is unreadable with names that no state writes this way, because a letter was misread (READING-3): %s',
    (first) => {
      expect(readMrz([first, passport[1] ?? ''], day)).toBe('unreadable')
    },
  )
  it('with wrong line lengths or forbidden characters is refused', () => {
    expect(readMrz([passport[0] ?? ''], day)).toBe('unreadable')
    expect(
      readMrz(
        passport.map((line) => line.slice(1)),
        day,
      ),
    ).toBe('unreadable')
    expect(readMrz(withAt(passport, 0, 30, '*'), day)).toBe('unreadable')
    // Its check digits would be right.
    expect(readMrz(writePassport({ number: 'EA4815*62' }), day)).toBe('unreadable')
  })
  it("of a card with the state's own data after its number is read without these", () => {
    const lines = writeCard({ number: `${checked('ABC123456')}9004171` })
    expect(readMrz(lines, day)).toMatchObject({ kind: 'identity_card', number: 'ABC123456' })
  })
  it('of a card with a longer number than its field is read with the whole number', () => {
    const number = 'D23145890'
    const rest = `7349${computeCheckDigit(`${number}<734`.replace('<', ''))}`.slice(0, 3)
    const more = `${rest}${computeCheckDigit(number + rest)}`
    const lines = writeCard({ code: 'I<', state: 'BEL', number: `${number}<${more}` })
    expect(readMrz(lines, day)).toMatchObject({ issuingState: 'BEL', number: number + rest })
    expect(readMrz(withAt(lines, 0, 16, '9'), day)).toBe('unreadable')
  })
})
