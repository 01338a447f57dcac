import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawDocument } from '../bench/unseen/draw-flat.ts'
import {
  createSeededRandom,
  encodeZone,
  makeUpDocument,
  type Truth,
  transliterate,
} from '../bench/unseen/made-up-documents.ts'
import { judge, readContent } from '../src/domain/identity-document/verdict.ts'
import { createDocumentReader } from '../src/server/platform/document-reader/index.ts'
import { withDrawings } from '../src/server/testing/sample-files.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'

describe('generated documents that are unknown to the reader', () => {
  const reader = createDocumentReader({ logger: silentLogger })
  afterAll(() => reader.close())

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
      const day = '2026-11-25'
      const random = createSeededRandom(8)
      const document = makeUpDocument(random, format, day)
      const { width, height, inner } = drawDocument(random, document)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 14}" height="${height * 14}" viewBox="-4 -4 ${width + 8} ${height + 8}">${inner}</svg>`
      const picture = await withDrawings(() =>
        sharp(Buffer.from(svg)).flatten({ background: '#888' }).jpeg().toBuffer(),
      )
      const sighting = await reader.scan(picture, day)
      const { truth, printed } = document
      const claims = { fullName: `${printed.givenNames} ${printed.surname}`, dateOfBirth: truth.dateOfBirth }
      expect(sighting && judge(readContent(sighting, day), claims, day)).toMatchObject({
        outcome: 'read',
        nameAgrees: true,
        birthDateAgrees: true,
      })
    },
  )
})
