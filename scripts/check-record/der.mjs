// DER: ITU-T X.690, with definite lengths in their shortest form
import { atMost, bytes, most, spend } from './bounds.mjs'
import { Fault, say } from './say.mjs'

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  revocationValues: '1.2.840.113549.1.9.16.2.24',
  adobeRevocation: '1.2.840.113583.1.1.8',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
  keyUsage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  deltaList: '2.5.29.27',
  distributionPoint: '2.5.29.28',
  entryIssuer: '2.5.29.29',
  policies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
}
export const digestNames = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
export const sha1Identifier = '1.3.14.3.2.26'

/** Parses a DER value: its tag, its contents, all its bytes, and the bytes after it. */
export function der(buffer) {
  spend('values')
  const tag = buffer[0]
  let length = buffer[1]
  let start = 2
  if (length >= 0x80) {
    const count = length & 0x7f
    start += count
    if (count === 0 || count > 4 || buffer.length < start)
      throw new Fault(say`a length in the seal is not DER`)
    length = buffer.readUIntBE(2, count)
    if (length < 0x80 || (count > 1 && buffer[2] === 0)) throw new Fault(say`a length in the seal is not DER`)
  }
  if (tag === undefined || length === undefined || start + length > buffer.length)
    throw new Fault(say`the seal is cut off`)
  if ((tag & 0x1f) === 0x1f) throw new Fault(say`there is a value in the seal that no seal has`)
  return {
    tag,
    contents: buffer.subarray(start, start + length),
    whole: buffer.subarray(0, start + length),
    rest: buffer.subarray(start + length),
  }
}

export function onlyDer(buffer) {
  const value = der(buffer)
  if (value.rest.length > 0) throw new Fault(say`something is hidden behind a value of the seal`)
  return value
}

export const isHex = (digits) => /^(?:[0-9a-f]{2})+$/.test(digits)

/** Parses a DER value in hexadecimal digits, which zeros may follow; `otherwise` says that something else does. */
export function paddedDer(digits, otherwise) {
  const { whole, rest } = der(bytes(digits))
  if (rest.some((byte) => byte !== 0)) throw new Fault(otherwise)
  return whole
}

/** The values inside a DER value, which must contain nothing else. */
export function parts({ contents }) {
  const found = []
  for (let rest = contents; rest.length > 0; ) {
    const value = der(rest)
    found.push(value)
    rest = value.rest
  }
  return found
}

export function readOid({ tag, contents }) {
  if (tag !== 0x06 || contents.length === 0 || contents.at(-1) >= 0x80)
    throw new Fault(say`the seal has something else where an identifier belongs`)
  atMost(contents.length, most.oidBytes, say`an identifier of the seal is too long`)
  const numbers = []
  let number = 0
  for (const byte of contents) {
    number = number * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      numbers.push(number)
      number = 0
    }
  }
  const [first = 0, ...others] = numbers
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...others].join('.')
}

export const readAlgorithm = (identifier) => readOid(parts(identifier)[0])

/** `YYYYMMDDHHMMSS[.fff…]Z` (RFC 3161, 2.4.2), to the millisecond; null for anything else. */
export function generalizedTime(value) {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(
    value?.contents.toString('latin1') ?? '',
  )
  if (value?.tag !== 0x18 || !found) return null
  const [, year, month, day, hour, minute, second, fraction = ''] = found
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** UTCTime or GeneralizedTime. */
export function readTime(value) {
  if (value?.tag !== 0x17) return generalizedTime(value)
  const text = value.contents.toString('latin1')
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19'
  return generalizedTime({ tag: 0x18, contents: Buffer.from(century + text) })
}
