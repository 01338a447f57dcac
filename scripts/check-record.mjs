#!/usr/bin/env node
// Checks a record without us, or its archived copy: node scripts/check-record.mjs record.pdf record.json --certificate seal.pem [--certificates list.json]
// [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…]
//
// It needs Node and nothing else, and shares no code with the product: it follows docs/record-format.md. A record carries the certificate that
// signed it, and so does a forged one, so it holds only against a certificate (--certificate) or a service (--origin) that you name; with
// --any-certificate that question is not asked, and nothing is said to hold. It ends with 0 when the record holds, with 1 when it does not, with
// 2 when it was called wrongly, and with 3 when all fits together and nobody said whose it should be. What was not checked is listed.
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import process from 'node:process'

const failures = []
const say = (isRight, what) => {
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${what}`)
  if (!isRight) failures.push(what)
}
const notChecked = (what) => console.log(`--   not checked: ${what}`)
const note = (what) => console.log(`NOTE ${what}`)
const digest = (algorithm, ...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest()
const sha256 = (...parts) => digest('sha256', ...parts).toString('hex')
const bytes = (hex) => Buffer.from(hex, 'hex')
const hasExactly = (object, ...names) => Object.keys(Object(object)).sort().join() === names.toSorted().join()

// ---- JSON -----------------------------------------------------------------------------------------------------------------------------

/** RFC 8785 for the values that occur in a record: sorted names, no white space, integers only. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error('it has a number that is no integer')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/**
 * A file as JSON that says everything once: between its tokens may be white space, and the tokens are those that JSON.stringify writes. A member
 * that stands twice, of which one reader takes the first and another the last, is refused with that.
 */
function strictJson(file) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  const value = JSON.parse(text)
  const tokens = text.replaceAll(/("(?:[^"\\]|\\.)*")|[\t\n\r ]+/g, '$1')
  if (tokens !== JSON.stringify(value))
    throw new Error('the JSON says something twice, or in a spelling of its own')
  return value
}

/** RFC 7515 with detached content (Appendix F), ES256 only. */
function isSignedBy(certificate, text, jws) {
  if (!hasExactly(jws, 'protected', 'signature')) return false
  const header = headerOf(jws)
  if (header.alg !== 'ES256' || header.crit !== undefined) return false
  const input = Buffer.from(`${jws.protected}.${Buffer.from(text, 'utf8').toString('base64url')}`, 'ascii')
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }
  return verify('sha256', input, key, Buffer.from(jws.signature, 'base64url'))
}

const headerOf = (jws) => strictJson(Buffer.from(jws.protected, 'base64url'))

// ---- The seal in the PDF: ISO 32000-1, 12.8; RFC 5652 and 5035; ETSI EN 319 142-1 --------------------------------------------------------

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
}
const digestNames = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** A DER value: its tag, its contents, its bytes whole, and what follows it. Only definite lengths in their shortest form. */
function der(buffer) {
  const tag = buffer[0]
  let length = buffer[1]
  let start = 2
  if (length >= 0x80) {
    const count = length & 0x7f
    start += count
    if (count === 0 || count > 4) throw new Error('a length in the seal is not DER')
    length = buffer.readUIntBE(2, count)
    if (length < 0x80 || (count > 1 && buffer[2] === 0)) throw new Error('a length in the seal is not DER')
  }
  if (tag === undefined || length === undefined || start + length > buffer.length)
    throw new Error('the seal is cut off')
  return {
    tag,
    contents: buffer.subarray(start, start + length),
    whole: buffer.subarray(0, start + length),
    rest: buffer.subarray(start + length),
  }
}

/** The values inside a DER value, of which it is made and nothing else. */
function parts({ contents }) {
  const found = []
  for (let rest = contents; rest.length > 0; ) {
    const value = der(rest)
    found.push(value)
    rest = value.rest
  }
  return found
}

function oidOf({ tag, contents }) {
  if (tag !== 0x06) throw new Error('the seal has something else where an identifier belongs')
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

/** A CMS SignedData with one signer: what it is over, its certificates, and its attributes by their identifier. */
function signedDataIn(buffer) {
  const info = der(buffer)
  const [type, content] = parts(info)
  if (info.rest.length > 0 || oidOf(type) !== oid.signedData) throw new Error('the seal is no SignedData')
  const [, , encapsulated, ...others] = parts(parts(content)[0])
  const [contentType, eContent] = parts(encapsulated)
  const certificates = others.find(({ tag }) => tag === 0xa0)
  const signers = parts(others.at(-1))
  if (signers.length !== 1) throw new Error('the seal has not exactly one signer')
  const [, signerId, digestAlgorithm, signedAttributes, signatureAlgorithm, signature, unsigned] = parts(
    signers[0],
  )
  if (signedAttributes.tag !== 0xa0) throw new Error('the seal signs no attributes')
  const [issuer, serial] = parts(signerId)
  const candidates = certificates ? parts(certificates).map(({ whole }) => new X509Certificate(whole)) : []
  return {
    contentType: oidOf(contentType),
    content: eContent ? parts(eContent)[0].contents : null,
    certificates: candidates,
    certificate: candidates.find((each) => isNamed(each, issuer, serial)),
    digest: digestNames[oidOf(parts(digestAlgorithm)[0])],
    signed: attributesIn(signedAttributes),
    // What is signed is a SET OF, not the [0] that stands in the structure (RFC 5652, 5.4).
    signedBytes: Buffer.concat([Buffer.from([0x31]), signedAttributes.whole.subarray(1)]),
    signatureAlgorithm: oidOf(parts(signatureAlgorithm)[0]),
    signature: signature.contents,
    unsigned: unsigned ? attributesIn(unsigned) : new Map(),
  }
}

function isNamed(certificate, issuer, serial) {
  const fields = parts(parts(der(certificate.raw))[0])
  const [theirSerial, , theirIssuer] = fields[0].tag === 0xa0 ? fields.slice(1) : fields
  return theirSerial.whole.equals(serial.whole) && theirIssuer.whole.equals(issuer.whole)
}

/** Attributes by their identifier, each with its one value. */
function attributesIn(set) {
  const found = new Map()
  for (const attribute of parts(set)) {
    const [type, values] = parts(attribute)
    const [value, another] = parts(values)
    if (found.has(oidOf(type)) || another) throw new Error('an attribute of the seal stands there twice')
    found.set(oidOf(type), value)
  }
  return found
}

/** Whether the attributes name this content and this certificate, and the certificate's key signed them. */
function isSealedBy(cms, certificate, content) {
  const named = cms.signed.get(oid.signingCertificateV2) ?? cms.signed.get(oid.signingCertificate)
  if (!named || !cms.digest || !certificate) return false
  // ESSCertID has a SHA-1, ESSCertIDv2 a SHA-256 unless it names another algorithm in front of it.
  const fields = parts(parts(parts(named)[0])[0])
  const [algorithm, hash] = fields[0].tag === 0x30 ? fields : [null, fields[0]]
  const usual = cms.signed.has(oid.signingCertificateV2) ? 'sha256' : 'sha1'
  const hashName = algorithm ? digestNames[oidOf(parts(algorithm)[0])] : usual
  return (
    oidOf(cms.signed.get(oid.contentType)) === cms.contentType &&
    cms.signed.get(oid.messageDigest)?.contents.equals(digest(cms.digest, ...content)) === true &&
    hash.contents.equals(digest(hashName, certificate.raw)) &&
    verify(cms.digest, cms.signedBytes, certificate.publicKey, cms.signature)
  )
}

/** The two parts of the file that its one seal covers, and the seal. Throws where it covers not everything else, or hides something. */
function sealIn(pdf) {
  const text = pdf.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)]
  const [range] = ranges
  if (!range || ranges.length > 1 || text.split('/ByteRange').length > 2)
    throw new Error(`the PDF has ${ranges.length} seals, not one`)
  const [start, length, second, rest] = range.slice(1).map(Number)
  const isWhole = start === 0 && second > length && second + rest === pdf.length
  if (!isWhole || text[length] !== '<' || text[second - 1] !== '>')
    throw new Error('the seal does not cover the whole PDF: something was added to it or taken away')
  const digits = text.slice(length + 1, second - 1)
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) throw new Error('there is something else where the seal belongs')
  const room = bytes(digits)
  const { whole, rest: padding } = der(room)
  if (padding.some((byte) => byte !== 0)) throw new Error('something is hidden behind the seal')
  return { cms: whole, content: [pdf.subarray(0, length), pdf.subarray(second)] }
}

function checkSeal(pdf, certificate) {
  const { cms: sealed, content } = sealIn(pdf)
  const cms = signedDataIn(sealed)
  const isDetached = cms.contentType === oid.data && cms.content === null && cms.digest === 'sha256'
  const isOurs = cms.certificate?.fingerprint256 === certificate.fingerprint256
  say(isOurs, 'the seal in the PDF is of the same certificate')
  say(
    isDetached && isOurs && isSealedBy(cms, certificate, content),
    'the seal covers the whole PDF and is right',
  )
  return cms
}

/** Checks the RFC 3161 token over the seal's signature. Answers the instant that it states. */
function checkTimestamp(seal, { state, at, token }, roots) {
  const attribute = seal.unsigned.get(oid.signatureTimestamp)
  if (state !== 'granted') {
    say(
      !attribute && token === undefined && at === undefined,
      'PDF and JSON agree that no authority vouches for the time',
    )
    notChecked('the time: the record states what the clock of the service said')
    return
  }
  say(attribute?.whole.toString('base64') === token, 'PDF and JSON have the same timestamp')
  const stamp = attribute?.whole ?? Buffer.from(String(token), 'base64')
  checkToken(stamp, { data: seal.signature, what: 'this seal', at, roots })
}

/** Checks an RFC 3161 token over some bytes, and that it is of the instant that the JSON states, where that is asked. */
function checkToken(token, { data, what, at, roots, isStatedInJson = true }) {
  const cms = signedDataIn(token)
  const [, , imprint, , time] = cms.content ? parts(der(cms.content)) : []
  const [algorithm, hashed] = parts(imprint)
  const covers = digest(digestNames[oidOf(parts(algorithm)[0])], data).equals(hashed.contents)
  say(cms.contentType === oid.timestampInfo && covers, `the timestamp is over ${what}`)
  const signer = cms.certificate
  const isFit = signer?.keyUsage?.length === 1 && signer.keyUsage[0] === oid.timeStamping
  say(isFit && isSealedBy(cms, signer, [cms.content]), 'a time authority’s certificate signed it')
  const stamped = generalizedTime(time)
  if (isStatedInJson) say(stamped?.toISOString() === at, `it is of the instant that the JSON states (${at})`)
  if (!signer || !stamped) return
  say(signer.validFromDate <= stamped && stamped <= signer.validToDate, 'that certificate was valid then')
  if (!roots) return notChecked('whose authority it is (--authority roots.pem)')
  say(leadsTo(signer, cms.certificates, roots), 'that certificate leads to an authority that you named')
}

/** `YYYYMMDDHHMMSS[.fff]Z` (RFC 5280, 4.1.2.5.2); null for anything else. */
function generalizedTime(value) {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,3})?Z$/.exec(
    value?.contents.toString('latin1') ?? '',
  )
  if (value?.tag !== 0x18 || !found) return null
  const [, year, month, day, hour, minute, second, fraction = ''] = found
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`)
}

