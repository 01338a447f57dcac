// The seal in the PDF: ISO 32000-2, 12.8; ETSI EN 319 142-1
import { atMost, most, report, spend } from './bounds.mjs'
import { isSealedBy, signedDataIn } from './cms.mjs'
import { generalizedTime, isHex, oid, paddedDer } from './der.mjs'
import { Fault, say } from './say.mjs'
import { minuteMs } from './statements.mjs'

/** The tolerated difference between two clocks. */
export const clocksMs = 10 * minuteMs

export const otherLayout = () => new Fault(say`the PDF is not laid out as records are`)
export const numberIn = (text, pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN)

/** The objects of a sealed PDF with one cross-reference table, by number; the next free number, and the trailer. */
export function objectsIn(pdf) {
  const text = pdf.toString('latin1')
  const start = numberIn(text, /startxref\n(\d+)\n%%EOF\n$/)
  // Each object has a row of 20 bytes.
  atMost(Math.floor((text.length - start) / 20), most.objects, say`the PDF has too many objects`)
  const table =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn][ \r]\n)+)trailer\n<<\n\/Size (\d+)\n((?:\/.*\n)+)>>\nstartxref\n\d+\n%%EOF\n$/.exec(
      text.slice(start),
    )
  const rows = table?.[2].split('\n').slice(0, -1)
  // A trailer with more entries could refer to objects that are not in the table.
  const isPlain = /^\/Root \d+ 0 R\n\/Info \d+ 0 R\n\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]\n$/.test(
    table?.[4],
  )
  if (!table || !isPlain || rows.length !== Number(table[1]) || table[1] !== table[3]) throw otherLayout()
  if (!text.startsWith('%PDF-1.7\n')) throw otherLayout()
  const objects = new Map()
  for (const [number, row] of rows.entries()) {
    if (row[17] !== 'n') continue
    const at = Number(row.slice(0, 10))
    const begin = `${number} 0 obj\n`
    const end = text.indexOf('endobj', at)
    if (row.slice(11, 16) !== '00000' || text.slice(at, at + begin.length) !== begin || end < 0)
      throw otherLayout()
    // Objects with the same end would make the search read the same bytes again.
    spend('bytes', end - at)
    objects.set(number, text.slice(at + begin.length, end))
  }
  return { objects, size: rows.length, identity: table[4], start, length: pdf.length }
}

/**
 * The two parts of the file that its single seal covers, and the seal. Throws if the seal doesn't cover everything
 * else, or if the file hides content.
 */
function sealIn(pdf) {
  const text = pdf.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)]
  const [range] = ranges
  if (!range || ranges.length > 1 || text.split('/ByteRange').length > 2)
    throw new Fault(say`the PDF has ${ranges.length} seals, not one`)
  const [start, length, second, rest] = range.slice(1).map(Number)
  const isWhole = start === 0 && second > length && second + rest === pdf.length
  if (!isWhole || text[length] !== '<' || text[second - 1] !== '>')
    throw new Fault(say`the seal does not cover the whole PDF: something was added to it or taken away`)
  const digits = text.slice(length + 1, second - 1)
  if (!isHex(digits)) throw new Fault(say`there is something else where the seal belongs`)
  return {
    cms: paddedDer(digits, say`something is hidden behind the seal`),
    content: [pdf.subarray(0, length), pdf.subarray(second)],
    length,
    second,
    digits,
  }
}

/**
 * The claimed instant of the seal. Throws if the signature, its field or its permissions differ from those of a record.
 */
function claimedTime(pdf, { length, second, digits }) {
  const { objects, identity } = objectsIn(pdf)
  const catalog = objects.get(numberIn(identity, /^\/Root (\d+) 0 R\n/m)) ?? ''
  const form = objects.get(numberIn(catalog, /\n\/AcroForm (\d+) 0 R\n/)) ?? ''
  const field = objects.get(numberIn(form, /\n\/Fields \[(\d+) 0 R\]\n/) ?? '') ?? ''
  const seal = numberIn(field, /\n\/T \(Seal\)\n\/V (\d+) 0 R\n/)
  const range = `[0 ${length} ${second} ${pdf.length - second}]`.padEnd(
    '[0 9999999999 9999999999 9999999999]'.length,
  )
  const head = `<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/ByteRange ${range}\n/Contents `
  const made = objects.get(seal) ?? ''
  const claimed = /\n\/M \(D:(\d{14}Z)\)\n/.exec(made.slice(head.length + digits.length))?.[1] ?? ''
  const permits =
    '/Reference [<<\n/Type /SigRef\n/TransformMethod /DocMDP\n/TransformParams <<\n/Type /TransformParams\n/P 1\n/V /1.2\n>>\n>>]'
  const isOurs =
    made === `${head}<${digits}>\n/M (D:${claimed})\n${permits}\n>>\n` &&
    pdf.toString('latin1', length - head.length, length) === head &&
    catalog.includes(`\n/Perms <<\n/DocMDP ${seal} 0 R\n>>\n`)
  if (!isOurs) throw new Fault(say`the seal is not placed as that of a record is, or permits changes`)
  return generalizedTime({ tag: 0x18, contents: Buffer.from(claimed) })
}

export function checkSeal(pdf, certificate, drawnAt) {
  const found = sealIn(pdf)
  const cms = signedDataIn(found.cms)
  const isDetached = cms.contentType === oid.data && cms.content === null && cms.digest === 'sha256'
  const isOurs = cms.certificate?.fingerprint256 === certificate.fingerprint256
  report(isOurs, say`the seal in the PDF is of the same certificate`)
  report(
    isDetached && isOurs && isSealedBy(cms, certificate, found.content),
    say`the seal covers the whole PDF and is right`,
  )
  const isPlain =
    [...cms.signed.keys()].every((id) =>
      [oid.contentType, oid.messageDigest, oid.signingCertificateV2].includes(id),
    ) &&
    [...cms.unsigned.keys()].every((id) => id === oid.signatureTimestamp) &&
    !cms.hasLists
  report(isPlain, say`the seal has the attributes of a record’s and no others`)
  const claimed = claimedTime(pdf, found)
  const isNear = Math.abs(claimed - new Date(drawnAt)) <= clocksMs
  report(isNear, say`the seal permits no change, and claims the time of the JSON (${claimed?.toISOString()})`)
  return cms
}
