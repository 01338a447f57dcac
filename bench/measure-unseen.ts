// npm run measure:unseen -- --pictures N [--seed S] [--generator first|second]: measures how well the product's reader
// reads unknown documents. It generates photos of fictional documents (bench/unseen), processes each like an upload, and
// compares the result with the generated data. Without a seed it uses a random one and prints it. The second generator
// draws and photographs the same data in another way, so that it shows whether the reader was fitted to the first.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { DocumentContent } from '../src/domain/identity-document/document-content.ts'
import { readAamva, readUkLicence } from '../src/domain/identity-document/read-licence.ts'
import { readMrz } from '../src/domain/identity-document/read-mrz.ts'
import { type DocumentScan, judge, readContent } from '../src/domain/identity-document/verdict.ts'
import { createDocumentReader } from '../src/server/platform/document-reader/index.ts'
import { createImages } from '../src/server/platform/images/index.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { computeMedian, computeQuantile } from './lib/statistics.ts'
import { drawDocument, type Flat } from './unseen/draw-flat.ts'
import { drawAgain } from './unseen/draw-second.ts'
import {
  createSeededRandom,
  type Format,
  type MadeUpDocument,
  makeUpDocument,
  type Random,
} from './unseen/made-up-documents.ts'
import { photograph } from './unseen/photograph.ts'
import { photographByHand } from './unseen/photograph-by-hand.ts'

const { values } = parseArgs({
  options: { pictures: { type: 'string' }, seed: { type: 'string' }, generator: { type: 'string' } },
})
const pictures = Number(values.pictures ?? 100)
const seed = Number(values.seed ?? randomInt(2 ** 31))
/** A fixed day, so that a seed always gives the same pictures. */
const day = '2026-11-25'

type Photo = { jpeg: Uint8Array; conditions: readonly string[]; ground: string; size: string }
type Generator = {
  formats: readonly Format[]
  draw: (random: Random, document: MadeUpDocument) => Flat
  take: (random: Random, flat: Flat) => Promise<Photo | null>
}
const generators: Record<string, Generator> = {
  first: {
    formats: ['TD3', 'AAMVA', 'TD1', 'AAMVA', 'TD2', 'TD3', 'TD1', 'AAMVA', 'TD2', 'TD3'],
    draw: drawDocument,
    take: photograph,
  },
  second: {
    formats: ['TD3', 'GB', 'AAMVA', 'TD1', 'TD2', 'GB', 'TD3', 'AAMVA', 'TD2', 'TD1'],
    draw: drawAgain,
    take: photographByHand,
  },
}
const name = values.generator ?? 'first'
const generator = generators[name]
if (!generator) throw new Error(`there is no generator ${name}`)
const { formats, draw, take } = generator

type Outcome = 'right' | 'not read' | 'wrong' | 'wrong date'

const fields = ['issuingState', 'number', 'surname', 'givenNames', 'dateOfBirth', 'expiresOn'] as const
const simplify = (text: string) => text.replace(/[^A-Z0-9]+/g, ' ').trim()

/** Why a zone or barcode whose every field was read right gave no verdict, or none about the name. */
type Loss = 'print' | 'face' | 'name' | null

type Result = {
  format: Format
  photo: Photo
  outcome: Outcome
  loss: Loss
  reported: string
  milliseconds: number
}

console.log(`${name} generator, seed ${seed}, ${pictures} pictures`)
const images = createImages(silentLogger)
const reader = createDocumentReader({ logger: silentLogger })
const results: Result[] = []
for (let at = 0; at < pictures; at++) results.push(await measureOne(at))
await Promise.all([images.close(), reader.close()])
report()

async function measureOne(at: number): Promise<Result> {
  const format = formats[at % formats.length] as Format
  const random = createSeededRandom((seed + Math.imul(at + 1, 0x9e3779b1)) >>> 0)
  const document = makeUpDocument(random, format, day)
  const flat = draw(random, document)
  let photo: Photo | null = null
  // Pictures in which the document is too small to be read are discarded.
  while (!photo) photo = await take(random, flat)
  const clean = await images.clean(photo.jpeg, 'image/jpeg', null)
  if ('fault' in clean) throw new Error(`picture ${at} was refused: ${clean.fault}`)
  const start = performance.now()
  const sighting = await reader.scan(clean.bytes, day)
  const milliseconds = performance.now() - start
  const { outcome, loss, reported } = compareWithTruth(document, sighting, day)
  const { conditions, ground, size } = photo
  console.log(`${at} ${format} ${outcome} (${reported}) ${conditions.join(', ')}; ${ground}; ${size}`)
  return { format, photo, outcome, loss, reported, milliseconds }
}

