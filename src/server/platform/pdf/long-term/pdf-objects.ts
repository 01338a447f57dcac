/** A PDF by its cross-reference tables: the offset of each object, and the trailer of its newest revision. */
export type PdfObjects = {
  /** The text between `n 0 obj` and `endobj` of the newest object with that number, latin1. */
  readText(number: number): string
  /** The bytes of an uncompressed stream. */
  readStream(number: number): Uint8Array
  /** One more than the highest object number. */
  size: number
  root: number
  /** `/Root`, `/Info` and `/ID` as written in the trailer, one per line. */
  identity: string
  /** The offset of the newest table. */
  tableAt: number
}

const refuseLayout = () => new Error('the PDF is not laid out as records are')

/**
 * Reads a record's PDF, including its later revisions. Cross-reference streams aren't supported, since records have
 * none.
 */
export function readPdfObjects(bytes: Uint8Array): PdfObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1', Math.max(0, file.length - 64)))
  if (!end) throw refuseLayout()
  const tableAt = Number(end[1])
  const offsets = new Map<number, number>()
  const newest = readTable(file, tableAt, offsets)
  // Each table must point to an earlier offset, so the loop ends.
  for (let { before, at } = newest; before !== null; ) {
    if (before >= at) throw refuseLayout()
    at = before
    before = readTable(file, before, offsets).before
  }
  const countWhole = (number: number) => {
    const at = offsets.get(number)
    const begin = `${number} 0 obj\n`
    if (at === undefined || file.toString('latin1', at, at + begin.length) !== begin) throw refuseLayout()
    return at + begin.length
  }
  return {
    ...newest.trailer,
    tableAt,
    readText(number) {
      const at = countWhole(number)
      const until = file.indexOf('endobj', at, 'latin1')
      if (until < 0) throw refuseLayout()
      return file.toString('latin1', at, until)
    },
    readStream(number) {
      const at = countWhole(number)
      const [head, length] =
        /^<<\n\/Length (\d+)\n>>\nstream\n/.exec(file.toString('latin1', at, at + 64)) ?? []
      if (!head) throw refuseLayout()
      return new Uint8Array(file.subarray(at + head.length, at + head.length + Number(length)))
    },
  }
}

/** Reads the offsets in one table that no newer table has. */
function readTable(file: Buffer, at: number, offsets: Map<number, number>) {
  const text = file.toString('latin1', at)
  const [head, sections, dictionary] =
    /^xref\n((?:\d+ \d+\n(?:\d{10} \d{5} [fn][ \r]\n)+)+)trailer\n<<\n(.*?)>>\nstartxref\n/s.exec(text) ?? []
  if (!head || !sections || !dictionary) throw refuseLayout()
  for (const [, first = '', , rows = ''] of sections.matchAll(/(\d+) (\d+)\n((?:\d{10} .{8}\n)+)/g)) {
    rows
      .split('\n')
      .slice(0, -1)
      .forEach((row, index) => {
        const number = Number(first) + index
        if (row[17] === 'n' && !offsets.has(number)) offsets.set(number, Number(row.slice(0, 10)))
      })
  }
  const numberIn = (pattern: RegExp) => Number(pattern.exec(dictionary)?.[1] ?? Number.NaN)
  const identity = dictionary.match(/^\/(?:Root|Info|ID) .*\n/gm)?.join('') ?? ''
  const before = numberIn(/^\/Prev (\d+)\n/m)
  const trailer = { size: numberIn(/^\/Size (\d+)\n/m), root: numberIn(/^\/Root (\d+) 0 R\n/m), identity }
  if (Number.isNaN(trailer.size + trailer.root)) throw refuseLayout()
  return { at, trailer, before: Number.isNaN(before) ? null : before }
}

/**
 * The data to verify a signature years later: certificates, and their authorities' statements of that time. DER each.
 */
export type ValidationData = {
  certificates: readonly Uint8Array[]
  /** OCSPResponse (RFC 6960, 4.2.1). */
  ocsps: readonly Uint8Array[]
  /** CertificateList (RFC 5280, 5.1). */
  crls: readonly Uint8Array[]
}

/** Their keys in a document security store (ISO 32000-2, 12.8.4.3), in the order in which they are written. */
export const storeKeys = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const

export const storeParts = ['certificates', 'ocsps', 'crls'] as const

export const noValidationData: ValidationData = { certificates: [], ocsps: [], crls: [] }

export function isEmpty(data: ValidationData): boolean {
  return storeParts.every((part) => data[part].length === 0)
}
