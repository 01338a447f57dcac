/** Readers look for the end of the file in its last kilobyte (ISO 32000-1, annex H.3.18). */
const tailBytes = 1024

/** A ZIP's directory ends at most this far before the end of the file: 22 bytes and a comment (PKWARE APPNOTE 4.3.16). */
const zipTailBytes = 22 + 0xffff

/**
 * Whether the bytes are a PDF, and nothing else besides: header at the very beginning, cross-references where the end says they are,
 * only white space behind the last `%%EOF` (ISO 32000-1, 7.5), no ZIP directory and no HTML that another program could find in it.
 */
export function isPlainPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    /^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8)) &&
    endsAsPdf(file) &&
    !isZip(file) &&
    !holdsHtml(file)
  )
}

function endsAsPdf(file: Buffer): boolean {
  const tail = file.toString('latin1', Math.max(0, file.length - tailBytes))
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)
  if (!end) return false
  const at = Number(end[1])
  // A table, or the object number of a cross-reference stream.
  return at < file.length && /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(file.toString('latin1', at, at + 40))
}

function isZip(file: Buffer): boolean {
  return file.subarray(Math.max(0, file.length - zipTailBytes)).includes('PK\x05\x06', 0, 'latin1')
}

function holdsHtml(file: Buffer): boolean {
  return /<(?:!doctype\s+html|html|script|svg|iframe|body)[\s>/]/i.test(file.toString('latin1'))
}
