// node_modules/.bin/node bench/documents/draw-fixtures.ts: draws the few pictures of documents that `npm test` reads. Wants the font OCR B
// (Debian: apt-get install fonts-ocr-b). They are committed, so that nobody else needs it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Drawing, drawDocument, type MadeUpKind } from './draw-document.ts'
import type { MadeUpPerson } from './made-up-person.ts'
import { createSeeded } from './seeded.ts'

const folder = join(import.meta.dirname, '../../src/server/testing/identity-documents')
const width = 1250

const person: MadeUpPerson = {
  surname: 'NOWAK',
  givenNames: 'LUCJA',
  dateOfBirth: '1990-04-17',
  expiresOn: '2031-05-20',
  issuedOn: '2021-05-20',
  sex: 'F',
  state: 'POL',
  number: 'EA4815162',
}
/** 17 years and 364 days old on 11 March 2026, the day of the tests. */
const minor: MadeUpPerson = { ...person, givenNames: 'ANTONI', sex: 'M', dateOfBirth: '2008-03-12' }
const other: MadeUpPerson = {
  ...person,
  surname: 'HORVAT',
  givenNames: 'SOFIA',
  dateOfBirth: '1984-11-02',
  expiresOn: '2030-01-09',
  number: 'FB1623420',
}

async function draw(name: string, kind: MadeUpKind, of: MadeUpPerson, zoned = of): Promise<void> {
  const { svg } = drawDocument(kind, of, createSeeded(7), zoned)
  await save(name, svg)
}

async function save(name: string, svg: string): Promise<void> {
  const jpeg = await sharp(Buffer.from(svg), { density: 144 })
    .resize({ width })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#7a5a3c' })
    .flatten({ background: '#7a5a3c' })
    .jpeg({ quality: 62 })
    .toBuffer()
  await writeFile(join(folder, `${name}.jpg`), jpeg)
  console.log(name, jpeg.byteLength)
}

/** Two drawings below each other. */
function joinDrawings(upper: Drawing, lower: Drawing): string {
  const place = ({ svg, width, height }: Drawing, y: number) =>
    `<svg x="0" y="${y}" width="${width}" height="${height}">${svg}</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1250" height="1800">${place(upper, 0)}${place(lower, 900)}</svg>`
}

await draw('passport', 'passport (TD3)', person)
await draw('passport-of-a-minor', 'passport (TD3)', minor)
await draw('passport-with-the-print-of-another', 'passport (TD3)', other, person)
await draw('identity-card', 'identity card (TD1)', person)
await draw('larger-identity-card', 'identity card (TD2)', person)
await draw('us-licence', 'US licence (PDF417)', person)
await draw('uk-licence', 'UK licence', person)
await save(
  'two-passports',
  joinDrawings(
    drawDocument('passport (TD3)', person, createSeeded(7)),
    drawDocument('passport (TD3)', minor, createSeeded(8)),
  ),
)