/**
 * Judges the sighting against the holder's correct entries, as the product does, and compares its fields with the
 * document. `reported` is the verdict's outcome, or that the name wasn't read.
 */
function compareWithTruth(
  { truth, printed }: MadeUpDocument,
  sighting: DocumentScan | null,
  day: string,
): { outcome: Outcome; loss: Loss; reported: string } {
  if (!sighting) return { outcome: 'not read', loss: null, reported: 'the process ended' }
  const claims = { fullName: `${printed.givenNames} ${printed.surname}`, dateOfBirth: truth.dateOfBirth }
  const { outcome, nameAgrees } = judge(readContent(sighting, day), claims, day)
  const reported = outcome === 'name_differs' && nameAgrees === null ? 'name not read' : outcome
  const reads = [
    ...sighting.zones.map((lines) => readMrz(lines, day)),
    ...sighting.barcodes.map((text) => readAamva(text, day)),
    ...(truth.format === 'GB' ? [readUkLicence(sighting.lines, day)] : []),
  ].filter((read): read is DocumentContent => typeof read !== 'string')
  const wrong = reads
    .flatMap((content) =>
      fields.filter((field) => content[field] !== '' && simplify(content[field]) !== simplify(truth[field])),
    )
    // A name whose fillers were misread still fits the typed name.
    .filter((field) => nameAgrees !== true || (field !== 'surname' && field !== 'givenNames'))
  const isOfDates = ['birth_date_differs', 'expired', 'under_age'].includes(reported)
  if (isOfDates || wrong.some((field) => field === 'dateOfBirth' || field === 'expiresOn'))
    return { outcome: 'wrong date', loss: null, reported }
  if (reported === 'name_differs' || wrong.length > 0) return { outcome: 'wrong', loss: null, reported }
  const losses: Record<string, Loss> = { specimen: 'print', not_a_document: 'face', 'name not read': 'name' }
  const loss = reads.length > 0 ? (losses[reported] ?? null) : null
  return { outcome: reported === 'read' ? 'right' : 'not read', loss, reported }
}

function printRow(name: string, of: readonly Result[]): void {
  const count = (...outcomes: Outcome[]) => of.filter(({ outcome }) => outcomes.includes(outcome)).length
  const times = of.map(({ milliseconds }) => milliseconds)
  const cells = [
    of.length,
    `${count('right')} (${Math.round((100 * count('right')) / of.length)} %)`,
    count('not read'),
    count('wrong', 'wrong date'),
    count('wrong date'),
    ...(['print', 'face', 'name'] as const).map((cause) => of.filter(({ loss }) => loss === cause).length),
    Math.round(computeMedian(times)),
    Math.round(computeQuantile(times, 0.95)),
  ]
  console.log(name.padEnd(24) + cells.map((cell) => `${cell}`.padStart(13)).join(''))
}

function report(): void {
  const head = [
    'pictures',
    'read right',
    'not read',
    'wrong',
    'wrong dates',
    'by print',
    'no face',
    'no name',
    'median ms',
    'p95 ms',
  ]
  console.log(`\n${''.padEnd(24)}${head.map((cell) => cell.padStart(13)).join('')}`)
  const printRowOf = (name: string, isIn: (one: Result) => boolean) => printRow(name, results.filter(isIn))
  printRowOf('zones', ({ format }) => format.startsWith('TD'))
  printRowOf('barcodes', ({ format }) => format === 'AAMVA')
  for (const format of new Set(formats)) printRowOf(`  ${format}`, (one) => one.format === format)
  for (const condition of new Set(results.flatMap(({ photo }) => photo.conditions)))
    printRowOf(`  ${condition}`, ({ photo }) => photo.conditions.includes(condition))
}