function leadsTo(certificate, others, roots) {
  let current = certificate
  for (let length = 0; length < 8; length += 1) {
    const issued = (issuer) => current.checkIssued(issuer) && current.verify(issuer.publicKey)
    if (roots.some((root) => root.fingerprint256 === current.fingerprint256 || issued(root))) return true
    const next = others.find(
      (each) => each.ca && each.fingerprint256 !== current.fingerprint256 && issued(each),
    )
    if (!next) return false
    current = next
  }
  return false
}

// ---- What authorities say of certificates: RFC 5280, 6960; where a PDF has it: ISO 32000-2, 12.8.4.3 ----------------------------------------

const signatureDigests = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

/** UTCTime or GeneralizedTime. */
function timeOf(value) {
  const text = value?.tag === 0x17 ? value.contents.toString('latin1') : ''
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19'
  return value?.tag === 0x17
    ? generalizedTime({ tag: 0x18, contents: Buffer.from(century + text) })
    : generalizedTime(value)
}

/** Whether a certificate's key signed what comes first in a value, with the algorithm and the BIT STRING that follow it. */
function isSignedWith({ publicKey }, [content, algorithm, signature]) {
  const name = signatureDigests[oidOf(parts(algorithm)[0])]
  return Boolean(name) && verify(name, content.whole, publicKey, signature.contents.subarray(1))
}

