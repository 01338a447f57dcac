import { createHash } from 'node:crypto'
import { fillSeal, type PreparedPdf } from '../sealing/cms-signature.ts'
import { type PdfObjects, readPdfObjects, storeKeys, storeParts, type ValidationData } from './pdf-objects.ts'

/** Room for a timestamp token with the certificates of its authority. */
const reservedBytes = 16 * 1024

/** As wide as the offset of any file that fits into memory. */
const tenDigits = '9999999999'

/**
 * Appends a revision to a PDF, whose earlier bytes stay unchanged: a document security store extended by `data`, and a
 * document timestamp (ISO 32000-2, 12.8.4.3 and 12.8.5; ETSI EN 319 142-1, 5.5 and 5.6) whose room is still empty. The
 * same PDF and data give the same bytes, so that a verifier can recreate such a revision and compare it
 * (docs/record-format.md).
 *
 * Four kinds of objects are new (the store, the timestamp, its field, and one object per value); three objects are
 * changed: the catalog references the store, and the form and the first page reference the field.
 */
export function appendTimestampRoom(previous: Uint8Array, data: ValidationData): PreparedPdf {
  const objects = readPdfObjects(previous)
  const written = createWriter(previous.length, objects.size)
  const store = writeStore(objects, data, written)
  const token = written.add(
    `<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/ByteRange [0 ${tenDigits} ${tenDigits} ${tenDigits}]\n/Contents <${'0'.repeat(reservedBytes * 2)}>\n>>\n`,
  )
  const { form, page } = readPlaces(objects)
  const field = written.add(
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Archive ${token})\n/V ${token} 0 R\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n>>\n`,
  )
  written.change(
    form,
    replaceOnce(objects.readText(form), /\/Fields \[([^\]]+)\]/, `/Fields [$1 ${field} 0 R]`),
  )
  written.change(
    page,
    replaceOnce(objects.readText(page), /\/Annots \[([^\]]+)\]/, `/Annots [$1 ${field} 0 R]`),
  )
  written.change(objects.root, withStore(objects.readText(objects.root), store))
  const bytes = Buffer.concat([previous, written.end(objects)])
  return withRange(bytes, bytes.indexOf('/ByteRange', written.getOffset(token), 'latin1'))
}

/** Writes an RFC 3161 token into its reserved room. */
export const fillTimestamp = fillSeal

/** The bytes that a document timestamp covers: the whole file except the room of the token, brackets included. */
export function joinCoveredBytes({
  bytes,
  hexStart,
  hexLength,
}: Pick<PreparedPdf, 'bytes' | 'hexStart' | 'hexLength'>): Uint8Array {
  return Buffer.concat([bytes.subarray(0, hexStart - 1), bytes.subarray(hexStart + hexLength + 1)])
}

export function readValidationData(objects: PdfObjects): ValidationData {
  const references = readStoreReferences(objects)
  const readStreams = (part: (typeof storeParts)[number]) =>
    references[part].map((each) => objects.readStream(each))
  return { certificates: readStreams('certificates'), ocsps: readStreams('ocsps'), crls: readStreams('crls') }
}

function readStoreReferences(objects: PdfObjects): Record<(typeof storeParts)[number], number[]> {
  const [, store] = /\n\/DSS (\d+) 0 R\n/.exec(objects.readText(objects.root)) ?? []
  const text = store === undefined ? '' : objects.readText(Number(store))
  const readNumbers = (key: string) => {
    const [, list = ''] = new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(text) ?? []
    return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))
  }
  return {
    certificates: readNumbers(storeKeys.certificates),
    ocsps: readNumbers(storeKeys.ocsps),
    crls: readNumbers(storeKeys.crls),
  }
}

/** Writes the store of the new revision: the values of the previous one, then the values that it lacks. */
function writeStore(objects: PdfObjects, data: ValidationData, written: Writer): number {
  const kept = readStoreReferences(objects)
  const had = readValidationData(objects)
  const lists = storeParts.map((part) => {
    const added = data[part]
      .filter((value, index) => !doesInclude([...had[part], ...data[part].slice(0, index)], value))
      .map((value) => written.addStream(value))
    const references = [...kept[part], ...added].map((number) => `${number} 0 R`)
    return `/${storeKeys[part]} [${references.join(' ')}]\n`
  })
  return written.add(`<<\n/Type /DSS\n${lists.join('')}>>\n`)
}

const doesInclude = (values: readonly Uint8Array[], value: Uint8Array) =>
  values.some((each) => Buffer.from(each).equals(value))

/**
 * The objects that list the seal's field: the form, found through the catalog, and the first page, found through the
 * field.
 */
function readPlaces(objects: PdfObjects): { form: number; page: number } {
  const readNumber = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN)
  const form = readNumber(objects.readText(objects.root), /\n\/AcroForm (\d+) 0 R\n/)
  const seal = readNumber(objects.readText(form), /\/Fields \[(\d+) 0 R/)
  return { form, page: readNumber(objects.readText(seal), /\n\/P (\d+) 0 R\n/) }
}

function withStore(catalog: string, store: number): string {
  return catalog.includes('\n/DSS ')
    ? replaceOnce(catalog, /\n\/DSS \d+ 0 R\n/, `\n/DSS ${store} 0 R\n`)
    : replaceOnce(catalog, /^<<\n/, `<<\n/DSS ${store} 0 R\n`)
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error('the PDF is not laid out as records are')
  return text.replace(pattern, replacement)
}

type Writer = ReturnType<typeof createWriter>

/** Collects objects to append to a file, new ones numbered from `next`, and their cross-reference table. */
function createWriter(start: number, next: number) {
  const parts: Buffer[] = []
  const offsets = new Map<number, number>()
  let at = start
  let size = next
  const put = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  const change = (number: number, body: string | Buffer) => {
    offsets.set(number, at)
    put(Buffer.from(`${number} 0 obj\n`, 'latin1'))
    put(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
    put(Buffer.from('endobj\n', 'latin1'))
  }
  const add = (body: string | Buffer) => {
    change(size, body)
    size += 1
    return size - 1
  }
  return {
    change,
    add,
    addStream: (value: Uint8Array) =>
      add(
        Buffer.concat([
          Buffer.from(`<<\n/Length ${value.length}\n>>\nstream\n`, 'latin1'),
          value,
          Buffer.from('\nendstream\n', 'latin1'),
        ]),
      ),
    getOffset: (number: number) => offsets.get(number) ?? start,
    end({ identity, tableAt }: PdfObjects): Buffer {
      const begin = at
      const rows = [...offsets]
        .toSorted(([a], [b]) => a - b)
        .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
      put(
        Buffer.from(
          `xref\n${rows.join('')}trailer\n<<\n/Size ${size}\n${identity}/Prev ${tableAt}\n>>\nstartxref\n${begin}\n%%EOF\n`,
          'latin1',
        ),
      )
      return Buffer.concat(parts)
    },
  }
}

/** Writes the range that the timestamp covers over a placeholder of the same length. */
function withRange(bytes: Buffer, rangeAt: number): PreparedPdf {
  const room = bytes.indexOf('/Contents <', rangeAt, 'latin1') + '/Contents <'.length
  const end = room + reservedBytes * 2
  const blank = `/ByteRange [0 ${tenDigits} ${tenDigits} ${tenDigits}]`
  const range = `/ByteRange [0 ${room - 1} ${end + 1} ${bytes.length - end - 1}]`.padEnd(blank.length)
  bytes.write(range, rangeAt, 'latin1')
  const placed = { bytes: new Uint8Array(bytes), hexStart: room, hexLength: reservedBytes * 2 }
  return { ...placed, digest: createHash('sha256').update(joinCoveredBytes(placed)).digest() }
}
