import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawDocument } from '../bench/unseen/draw-flat.ts'
import {
  createSeededRandom,
  encodeZone,
  type MadeUpDocument,
  makeUpDocument,
  type Truth,
  transliterate,
} from '../bench/unseen/made-up-documents.ts'
import { judge, readContent } from '../src/domain/identity-document/verdict.ts'
import { createDocumentReader } from '../src/server/platform/document-reader/index.ts'
import { withDrawings } from '../src/server/testing/sample-files.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'

describe('generated documents that are unknown to the reader', () => {
  const reader = createDocumentReader({ logger: silentLogger, maxMs: 120_000 })
  afterAll(() => reader.close())
  const day = '2026-11-25'

  /** The verdict on a flat drawing, for the name and the birth date of its holder. */
  async function judgeFlat(document: MadeUpDocument, change = (inner: string) => inner) {
    const { width, height, inner } = drawDocument(createSeededRandom(8), document)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 14}" height="${height * 14}" viewBox="-4 -4 ${width + 8} ${height + 8}">${change(inner)}</svg>`
    const picture = await withDrawings(() =>
      sharp(Buffer.from(svg)).flatten({ background: '#888' }).jpeg().toBuffer(),
    )
    const sighting = await reader.scan(picture, day)
    const { truth, printed } = document
    const claims = { fullName: `${printed.givenNames} ${printed.surname}`, dateOfBirth: truth.dateOfBirth }
    return sighting && judge(readContent(sighting, day), claims, day)
  }

  it('have the machine-readable lines of the examples in ICAO 9303', () => {
    const eriksson = (format: Truth['format'], number: string): Truth => ({
      format,
      issuingState: 'UTO',
      number,
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      dateOfBirth: '1974-08-12',
      expiresOn: '2012-04-15',
    })
    expect(encodeZone(eriksson('TD3', 'L898902C3'), 'F', 'UTO', 'P', 'ZE184226B')).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ])
    expect(encodeZone(eriksson('TD2', 'D23145890'), 'F', 'UTO', 'I', '')).toEqual([
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'D231458907UTO7408122F1204159<<<<<<<6',
    ])
    expect(encodeZone(eriksson('TD1', 'D23145890'), 'F', 'UTO', 'I', '')).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ])
    const [upper] = encodeZone(eriksson('TD1', 'D23145890734'), 'F', 'UTO', 'I', 'ABC')
    expect(upper).toBe('I<UTOD23145890<7349<ABC<<<<<<<')
  })

  it('transliterate names according to ICAO 9303', () => {
    expect(transliterate("D'Arcy-Großmann Øvergård")).toBe('DARCY GROSSMANN OEVERGAARD')
  })

  it.each(['TD1', 'TD2', 'TD3', 'AAMVA'] as const)(
    'are read correctly when they are flat: %s',
    async (format) => {
      expect(await judgeFlat(makeUpDocument(createSeededRandom(8), format, day))).toMatchObject({
        outcome: 'read',
        nameAgrees: true,
        birthDateAgrees: true,
      })
    },
  )

  describe('whose zone was edited, with its check digits computed anew', () => {
    type Days = Partial<Pick<MadeUpDocument, 'issuedOn'> & Truth>
    const judgeEdited = (format: 'TD2' | 'TD3', seed: number, print: Days, edit: Partial<Truth>) => {
      const { truth: made, ...document } = makeUpDocument(createSeededRandom(seed), format, day)
      const { issuedOn = document.issuedOn, ...own } = print
      const truth = { ...made, ...own }
      const code = format === 'TD3' ? 'P' : 'ID'
      const machine = encodeZone({ ...truth, ...edit }, document.sex, truth.issuingState, code, '')
      return judgeFlat({ ...document, issuedOn, truth, machine })
    }
    const each = [['TD3', 1] as const, ['TD2', 2] as const]
    const refused = { outcome: 'specimen', ageOver18: null }

    it.each(each)('are refused with another birth year: %s %i (READING-19)', async (format, seed) => {
      const minor = { dateOfBirth: '2009-03-14' }
      expect(await judgeEdited(format, seed, minor, {})).toMatchObject({ outcome: 'under_age' })
      for (const dateOfBirth of ['1999-03-14', '2007-03-14'])
        expect(await judgeEdited(format, seed, minor, { dateOfBirth })).toMatchObject(refused)
    })
    it.each(each)('are refused with another expiry year: %s %i (READING-19)', async (format, seed) => {
      const expired = { issuedOn: '2014-06-02', expiresOn: '2024-06-02' }
      expect(await judgeEdited(format, seed, expired, { expiresOn: '2034-06-02' })).toMatchObject(refused)
    })
    it.each(each)('give no name with another surname: %s %i (READING-19)', async (format, seed) => {
      expect(await judgeEdited(format, seed, {}, { surname: 'FELDSTROM' })).toMatchObject({
        outcome: 'name_differs',
        ageOver18: true,
        nameAgrees: null,
      })
    })
  })

  it.each([1, 2].flatMap((seed) => [['TD3', seed] as const, ['TD2', seed] as const]))(
    'are no documents when their photo is empty: %s %i (READING-18)',
    async (format, seed) => {
      const document = makeUpDocument(createSeededRandom(seed), format, day)
      const withoutFace = (inner: string) => inner.replace(/<svg x="5".*?<\/svg>/s, '')
      expect(await judgeFlat(document, withoutFace)).toMatchObject({ outcome: 'not_a_document' })
    },
  )
})