/** The serial number, the issuer and the bits of the public key of a certificate. */
function fieldsOf(certificate) {
  const fields = parts(parts(der(certificate.raw))[0])
  const [serial, , issuer, , subject, key] = fields[0].tag === 0xa0 ? fields.slice(1) : fields
  return { serial, issuer, subject, keyBits: parts(key)[1].contents.subarray(1) }
}

/** Whether an OCSP response says, at this instant or later, that a certificate was good, signed by its issuer or for it. */
function isGoodByOcsp(response, certificate, issuer, at) {
  const [status, bytesPart] = parts(der(response))
  if (status.contents[0] !== 0 || !bytesPart) return false
  const basic = parts(der(parts(parts(bytesPart)[0])[1].contents))
  const [, , , certificates] = basic
  const delegates = (certificates ? parts(parts(certificates)[0]) : [])
    .map(({ whole }) => new X509Certificate(whole))
    .filter((each) => each.keyUsage?.includes('1.3.6.1.5.5.7.3.9'))
    .filter((each) => each.checkIssued(issuer) && each.verify(issuer.publicKey))
  if (![issuer, ...delegates].some((each) => isSignedWith(each, basic))) return false
  const data = parts(basic[0])
  const singles = parts(data.findLast(({ tag }) => tag === 0x30))
  const own = fieldsOf(certificate)
  const above = fieldsOf(issuer)
  return singles.some((single) => {
    const [id, said, from, next] = parts(single)
    const [algorithm, nameHash, keyHash, serial] = parts(id)
    const name = digestNames[oidOf(parts(algorithm)[0])] ?? 'sha1'
    const until = next?.tag === 0xa0 ? timeOf(parts(next)[0]) : timeOf(from)
    return (
      said.tag === 0x80 &&
      serial.whole.equals(own.serial.whole) &&
      nameHash.contents.equals(digest(name, above.subject.whole)) &&
      keyHash.contents.equals(digest(name, above.keyBits)) &&
      until >= at
    )
  })
}

/** Whether a list of revoked certificates of the issuer, of this instant or later, does not have a certificate. */
function isGoodByCrl(list, certificate, issuer, at) {
  const crl = parts(der(list))
  if (!isSignedWith(issuer, crl)) return false
  const fields = parts(crl[0]).filter(({ tag }) => tag !== 0x02)
  const [, name, from, ...others] = fields
  const next = [0x17, 0x18].includes(others[0]?.tag) ? others.shift() : from
  const own = fieldsOf(certificate)
  const revoked = others[0]?.tag === 0x30 ? parts(others[0]) : []
  return (
    name.whole.equals(own.issuer.whole) &&
    timeOf(next) >= at &&
    !revoked.some((entry) => parts(entry)[0].whole.equals(own.serial.whole))
  )
}

/** Every certificate up to one that vouches for itself; null where the way there is not known. */
function wholeChain(certificate, others) {
  const chain = [certificate]
  for (let current = certificate; current.subject !== current.issuer; ) {
    const issued = (each) => current.checkIssued(each) && current.verify(each.publicKey)
    const next = chain.length < 8 && others.find(issued)
    if (!next) return null
    chain.push(next)
    current = next
  }
  return chain
}

/** Whether a store has, for a certificate and those above it, that each was good at an instant or later. */
function isStated(certificate, store, others, at) {
  const chain = wholeChain(certificate, [...store.Certs.map((each) => new X509Certificate(each)), ...others])
  return Boolean(
    chain?.slice(0, -1).every((each, index) => {
      const issuer = chain[index + 1]
      return (
        store.OCSPs.some((response) => isGoodByOcsp(response, each, issuer, at)) ||
        store.CRLs.some((list) => isGoodByCrl(list, each, issuer, at))
      )
    }),
  )
}

/** Says which level of ETSI EN 319 142-1 the seal has, by what is in the file. */
function sayLevel(seal, store, archives, roots) {
  const attribute = seal.unsigned.get(oid.signatureTimestamp)
  const token = attribute && signedDataIn(attribute.whole)
  const at = token && generalizedTime(parts(der(token.content))[4])
  const isIssued = seal.certificate.subject !== seal.certificate.issuer
  const isLong =
    isIssued &&
    token?.certificate &&
    isStated(seal.certificate, store, seal.certificates, at) &&
    isStated(token.certificate, store, token.certificates, at)
  // Anybody can append timestamps of an authority of their own.
  const isKept = isLong && archives > 0 && roots
  const level = isLong ? (isKept ? 'B-LTA' : 'B-LT') : token ? 'B-T' : 'B-B'
  const whose = roots ? '' : ' of an authority that you did not name'
  const timestamps = archives > 0 && !isKept ? `, with ${archives} archive timestamps${whose}` : ''
  const why =
    !token || isLong
      ? ''
      : isIssued
        ? '; not all is in it that was said of the certificates'
        : '; of a certificate that vouches for itself nobody can say that it was revoked'
  console.log(`     the seal is PAdES ${level}${timestamps}${why}`)
}

