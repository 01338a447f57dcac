import crypto from 'node:crypto'
import { hasExactly, verifies } from './bounds.mjs'
import { Fault, say } from './say.mjs'

/** RFC 8785 for the values in a record: sorted names, no white space, only integers. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Fault(say`it has a number that is not an integer`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/**
 * Parses a file as JSON whose tokens, apart from white space, are exactly those of JSON.stringify. This also rejects
 * duplicate members, which parsers interpret differently.
 */
export function strictJson(file) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  const value = JSON.parse(text)
  const tokens = text.replaceAll(/("(?:[^"\\]|\\.)*")|[\t\n\r ]+/g, '$1')
  if (tokens !== JSON.stringify(value))
    throw new Fault(say`the JSON says something twice, or is not in its canonical form`)
  return value
}

/** RFC 7515 with detached content (Appendix F), ES256 only. */
export function isSignedBy(certificate, text, jws) {
  if (!hasExactly(jws, 'protected', 'signature') || !Object.values(jws).every(isBase64url)) return false
  const header = readHeader(jws)
  // RFC 7518, 3.4: ES256 requires this curve.
  const isP256 = certificate.publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  if (!hasExactly(header, 'alg', 'kid', 'x5c') || header.alg !== 'ES256' || !isP256) return false
  const input = Buffer.from(`${jws.protected}.${Buffer.from(text, 'utf8').toString('base64url')}`, 'ascii')
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }
  return verifies('sha256', input, key, Buffer.from(jws.signature, 'base64url'))
}

/** Whether a text is a canonical base64url encoding (RFC 4648, 5, without padding). */
const isBase64url = (text) => Buffer.from(String(text), 'base64url').toString('base64url') === text

export const readHeader = (jws) => strictJson(Buffer.from(jws.protected, 'base64url'))

export const signerOf = (jws) => new crypto.X509Certificate(Buffer.from(readHeader(jws).x5c[0], 'base64'))
