import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { isZoneBesidePhoto } from '../../../domain/identity-document/printed-side.ts'
import { readUkLicence } from '../../../domain/identity-document/read-licence.ts'
import { readMrz } from '../../../domain/identity-document/read-mrz.ts'
import type { DocumentScan } from '../../../domain/identity-document/verdict.ts'
import { answerQuestions } from '../processes/messages.ts'
import { detectBarcodes, loadBarcodes, measureSlope } from './detect-barcodes.ts'
import { detectFace } from './detect-face.ts'
import { detectZones, type Zone } from './detect-zones.ts'
import type { Question } from './index.ts'
import { lookCloser } from './look-closer.ts'
import { loadModels, type Models } from './models.ts'
import { decodePicture } from './picture.ts'
import { readBeside } from './read-beside.ts'
import { detectLines } from './read-lines.ts'
import { readPrint } from './read-print.ts'

/** The longest side of the picture in the first look, in pixels. */
const firstSide = 2048
const noPhoto = { hasFace: false, lines: [] }

/**
 * Reads a stored picture: zones and barcodes, other text when there is neither, and the photo with the print beside it.
 */
async function scanPicture(models: Models, bytes: Uint8Array, day: CalendarDate): Promise<DocumentScan> {
  const picture = await decodePicture(bytes, firstSide)
  const boxes = await detectLines(models, picture)
  const first = await detectZones(models, picture, boxes)
  // Also beside a zone, since a barcode may belong to another document.
  const barcodes = await detectBarcodes(picture, boxes)
  const isEmpty = first.length + barcodes.length === 0
  const lines = isEmpty ? await readPrint(models, picture, boxes) : []
  const isPrint = typeof readUkLicence(lines, day) !== 'string'
  const isSure = isPrint || (!isEmpty && first.every(({ lines }) => isWhole(lines, day)))
  const found = isSure
    ? first
    : pickBetter(first, await lookCloser(models, bytes, picture, boxes, first), day)
  const zones = found.map(({ lines }) => lines)
  const [zone, ...others] = found
  if (zone) {
    // A zone that wasn't read says nothing about its document.
    const isRead = others.length === 0 && typeof readMrz(zone.lines, day) !== 'string'
    const beside =
      isRead && isZoneBesidePhoto(zone.lines) ? await readBeside(models, picture, boxes, zone.box) : noPhoto
    return { zones, barcodes, ...beside }
  }
  const hasFace = isPrint && (await detectFace(models, picture, measureSlope(boxes))) !== null
  return { zones, barcodes, lines, hasFace }
}

/**
 * Whether a zone is valid and separates a surname from given names: names have no check digit, and their separator is
 * easily misread.
 */
function isWhole(lines: readonly string[], day: CalendarDate): boolean {
  const content = readMrz(lines, day)
  return typeof content !== 'string' && content.surname !== '' && content.givenNames !== ''
}

/** The closer look, unless it lost zones or readable content of the first one. */
function pickBetter(first: Zone[], closer: Zone[], day: CalendarDate): Zone[] {
  const isRead = (zones: Zone[]) => zones.every(({ lines }) => typeof readMrz(lines, day) !== 'string')
  return closer.length < first.length || (isRead(first) && !isRead(closer)) ? first : closer
}

// The document reader's process: each message asks about a picture, and each gets an answer, null when the picture
// couldn't be read.

const ready = Promise.all([loadModels(), loadBarcodes()])
// The next request fails with the process.
ready.catch(() => process.exit(1))

await answerQuestions(async ({ day }: Question, picture) => {
  const [models] = await ready
  const head: DocumentScan | null = await scanPicture(models, picture, day).catch(() => null)
  return { head }
})