// ---- An archived copy: the sealed PDF and, behind it, revisions that add a store and a timestamp (docs/record-format.md) ---------------------

const badCopy = () =>
  new Error('what follows the sealed PDF is more than timestamps and what is said of certificates')
const storeNames = ['Certs', 'OCSPs', 'CRLs']

/** The objects of a sealed PDF, which has one table, by their numbers; its next number, and what its trailer says. */
function objectsIn(pdf) {
  const text = pdf.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1] ?? Number.NaN)
  const table =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn][ \r]\n)+)trailer\n<<\n\/Size \d+\n((?:\/.*\n)+)>>\nstartxref\n/.exec(
      text.slice(start),
    )
  if (!table) throw badCopy()
  const objects = new Map()
  table[2]
    .split('\n')
    .slice(0, -1)
    .forEach((row, number) => {
      const at = Number(row.slice(0, 10))
      if (row[17] === 'n')
        objects.set(number, text.slice(text.indexOf('\n', at) + 1, text.indexOf('endobj', at)))
    })
  return { objects, size: Number(table[1]), identity: table[3], start, length: pdf.length }
}

const numberIn = (text, pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN)

/** Where a record's objects are that an update changes, and what its store has. */
function placesIn({ objects, identity }) {
  const root = numberIn(identity, /\/Root (\d+) 0 R\n/)
  const catalog = objects.get(root) ?? ''
  const form = numberIn(catalog, /\n\/AcroForm (\d+) 0 R\n/)
  const page = numberIn(objects.get(numberIn(objects.get(form), /\/Fields \[(\d+) 0 R/)), /\n\/P (\d+) 0 R\n/)
  const store = objects.get(numberIn(catalog, /\n\/DSS (\d+) 0 R\n/)) ?? ''
  const lists = storeNames.map((name) => {
    const list = new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(store)?.[1] ?? ''
    return list
      .split(' 0 R')
      .map((each) => each.trim())
      .filter(Boolean)
      .map(Number)
  })
  return { root, catalog, form, page, lists }
}

/** The values of a store, DER, by the name of their list. */
function storeIn(revision) {
  const { lists } = placesIn(revision)
  const value = (number) => {
    const [head, length] = /^<<\n\/Length (\d+)\n>>\nstream\n/.exec(revision.objects.get(number) ?? '') ?? []
    const bytes = Buffer.from(
      (revision.objects.get(number) ?? '').slice(head?.length, (head?.length ?? 0) + Number(length)),
      'latin1',
    )
    if (!head || der(bytes).rest.length > 0) throw badCopy()
    return bytes
  }
  return Object.fromEntries(storeNames.map((name, index) => [name, lists[index].map(value)]))
}

/** Takes the next revision of a copy, of which every byte must be the one that belongs there. Answers it with its timestamp token. */
function nextRevision(copy, before) {
  const text = copy.toString('latin1')
  const places = placesIn(before)
  const objects = new Map(before.objects)
  const rows = new Map()
  let at = before.length
  let size = before.size
  const take = (expected) => {
    if (text.slice(at, at + expected.length) !== expected) throw badCopy()
    at += expected.length
  }
  const takeObject = (number, body) => {
    rows.set(number, at)
    take(`${number} 0 obj\n${body}endobj\n`)
    objects.set(number, body)
  }
  const values = []
  for (;;) {
    const length = numberIn(
      text.slice(at, at + 80),
      new RegExp(`^${size} 0 obj\\n<<\\n/Length (\\d+)\\n>>\\nstream\\n`),
    )
    if (Number.isNaN(length)) break
    const head = `<<\n/Length ${length}\n>>\nstream\n`
    const from = at + `${size} 0 obj\n${head}`.length
    takeObject(size, `${head}${text.slice(from, from + length)}\nendstream\n`)
    values.push(size)
    size += 1
  }
  const lists = storeNames.map((name, index) => {
    const list =
      new RegExp(`\\n/${name} \\[([^\\]]*)\\]\\n`).exec(text.slice(at, text.indexOf('endobj', at)))?.[1] ?? ''
    const had = places.lists[index].map((each) => `${each} 0 R`)
    const added = values.filter((each) => list.split(' 0 R').some((number) => number.trim() === String(each)))
    return { name, added, references: [...had, ...added.map((each) => `${each} 0 R`)].join(' ') }
  })
  if (values.some((each) => lists.filter(({ added }) => added.includes(each)).length !== 1)) throw badCopy()
  const store = size
  takeObject(
    store,
    `<<\n/Type /DSS\n${lists.map(({ name, references }) => `/${name} [${references}]\n`).join('')}>>\n`,
  )
  const token = store + 1
  const head = `${token} 0 obj\n<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n`
  const [range, first, second, rest] =
    /^\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n\/Contents </.exec(
      text.slice(at + head.length, at + head.length + 90),
    ) ?? []
  const open = at + head.length + (range?.length ?? 0)
  const room = text.slice(open, Number(second) - 1)
  if (!range || Number(first) !== open - 1 || !/^(?:[0-9a-f]{2})+$/.test(room)) throw badCopy()
  const { whole, rest: padding } = der(bytes(room))
  if (padding.some((byte) => byte !== 0)) throw new Error('something is hidden behind a timestamp')
  takeObject(token, `${head.slice(head.indexOf('<<'))}${range}${room}>\n>>\n`)
  const field = token + 1
  takeObject(
    field,
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Archive ${token})\n/V ${token} 0 R\n/F 132\n/Rect [0 0 0 0]\n/P ${places.page} 0 R\n>>\n`,
  )
  takeObject(
    places.form,
    objects.get(places.form).replace(/\/Fields \[([^\]]+)\]/, `/Fields [$1 ${field} 0 R]`),
  )
  takeObject(
    places.page,
    objects.get(places.page).replace(/\/Annots \[([^\]]+)\]/, `/Annots [$1 ${field} 0 R]`),
  )
  takeObject(
    places.root,
    places.catalog.includes('\n/DSS ')
      ? places.catalog.replace(/\n\/DSS \d+ 0 R\n/, `\n/DSS ${store} 0 R\n`)
      : places.catalog.replace(/^<<\n/, `<<\n/DSS ${store} 0 R\n`),
  )
  const start = at
  const listed = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  take(
    `xref\n${listed.join('')}trailer\n<<\n/Size ${field + 1}\n${before.identity}/Prev ${before.start}\n>>\nstartxref\n${start}\n%%EOF\n`,
  )
  if (Number(second) + Number(rest) !== at) throw badCopy()
  const covered = Buffer.concat([copy.subarray(0, Number(first)), copy.subarray(Number(second), at)])
  return {
    revision: { objects, size: field + 1, identity: before.identity, start, length: at },
    token: whole,
    covered,
  }
}

/** The store of a sealed PDF; empty for one of before records had any, which are laid out otherwise. */
function storeOfSealed(pdf) {
  try {
    return storeIn(objectsIn(pdf))
  } catch {
    return { Certs: [], OCSPs: [], CRLs: [] }
  }
}

/** Checks an archived copy whose first bytes are the sealed PDF. Answers its store and how many timestamps it has. */
function checkArchive(copy, sealed, roots) {
  if (copy.length === sealed.length) return { store: storeOfSealed(sealed), count: 0 }
  let revision = objectsIn(sealed)
  let [count, newest] = [0, null]
  while (revision.length < copy.length) {
    const next = nextRevision(copy, revision)
    const cms = signedDataIn(next.token)
    const at = generalizedTime(parts(der(cms.content))[4])
    count += 1
    checkToken(next.token, {
      data: next.covered,
      what: `the archived copy, number ${count},`,
      roots,
      isStatedInJson: false,
    })
    say(!newest || newest.at <= at, 'it is not older than what is before it')
    newest = { at, until: cms.certificate?.validToDate }
    revision = next.revision
  }
  say(true, 'what follows the sealed PDF is timestamps and what is said of certificates, and nothing else')
  const protects = roots
    ? `, and its certificate protects until ${newest.until.toISOString()}`
    : '; it protects nothing as long as nobody names its authority (--authority roots.pem)'
  console.log(`     the newest was made at ${newest.at.toISOString()}${protects}`)
  if (newest.until < new Date()) note('that time is over: ask the service for a newer archived copy')
  return { store: storeIn(revision), count }
}

// ---- The trail and the log: RFC 9162 -----------------------------------------------------------------------------------------------------

const node = (left, right) => sha256(bytes('01'), bytes(left), bytes(right))

/** RFC 9162, 2.1.3.2. */
function rootFromInclusion(leaf, index, size, path) {
  let [fn, sn, root] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (sn === 0) return null
    if (fn % 2 === 1 || fn === sn) {
      root = node(sibling, root)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else {
      root = node(root, sibling)
    }
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? root : null
}

/** RFC 9162, 2.1.4.2. */
function isConsistent(first, second, firstRoot, secondRoot, given) {
  if (first === second) return given.length === 0 && firstRoot === secondRoot
  const isPower = (first & (first - 1)) === 0
  const path = isPower ? [firstRoot, ...given] : [...given]
  let [fn, sn] = [first - 1, second - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let fr = path[0]
  let sr = path[0]
  if (fr === undefined) return false
  for (const hash of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = node(hash, fr)
      sr = node(hash, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else {
      sr = node(sr, hash)
    }
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr === firstRoot && sr === secondRoot
}

/** Whether a row fits its hash with the id in other letters, as rows do that came through an address typed so (docs/record-format.md). */
function fitsInOtherLetters(entry, hash) {
  const letters = [...entry.verificationId].flatMap((sign, index) => (/[a-f]/.test(sign) ? [index] : []))
  for (let choice = 2 ** Math.min(letters.length, 20) - 1; choice > 0; choice -= 1) {
    const signs = [...entry.verificationId]
    for (const [bit, index] of letters.entries())
      if ((choice >> (bit % 20)) & 1) signs[index] = signs[index].toUpperCase()
    if (sha256(canonical({ ...entry, verificationId: signs.join('') })) === hash) return true
  }
  return false
}

function checkTrail(facts) {
  let previous = facts.auditTrail[0]?.previousHash
  let isWhole = facts.auditTrail.length > 0
  const inOtherLetters = []
  if (facts.document === 'record')
    isWhole &&= previous === '0'.repeat(64) && facts.auditTrail[0].sequence === 1
  isWhole &&= facts.auditTrail.at(-1)?.event === (facts.document === 'record' ? 'verified' : 'withdrawn')
  let leftOut = 0
  let sequence = facts.auditTrail[0]?.sequence - 1
  for (const { hash, ...entry } of facts.auditTrail) {
    const gap = entry.sequence - sequence - 1
    isWhole &&= gap > 0 || (gap === 0 && entry.previousHash === previous)
    isWhole &&= entry.verificationId === facts.verificationId
    if (isWhole && sha256(canonical(entry)) !== hash) {
      isWhole = fitsInOtherLetters(entry, hash)
      inOtherLetters.push(entry.sequence)
    }
    leftOut += gap
    sequence = entry.sequence
    previous = hash
  }
  isWhole &&= leftOut === (facts.auditTrailLeftOut ?? 0)
  const but = leftOut > 0 ? `, but for ${leftOut} rows that the record leaves out` : ''
  say(isWhole, `the audit trail is an unbroken chain${but}`)
  if (isWhole && inOtherLetters.length > 0)
    console.log(
      `     rows ${inOtherLetters.join(', ')} have the id in other letters in their hash, and differ in nothing else`,
    )
}

/** What the record states of the clock behind its times, and whether those run on; records of before state nothing, and may have some out of order. */
function sayClock({ clock, auditTrail }) {
  if (!clock) return
  const isInOrder = auditTrail.every(({ at }, index) => index === 0 || auditTrail[index - 1].at <= at)
  if (!isInOrder)
    note('times of the trail run backwards: its rows are from before that was kept from happening')
  for (const { event, at, detail } of auditTrail)
    if (event === 'clock_set_back')
      note(
        `the clock of the service was set back to ${detail.clockAt}; rows from ${at} on have no times of their own until it had passed that`,
      )
  if (clock.state === 'synchronised')
    console.log(`     the clock of the service was synchronised, says ${clock.source}`)
  else note(`nobody says that the clock of the service was synchronised (${clock.state})`)
}

/** What the record states of how each thing is known, in its own words: nothing here can check that. */
function sayHowKnown({ format, document, known }) {
  if (!['sealed-record/1', 'sealed-record/2'].includes(format))
    return say(false, `it is of a format that is known here (${format})`)
  if (format === 'sealed-record/1' || document !== 'record') return
  const rows = new Set(known.map(({ fact, party }) => `${fact} of ${party}`))
  say(rows.size === known.length, 'it says once of each fact how it is known')
  for (const { fact, party, step, at, agrees } of known) {
    const differs = agrees === false ? ', and what was given says otherwise' : ''
    console.log(
      `     ${fact === 'age' ? '18 or over' : fact} of the ${party}: ${step}, since ${at}${differs}`,
    )
  }
}

// ---- A kept proof: c2sp.org/tlog-proof, signed-note, tlog-checkpoint, tlog-cosignature -------------------------------------------------------

/** `name+id+key`, of a log (type 1) or a witness (type 4), taken apart. */
function noteKey(text, type) {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const typed = Buffer.from(encoded, 'base64')
  if (typed[0] !== type || !id || digest('sha256', `${name}\n`, typed).toString('hex', 0, 4) !== id)
    throw new Error(`${text} is no key of a ${type === 1 ? 'log' : 'witness'}`)
  const spki = Buffer.concat([bytes('302a300506032b6570032100'), typed.subarray(1)])
  return { name, id, key: createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

/** The signature of a key among the lines of a note, without the key's id in front; null when there is none. */
function noteSignature(lines, { name, id }) {
  for (const line of lines) {
    const [, named, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const signature = Buffer.from(encoded, 'base64')
    if (named === name && signature.toString('hex', 0, 4) === id) return signature.subarray(4)
  }
  return null
}

/** When a witness cosigned a checkpoint; null when it did not. */
function cosignedAt(text, lines, witness) {
  const signature = noteSignature(lines, witness)
  if (signature?.length !== 72) return null
  const time = signature.readBigUInt64BE()
  const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  return verify(null, signed, witness.key, signature.subarray(8)) ? new Date(Number(time) * 1000) : null
}

/** Checks a proof that was kept with a record, and answers the state of the log that it leads to. */
function checkProof(file, { certificates, facts, pdfSha256, witnesses, roots }) {
  const [head, text = '', signatures = '', ...rest] = file.split('\n\n')
  const [first, extra = '', index = '', ...path] = head.split('\n')
  const [origin, size, root, ...more] = text.split('\n')
  const signed = Buffer.from(`${text}\n`)
  const isProof =
    first === 'c2sp.org/tlog-proof@v1' && /^extra /.test(extra) && /^index (0|[1-9]\d*)$/.test(index)
  if (!isProof || rest.length > 0 || more.length > 0 || !/^[1-9]\d*$/.test(size))
    throw new Error('the proof has not the form of one')
  const { log, timestamp } = strictJson(Buffer.from(extra.slice('extra '.length), 'base64'))
  const named = canonical({ origin: log.origin, verifierKey: log.verifierKey })
  say(
    log.origin === origin &&
      certificates.some((certificate) => isSignedBy(certificate, named, log.signature)),
    `the key of the log ${origin} is signed with the key of the seal`,
  )
  const logKey = noteKey(log.verifierKey, 1)
  const lines = signatures.split('\n').filter((line) => line !== '')
  const signature = noteSignature(lines, logKey)
  say(
    logKey.name === origin && signature !== null && verify(null, signed, logKey.key, signature),
    `the log signed its state of ${size} documents`,
  )
  const tree = { size: Number(size), rootHash: Buffer.from(root, 'base64').toString('hex') }
  const leafIndex = Number(index.slice('index '.length))
  const hashes = path.map((hash) => Buffer.from(hash, 'base64').toString('hex'))
  const computed = rootFromInclusion(sha256(bytes('00'), bytes(pdfSha256)), leafIndex, tree.size, hashes)
  say(
    computed === tree.rootHash && leafIndex < tree.size && leafIndex >= facts.log.size,
    `the PDF is entry ${leafIndex} of that state`,
  )
  if (timestamp)
    checkToken(Buffer.from(timestamp.token, 'base64'), {
      data: signed,
      what: 'that state of the log',
      at: timestamp.at,
      roots,
    })
  else notChecked('the time of that state: no authority stamped it')
  for (const witness of witnesses) {
    const at = cosignedAt(signed, lines, witness)
    say(at !== null, `the witness ${witness.name} cosigned that state${at ? `, at ${at.toISOString()}` : ''}`)
  }
  const others = lines
    .map((line) => line.split(' ')[1])
    .filter((name) => name !== origin && !witnesses.some((each) => each.name === name))
  if (others.length > 0) notChecked(`the cosignatures of ${others.join(', ')} (--witness KEY)`)
  if (lines.length === 1) notChecked('whether others saw that state of the log: no witness had cosigned it')
  return tree
}

/** A log that has become another since the proof was kept cannot prove that it grew out of that state. */
async function checkGrowth(origin, kept, head) {
  const path =
    kept.size < head.size
      ? (await fetchedJson(origin, `/api/transparency/consistency?from=${kept.size}&to=${head.size}`)).path
      : []
  const grew =
    kept.size <= head.size && isConsistent(kept.size, head.size, kept.rootHash, head.rootHash, path)
  say(grew, `the log only grew since the proof was kept (${kept.size} to ${head.size})`)
}

// ---- The service ---------------------------------------------------------------------------------------------------------------------------

async function fetched(origin, path, init) {
  const answer = await fetch(new URL(path, origin), { redirect: 'error', ...init })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

const fetchedJson = async (...call) => strictJson(Buffer.from(await (await fetched(...call)).arrayBuffer()))

async function checkLog(origin, { certificates, successions }, facts, pdfSha256, kept) {
  const head = await fetchedJson(origin, '/api/transparency/head')
  const signedText = canonical({ at: head.at, rootHash: head.rootHash, size: head.size })
  const signer = new X509Certificate(Buffer.from(headerOf(head.signature).x5c[0], 'base64'))
  say(
    certificates.has(sha256(signer.raw)) && isSignedBy(signer, signedText, head.signature),
    `the log's head of ${head.size} documents is signed`,
  )
  if (kept) await checkGrowth(origin, kept, head)
  const placeOf = async (hash) => {
    const { leafIndex, path } = await fetchedJson(
      origin,
      `/api/transparency/inclusion/${hash}?size=${head.size}`,
    )
    const root = rootFromInclusion(sha256(bytes('00'), bytes(hash)), leafIndex, head.size, path)
    return root === head.rootHash ? leafIndex : null
  }
  const place = await placeOf(pdfSha256)
  say(place !== null && place >= facts.log.size, `the PDF is entry ${place} of the log`)
  for (const succession of successions) {
    const announced = await placeOf(sha256(canonical(succession)))
    const { certificateSha256, predecessorSha256 } = succession
    const sealer = facts.sealCertificateSha256
    const isInTime =
      announced !== null &&
      (sealer !== certificateSha256 || place > announced) &&
      (sealer !== predecessorSha256 || place < announced)
    say(
      isInTime,
      `entry ${announced} of the log is where key ${certificateSha256.slice(0, 8)} followed ${predecessorSha256.slice(0, 8)}, and the PDF is of its time`,
    )
  }
  if (facts.log.size === 0) return
  const { path } = await fetchedJson(
    origin,
    `/api/transparency/consistency?from=${facts.log.size}&to=${head.size}`,
  )
  const grew = isConsistent(facts.log.size, head.size, facts.log.rootHash, head.rootHash, path)
  say(grew, `the log only grew since the record was drawn (${facts.log.size} to ${head.size})`)
}

/** What the service knows of this very file today: a withdrawal, or a later copy. */
async function askService(origin, pdfSha256) {
  const answer = await fetchedJson(origin, '/api/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256: pdfSha256 }),
  })
  say(answer.result === 'genuine', 'the service knows this PDF')
  if (answer.withdrawnAt) note(`the consent was withdrawn at ${answer.withdrawnAt}`)
  if (answer.hasNewerRevision) note('a later copy, with a timestamp, took the place of this one')
}

/** Whether nobody between us and the service can answer for it. */
function isSafeOrigin(origin) {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const pemsIn = (text) =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )

/** That one key followed another: signed by both, so that either certificate vouches for the other. */
function isSuccession(succession) {
  const { signatures, ...statement } = succession
  const isBy = (jws, wanted) => {
    const certificate = new X509Certificate(Buffer.from(headerOf(jws).x5c[0], 'base64'))
    return sha256(certificate.raw) === wanted && isSignedBy(certificate, canonical(statement), jws)
  }
  return (
    hasExactly(succession, 'document', 'at', 'certificateSha256', 'predecessorSha256', 'signatures') &&
    statement.document === 'seal-key-succession' &&
    isBy(signatures.predecessor, statement.predecessorSha256) &&
    isBy(signatures.successor, statement.certificateSha256)
  )
}

/** The certificates that the service lists, as it answers now or as its list was kept; none where neither is at hand. */
async function listed({ certificates: file, origin }) {
  if (file) return strictJson(await readFile(file)).certificates
  return origin ? (await fetchedJson(origin, '/api/transparency/certificates')).certificates : []
}

/**
 * Says whether the certificate is one that its user named, by a file or by the service's address, or leads to one by what each key and its
 * successor signed. Answers whether anybody named one, which certificates are then believed, and the successions among them.
 */
async function checkPin(certificate, options) {
  const { certificate: file, origin, anyCertificate } = options
  const fingerprint = sha256(certificate.raw)
  const list = await listed(options)
  const all = list.flatMap(({ announced }) => (announced ? [announced.succession] : []))
  const signed = all.filter(isSuccession)
  say(signed.length === all.length, 'every key that followed another signed so with it')
  const named = file
    ? pemsIn(await readFile(file, 'utf8')).map(({ raw }) => sha256(raw))
    : origin
      ? list.map(({ sha256: each }) => each)
      : []
  const believed = new Set(named)
  for (let before = -1; before !== believed.size; ) {
    before = believed.size
    for (const { certificateSha256, predecessorSha256 } of signed) {
      if (believed.has(certificateSha256)) believed.add(predecessorSha256)
      if (believed.has(predecessorSha256)) believed.add(certificateSha256)
    }
  }
  const successions = signed.filter((each) => believed.has(each.certificateSha256))
  if (file && named.includes(fingerprint))
    say(true, 'the certificate that signed it is the one that you gave')
  else if (file)
    say(
      believed.has(fingerprint),
      'the certificate that signed it is the one that you gave, or leads to it by what each key signed of the next',
    )
  else if (origin)
    say(named.includes(fingerprint), `the certificate that signed it is one of ${new URL(origin).origin}`)
  else if (anyCertificate) notChecked(`whose certificate ${fingerprint} is: anybody can make one`)
  else
    say(
      false,
      `nobody says whose certificate ${fingerprint} is: give the service's own with --certificate, or its address with --origin`,
    )
  if (certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey))
    note(
      'the service made its certificate itself: it shows that one key sealed, and nobody else vouches for whose it is',
    )
  else
    notChecked(
      `what ${certificate.issuer.split('\n').reverse().join(', ')} vouches for, who issued the certificate`,
    )
  return { isPinned: Boolean(file || origin), certificates: believed, successions }
}

// ---- What is asked -------------------------------------------------------------------------------------------------------------------------

const options = {
  origin: null,
  certificate: null,
  certificates: null,
  authority: null,
  proof: null,
  anyCertificate: false,
}
const witnessKeys = []
const files = []
for (let at = 2; at < process.argv.length; at += 1) {
  const name = /^--(origin|certificate|certificates|authority|proof)$/.exec(process.argv[at])?.[1]
  if (name) options[name] = process.argv[++at] ?? ''
  else if (process.argv[at] === '--witness') witnessKeys.push(process.argv[++at] ?? '')
  else if (process.argv[at] === '--any-certificate') options.anyCertificate = true
  else files.push(process.argv[at])
}
if (
  files.length !== 2 ||
  files.some((file) => file.startsWith('--')) ||
  [options.origin, options.certificate, options.certificates, options.authority, options.proof].includes(
    '',
  ) ||
  (witnessKeys.length > 0 && !options.proof) ||
  (options.origin && !isSafeOrigin(options.origin))
) {
  console.error(
    'usage: check-record.mjs record.pdf record.json --certificate seal.pem|--any-certificate [--certificates list.json] [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…]',
  )
  process.exit(2)
}

let isPinned = false
try {
  const [file, json] = await Promise.all(files.map((file) => readFile(file)))
  const record = strictJson(json)
  const { signature, ...payload } = record
  const { facts } = payload
  const isWhole =
    hasExactly(record, 'facts', 'pdf', 'signature') && ['record', 'withdrawal'].includes(facts.document)
  say(isWhole, 'the JSON has the parts of a record and no others')
  const { kid, x5c } = headerOf(signature)
  const certificate = new X509Certificate(Buffer.from(x5c[0], 'base64'))
  const fingerprint = sha256(certificate.raw)
  const pin = await checkPin(certificate, options)
  isPinned = pin.isPinned
  say(isSignedBy(certificate, canonical(payload), signature), `the JSON is signed by ${certificate.subject}`)
  say(
    [facts.sealCertificateSha256, kid].every((named) => named === fingerprint),
    'it names the certificate that signed it',
  )
  const drawnAt = new Date(facts.drawnAt)
  say(
    certificate.validFromDate <= drawnAt && drawnAt <= certificate.validToDate,
    'the certificate was valid then',
  )
  const sealed = file.subarray(0, payload.pdf.byteCount)
  const isCopy =
    payload.pdf.sha256 === sha256(sealed) &&
    /^\d+ 0 obj\n/.test(file.toString('latin1', sealed.length, sealed.length + 20))
  const pdf = isCopy ? sealed : file
  say(
    payload.pdf.sha256 === sha256(pdf) && payload.pdf.byteCount === pdf.length,
    isCopy
      ? 'it belongs to the sealed PDF with which this archived copy begins, to the last byte'
      : 'it belongs to this PDF, to the last byte',
  )
  const seal = checkSeal(pdf, certificate)
  const roots = options.authority ? pemsIn(await readFile(options.authority, 'utf8')) : null
  checkTimestamp(seal, payload.pdf.timestamp, roots)
  if (failures.length === 0) {
    const { store, count } = checkArchive(file, pdf, roots)
    sayLevel(seal, store, count, roots)
  }
  checkTrail(facts)
  sayClock(facts)
  sayHowKnown(facts)
  const kept = options.proof
    ? checkProof(await readFile(options.proof, 'utf8'), {
        certificates: [
          certificate,
          ...(options.certificate ? pemsIn(await readFile(options.certificate, 'utf8')) : []),
        ],
        facts,
        pdfSha256: sha256(pdf),
        witnesses: witnessKeys.map((key) => noteKey(key, 4)),
        roots,
      })
    : null
  if (options.origin) {
    await checkLog(options.origin, pin, facts, sha256(pdf), kept)
    await askService(options.origin, sha256(pdf))
    if (isCopy) await askService(options.origin, sha256(file))
  } else {
    const there = kept ? 'still in the transparency log' : 'in the transparency log'
    notChecked(`whether the record is ${there}, and whether consent was withdrawn since (--origin https://…)`)
  }
  notChecked('whether what people declared is true: the record says how each thing is known')
} catch (error) {
  say(false, error instanceof Error ? error.message : String(error))
}
if (failures.length > 0) console.log(`It does not hold: ${failures.length} of the checks failed.`)
else if (isPinned) console.log('Everything that was checked holds.')
else console.log('What was checked fits together. Whose it is nobody said, so this is no proof of anything.')
process.exitCode = failures.length > 0 ? 1 : isPinned ? 0 : 3
