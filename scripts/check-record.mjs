#!/usr/bin/env node
// Checks a record without us, or its archived copy: node scripts/check-record.mjs record.pdf record.json --certificate seal.pem [--certificates list.json]
// [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…] [--picture photo.jpg]…
//
// It needs Node and nothing else, and shares no code with the product: it follows docs/record-format.md. A record carries the certificate that
// signed it, and so does a forged one, so it holds only against a certificate (--certificate) or a service (--origin) that you name; with
// --any-certificate that question is not asked, and nothing is said to hold. It ends with 0 when the record holds, with 1 when it does not, with
// 2 when it was called wrongly, and with 3 when all fits together and nobody said whose it should be. What was not checked is listed.
import { createHash, createPublicKey, verify as verifySignature, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import process from 'node:process'

const failures = []
const say = (isRight, what) => {
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${what}`)
  if (!isRight) failures.push(what)
}

// ---- Bounds: a file decides how much there is to do, and a forged one would have this run for days (docs/record-format.md) --------------------

/** What no record comes near, for the whole of a run. */
const left = {
  signatures: 2_000,
  // Values of DER that are read, whatever they are.
  values: 20_000_000,
  // Bytes that are hashed, or looked through a second time.
  bytes: 2 ** 31,
}
const most = {
  fileBytes: 16 * 2 ** 20,
  jsonBytes: 4 * 2 ** 20,
  answerMs: 30_000,
  objects: 20_000,
  // Of one object that is searched.
  objectBytes: 20_000,
  revisions: 64,
  storedValues: 500,
  certificates: 300,
  rsaBits: 8192,
  oidBytes: 64,
}

/** Whatever is refused for its size alone. Nothing that is caught on the way may swallow it. */
class TooMuch extends Error {
  constructor(what) {
    super(`${what}: more than any record has, and nothing more was looked at`)
  }
}

/** Takes from what a run may do, before it is done. */
function spend(what, amount = 1) {
  left[what] -= amount
  if (left[what] < 0) throw new TooMuch(`there is too much to look at (${what})`)
}

function atMost(number, limit, what) {
  if (number > limit) throw new TooMuch(`${what} (${number}, and at most ${limit})`)
}

/** What `read` answers, or `otherwise` where the bytes cannot be read. */
function orElse(otherwise, read) {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuch) throw error
    return otherwise
  }
}

/** A file of a bounded size: no pipe and no device, which have no end. */
async function readBounded(path, limit = most.fileBytes) {
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`${path} is no file`)
  atMost(found.size, limit, `${path} is too long`)
  return readFile(path)
}

const readText = async (path) => (await readBounded(path, most.jsonBytes)).toString('utf8')

/** Node's own, each counted: with a key of more bits one of them takes seconds, and a forged file can ask for thousands. */
function verifies(algorithm, data, key, signature) {
  spend('signatures')
  spend('bytes', data.length)
  isBearable(key.key ?? key)
  return verifySignature(algorithm, data, key, signature)
}

function isSignedByKey(certificate, key) {
  spend('signatures')
  isBearable(key)
  return certificate.verify(key)
}

const bearableKeys = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448']

function isBearable({ asymmetricKeyType: type, asymmetricKeyDetails: details }) {
  if (!bearableKeys.includes(type)) throw new TooMuch(`a key is of a kind that no seal has (${type})`)
  atMost(details?.modulusLength ?? 0, most.rsaBits, 'a key has too many bits')
}

const notChecked = (what) => console.log(`--   not checked: ${what}`)
const note = (what) => console.log(`NOTE ${what}`)
function digest(algorithm, ...parts) {
  const hash = createHash(algorithm)
  for (const part of parts) {
    spend('bytes', part.length)
    hash.update(part)
  }
  return hash.digest()
}
const sha256 = (...parts) => digest('sha256', ...parts).toString('hex')
const bytes = (hex) => Buffer.from(hex, 'hex')
const hasExactly = (object, ...names) => Object.keys(Object(object)).sort().join() === names.sort().join()

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
  if (!hasExactly(jws, 'protected', 'signature') || !Object.values(jws).every(isBase64url)) return false
  const header = readHeader(jws)
  // RFC 7518, 3.4: ES256 is this curve alone.
  const isP256 = certificate.publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  if (!hasExactly(header, 'alg', 'kid', 'x5c') || header.alg !== 'ES256' || !isP256) return false
  const input = Buffer.from(`${jws.protected}.${Buffer.from(text, 'utf8').toString('base64url')}`, 'ascii')
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }
  return verifies('sha256', input, key, Buffer.from(jws.signature, 'base64url'))
}

/** Whether a text is the one spelling of some bytes (RFC 4648, 5, without padding). */
const isBase64url = (text) => Buffer.from(String(text), 'base64url').toString('base64url') === text

const readHeader = (jws) => strictJson(Buffer.from(jws.protected, 'base64url'))

// ---- DER: ITU-T X.690; only definite lengths in their shortest form ------------------------------------------------------------------------

const oid = {
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
const digestNames = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const sha1Identifier = '1.3.14.3.2.26'

/** A DER value: its tag, its contents, its bytes whole, and what follows it. */
function der(buffer) {
  spend('values')
  const tag = buffer[0]
  let length = buffer[1]
  let start = 2
  if (length >= 0x80) {
    const count = length & 0x7f
    start += count
    if (count === 0 || count > 4 || buffer.length < start) throw new Error('a length in the seal is not DER')
    length = buffer.readUIntBE(2, count)
    if (length < 0x80 || (count > 1 && buffer[2] === 0)) throw new Error('a length in the seal is not DER')
  }
  if (tag === undefined || length === undefined || start + length > buffer.length)
    throw new Error('the seal is cut off')
  if ((tag & 0x1f) === 0x1f) throw new Error('there is a value in the seal that no seal has')
  return {
    tag,
    contents: buffer.subarray(start, start + length),
    whole: buffer.subarray(0, start + length),
    rest: buffer.subarray(start + length),
  }
}

/** A DER value that is all of these bytes. */
function onlyDer(buffer) {
  const value = der(buffer)
  if (value.rest.length > 0) throw new Error('something is hidden behind a value of the seal')
  return value
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

function readOid({ tag, contents }) {
  if (tag !== 0x06 || contents.length === 0 || contents.at(-1) >= 0x80)
    throw new Error('the seal has something else where an identifier belongs')
  atMost(contents.length, most.oidBytes, 'an identifier of the seal is too long')
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

const readAlgorithm = (identifier) => readOid(parts(identifier)[0])

/** `YYYYMMDDHHMMSS[.fff…]Z` (RFC 3161, 2.4.2), to the millisecond; null for anything else. */
function generalizedTime(value) {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(
    value?.contents.toString('latin1') ?? '',
  )
  if (value?.tag !== 0x18 || !found) return null
  const [, year, month, day, hour, minute, second, fraction = ''] = found
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** UTCTime or GeneralizedTime. */
function readTime(value) {
  if (value?.tag !== 0x17) return generalizedTime(value)
  const text = value.contents.toString('latin1')
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19'
  return generalizedTime({ tag: 0x18, contents: Buffer.from(century + text) })
}

// ---- Signatures and certificates: RFC 5280 -------------------------------------------------------------------------------------------------

const signatureDigests = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}
/** The key alone, whose digest is named elsewhere: rsaEncryption, id-ecPublicKey. */
const bareKeys = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1']
/** MD5 and SHA-1: whoever could make two certificates of one signature is no authority. */
const brokenSignatures = [
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.2.840.10040.4.3',
]

/** Whether a key signed what comes first in a value, with the algorithm and the BIT STRING behind it; null for an algorithm not known here. */
function isSignedWith({ publicKey }, [content, algorithm, signature]) {
  const name = signatureDigests[readAlgorithm(algorithm)]
  if (!name) return null
  const isWhole = signature.tag === 0x03 && signature.contents[0] === 0
  return isWhole && verifies(name, content.whole, publicKey, signature.contents.subarray(1))
}

/** Extensions by their identifier, of a certificate, a list, an entry or an answer. */
function extensionsIn(sequence) {
  const found = new Map()
  for (const extension of sequence ? parts(sequence) : []) {
    const [id, ...rest] = parts(extension)
    const isCritical = rest.length === 2 && rest[0].tag === 0x01 && rest[0].contents[0] === 0xff
    if (found.has(readOid(id))) throw new Error('an extension stands there twice')
    found.set(readOid(id), { isCritical, value: rest.at(-1).contents })
  }
  return found
}

/** What this reads of a certificate itself: Node before 22 tells no dates, and none tells what is critical. */
function readFields(certificate) {
  const all = parts(parts(onlyDer(certificate.raw))[0])
  const [serial, algorithm, issuer, validity, subject, key, ...others] =
    all[0].tag === 0xa0 ? all.slice(1) : all
  const [from, until] = parts(validity).map(readTime)
  const list = others.find(({ tag }) => tag === 0xa3)
  return {
    serial,
    issuer,
    subject,
    from,
    until,
    algorithm: readAlgorithm(algorithm),
    keyBits: parts(key)[1].contents.subarray(1),
    extensions: extensionsIn(list && parts(list)[0]),
  }
}

function isCurrent(certificate, at) {
  const { from, until } = readFields(certificate)
  return Boolean(from && until && at && from <= at && at <= until)
}

const isSelfSigned = (certificate) =>
  certificate.subject === certificate.issuer && isSignedByKey(certificate, certificate.publicKey)

/** Whether a bit of keyUsage (RFC 5280, 4.2.1.3) is set, or nothing limits the key. */
function maySign(certificate, bit) {
  const usage = readFields(certificate).extensions.get(oid.keyUsage)
  if (!usage) return true
  const [, first = 0] = onlyDer(usage.value).contents
  return Boolean(first & (0x80 >> bit))
}
const forCertificates = 5
const forLists = 6

/** Extensions that may be critical because this program follows them, or asks nothing that they limit. */
const followed = [oid.basicConstraints, oid.keyUsage, oid.extendedKeyUsage, oid.policies, oid.alternativeName]
const hasUnknown = (extensions, known = []) =>
  [...extensions].some(([id, { isCritical }]) => isCritical && !known.includes(id))

function isRsaBelow(bits) {
  return ({ publicKey }) =>
    publicKey.asymmetricKeyType === 'rsa' && publicKey.asymmetricKeyDetails.modulusLength < bits
}
/** Keys that were too short when the first record was sealed. */
const isTooWeak = isRsaBelow(2048)

/** Whether one certificate issued another: name, key and right to, with so many between them and the last one. */
function isIssuedBy(certificate, issuer, between) {
  if (!issuer.ca || !certificate.checkIssued(issuer) || !isSignedByKey(certificate, issuer.publicKey))
    return false
  const { extensions } = readFields(issuer)
  const limit = parts(
    onlyDer(extensions.get(oid.basicConstraints)?.value ?? Buffer.from('3000', 'hex')),
  ).find(({ tag }) => tag === 0x02)
  return (
    maySign(issuer, forCertificates) &&
    !isTooWeak(issuer) &&
    !hasUnknown(extensions, followed) &&
    !brokenSignatures.includes(readFields(certificate).algorithm) &&
    (!limit || Number(`0x${limit.contents.toString('hex')}`) >= between)
  )
}

/**
 * The certificates from one upwards, each issued by the next, which was valid at an instant: to one of the roots, or without any to one that
 * vouches for itself; null where no way leads there.
 */
function findChain(certificate, others, at, roots, below = []) {
  const chain = [...below, certificate]
  const isSame = (each) => each.fingerprint256 === certificate.fingerprint256
  if (roots ? roots.some(isSame) : isSelfSigned(certificate)) return chain
  if (chain.length > 8) return null
  const isAbove = (each) => isCurrent(each, at) && isIssuedBy(certificate, each, below.length)
  const root = roots?.find(isAbove)
  if (root) return [...chain, root]
  for (const next of others.filter(
    (each) => !chain.some((one) => one.raw.equals(each.raw)) && isAbove(each),
  )) {
    const whole = findChain(next, others, at, roots, chain)
    if (whole) return whole
  }
  return null
}

/** Each certificate from one upwards with each that issued it, whatever their dates: all of whom somebody may have said something. */
function pairsAbove(certificate, others, seen = new Set()) {
  if (seen.has(certificate.fingerprint256)) return []
  seen.add(certificate.fingerprint256)
  return others
    .filter((each) => !each.raw.equals(certificate.raw))
    .filter((each) => certificate.checkIssued(each) && isSignedByKey(certificate, each.publicKey))
    .flatMap((issuer) => [{ certificate, issuer }, ...pairsAbove(issuer, others, seen)])
}

// ---- CMS: RFC 5652, 5035 -------------------------------------------------------------------------------------------------------------------

/** A CMS SignedData with one signer: what it is over, its certificates, what it has of revocations, and its attributes by their identifier. */
function signedDataIn(buffer) {
  const [type, content] = parts(onlyDer(buffer))
  if (readOid(type) !== oid.signedData || content?.tag !== 0xa0) throw new Error('the seal is no SignedData')
  const [, , encapsulated, ...others] = parts(onlyDer(content.contents))
  const [contentType, eContent] = parts(encapsulated)
  const signers = others.pop()
  const [certificates, crls] = [0xa0, 0xa1].map((tag) => others.find((each) => each.tag === tag))
  if (signers?.tag !== 0x31 || others.length !== [certificates, crls].filter(Boolean).length)
    throw new Error('the seal has something that no seal has')
  if (parts(signers).length !== 1) throw new Error('the seal has not exactly one signer')
  const [, signerId, digestAlgorithm, signedAttributes, signatureAlgorithm, signature, unsigned, more] =
    parts(parts(signers)[0])
  if (signedAttributes.tag !== 0xa0 || signature?.tag !== 0x04 || more || (unsigned && unsigned.tag !== 0xa1))
    throw new Error('the seal signs no attributes')
  const [issuer, serial] = parts(signerId)
  const given = certificates ? parts(certificates) : []
  atMost(given.length, most.certificates, 'there are too many certificates')
  const candidates = given.map(({ whole }) => new X509Certificate(whole))
  const octets = eContent ? onlyDer(eContent.contents) : null
  if (octets && octets.tag !== 0x04)
    throw new Error('there is something else where the content of a seal belongs')
  const cms = {
    contentType: readOid(contentType),
    content: octets?.contents ?? null,
    certificates: candidates,
    certificate: candidates.find((each) => {
      const own = readFields(each)
      return own.serial.whole.equals(serial.whole) && own.issuer.whole.equals(issuer.whole)
    }),
    digest: digestNames[readAlgorithm(digestAlgorithm)],
    signed: attributesIn(signedAttributes),
    // What is signed is a SET OF, not the [0] that stands in the structure (RFC 5652, 5.4).
    signedBytes: Buffer.concat([Buffer.from([0x31]), signedAttributes.whole.subarray(1)]),
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    signature: signature.contents,
    unsigned: unsigned ? attributesIn(unsigned) : new Map(),
  }
  return { ...cms, hasLists: Boolean(crls), statements: statementsIn(cms, crls) }
}

/** Attributes by their identifier, each with its one value. */
function attributesIn(set) {
  const found = new Map()
  for (const attribute of parts(set)) {
    const [type, values] = parts(attribute)
    const [value, another] = parts(values)
    if (found.has(readOid(type)) || another) throw new Error('an attribute of the seal stands there twice')
    found.set(readOid(type), value)
  }
  return found
}

/** Lists and OCSP answers where a CMS may have them: beside its certificates (RFC 5652, 10.2.1; RFC 5940), and in two attributes. */
function statementsIn({ signed, unsigned }, crls) {
  const beside = (crls ? parts(crls) : []).map((each) =>
    each.tag === 0x30
      ? { kind: 'CRLs', bytes: each.whole }
      : { kind: 'OCSPs', bytes: parts(each)[1]?.whole ?? each.whole },
  )
  const inAttributes = [signed.get(oid.adobeRevocation), unsigned.get(oid.revocationValues)].flatMap(
    (value) =>
      (value ? parts(value) : []).flatMap((list) => {
        const kind = { 160: 'CRLs', 161: 'OCSPs' }[list.tag]
        return kind ? parts(onlyDer(list.contents)).map(({ whole }) => ({ kind, bytes: whole })) : []
      }),
  )
  return [...beside, ...inAttributes]
}

/** Whether the attributes name this content and this certificate, and the certificate's key signed them. */
function isSealedBy(cms, certificate, content) {
  const named = cms.signed.get(oid.signingCertificateV2) ?? cms.signed.get(oid.signingCertificate)
  if (!named || !cms.digest || !certificate) return false
  // ESSCertID has a SHA-1, ESSCertIDv2 a SHA-256 unless it names another algorithm in front of it.
  const fields = parts(parts(parts(named)[0])[0])
  const [algorithm, hash] = fields[0].tag === 0x30 ? fields : [null, fields[0]]
  const usual = cms.signed.has(oid.signingCertificateV2) ? 'sha256' : 'sha1'
  const hashName = algorithm ? digestNames[readAlgorithm(algorithm)] : usual
  const isNamedDigest =
    signatureDigests[cms.signatureAlgorithm] === cms.digest || bareKeys.includes(cms.signatureAlgorithm)
  return (
    isNamedDigest &&
    Boolean(hashName) &&
    readOid(cms.signed.get(oid.contentType)) === cms.contentType &&
    cms.signed.get(oid.messageDigest)?.contents.equals(digest(cms.digest, ...content)) === true &&
    hash.contents.equals(digest(hashName, certificate.raw)) &&
    verifies(cms.digest, cms.signedBytes, certificate.publicKey, cms.signature)
  )
}

// ---- What authorities say of certificates: RFC 5280, 5 and 6.3; RFC 6960 ---------------------------------------------------------------------

const minuteMs = 60_000
/** How far the clock of an authority may be ahead of another. */
const skewMs = 5 * minuteMs
/** How long what does not say until when it holds is believed. */
const undatedMs = 24 * 60 * minuteMs

/**
 * What one statement says of a certificate, once its issuer signed it, or somebody whom the issuer appointed. `isGood` is null where it may
 * not be relied on for that; that somebody was revoked is believed even of a statement that is not understood to the end (ITU-T X.509, 7.3).
 */
function readStatement(certificate, issuer, { kind, bytes: statement }) {
  return orElse(null, () =>
    (kind === 'OCSPs' ? saidByOcsp : saidByCrl)(certificate, issuer, onlyDer(statement)),
  )
}

/** An OCSP answer, or the basic one in it, taken apart. */
function openOcsp(response) {
  const [status, bytesPart] = parts(response)
  if (status.tag === 0x0a) {
    if (status.contents[0] !== 0 || !bytesPart) return null
    const [type, octets] = parts(onlyDer(bytesPart.contents))
    return readOid(type) === oid.basicResponse ? openOcsp(onlyDer(octets.contents)) : null
  }
  const signed = parts(response)
  const data = parts(signed[0]).filter(({ tag }) => tag !== 0xa0)
  const [, producedAt, singles, extensions] = data
  return {
    signed,
    delegates: signed[3]
      ? parts(onlyDer(signed[3].contents)).map(({ whole }) => new X509Certificate(whole))
      : [],
    producedAt: generalizedTime(producedAt),
    singles: parts(singles),
    extensions: extensionsIn(extensions && parts(extensions)[0]),
  }
}

/** Who signs answers for an issuer: a certificate of its own for that alone, valid then, about which nobody has to be asked (RFC 6960, 4.2.2.2). */
function isDelegate(certificate, issuer, at) {
  const { extensions } = readFields(certificate)
  return (
    certificate.keyUsage?.includes(oid.ocspSigning) === true &&
    extensions.has(oid.noCheck) &&
    !hasUnknown(extensions, [...followed, oid.noCheck]) &&
    isCurrent(certificate, at) &&
    isIssuedBy(certificate, issuer, 0)
  )
}

/** Whether an answer or a list is signed by an issuer or for it; null where the algorithm is not known here. */
function isSaidFor(issuer, { kind, bytes: statement }) {
  return orElse(false, () => {
    const value = onlyDer(statement)
    if (!issuer.ca) return false
    if (kind === 'CRLs') return maySign(issuer, forLists) && isSignedWith(issuer, parts(value))
    const answer = openOcsp(value)
    if (!answer) return false
    const signers = [
      issuer,
      ...answer.delegates.filter((each) => isDelegate(each, issuer, answer.producedAt)),
    ]
    const found = signers.map((each) => isSignedWith(each, answer.signed))
    return found.includes(true) || (found.includes(null) ? null : false)
  })
}

function saidByOcsp(certificate, issuer, response) {
  const answer = openOcsp(response)
  if (!answer || isSaidFor(issuer, { kind: 'OCSPs', bytes: response.whole }) !== true) return null
  const said = answer.singles.flatMap((single) => {
    const [id, status, from, ...others] = parts(single)
    if (!isNamedIn(id, certificate, issuer)) return []
    const [next, list] = [0xa0, 0xa1].map((tag) => others.find((each) => each.tag === tag))
    const extensions = extensionsIn(list && parts(list)[0])
    const isReadable = !hasUnknown(answer.extensions) && !hasUnknown(extensions)
    const dates = readDates(readTime(from), next && readTime(parts(next)[0]))
    return status.tag === 0xa1
      ? { ...dates, isGood: false, revoked: readRevocation(parts(status), extensions) }
      : { ...dates, isGood: status.tag === 0x80 && isReadable ? true : null }
  })
  return said.find(({ revoked }) => revoked) ?? said[0] ?? null
}

/** Whether a CertID (RFC 6960, 4.1.1) is of a certificate and its issuer. */
function isNamedIn(id, certificate, issuer) {
  const [algorithm, nameHash, keyHash, serial] = parts(id)
  const name = readAlgorithm(algorithm) === sha1Identifier ? 'sha1' : digestNames[readAlgorithm(algorithm)]
  const above = readFields(issuer)
  return (
    Boolean(name) &&
    serial.whole.equals(readFields(certificate).serial.whole) &&
    nameHash.contents.equals(digest(name, above.subject.whole)) &&
    keyHash.contents.equals(digest(name, above.keyBits))
  )
}

/** What a list says. One with a critical extension is of a part of the certificates, or builds on another list: only what it has counts. */
function saidByCrl(certificate, issuer, list) {
  if (isSaidFor(issuer, { kind: 'CRLs', bytes: list.whole }) !== true) return null
  const fields = parts(parts(list)[0]).filter(({ tag }) => tag !== 0x02)
  const [algorithm, name, from, ...others] = fields
  const own = readFields(certificate)
  if (!algorithm.whole.equals(parts(list)[1].whole) || !name.whole.equals(own.issuer.whole)) return null
  const next = [0x17, 0x18].includes(others[0]?.tag) ? readTime(others.shift()) : null
  const entries = others[0]?.tag === 0x30 ? parts(others.shift()) : []
  const extensions = extensionsIn(others[0]?.tag === 0xa0 ? parts(others[0])[0] : null)
  const read = entries.map((entry) => {
    const [serial, at, more] = parts(entry)
    return { serial, at, extensions: extensionsIn(more) }
  })
  // Of an indirect list nobody knows here whose certificates its entries name.
  const point = extensions.get(oid.distributionPoint)
  const isIndirect =
    (point && parts(onlyDer(point.value)).some(({ tag, contents }) => tag === 0x84 && contents[0] !== 0)) ||
    read.some((entry) => entry.extensions.has(oid.entryIssuer))
  if (isIndirect) return null
  const isReadable =
    !hasUnknown(extensions) &&
    !extensions.has(oid.deltaList) &&
    read.every((entry) => !hasUnknown(entry.extensions))
  const dates = readDates(readTime(from), next)
  const revocations = read
    .filter(({ serial }) => serial.whole.equals(own.serial.whole))
    .map((entry) => readRevocation([entry.at], entry.extensions))
    .filter(({ reason }) => !(reason === removed && extensions.has(oid.deltaList)))
  if (revocations.length === 0) return { ...dates, isGood: isReadable ? true : null }
  return { ...dates, isGood: false, revoked: revocations.sort((a, b) => a.at - b.at)[0] }
}
/** removeFromCRL: what another list has is so no more. */
const removed = 8

const readDates = (from, next) => ({ from, until: next ?? (from && new Date(from.getTime() + undatedMs)) })

/** From when on a certificate is not to be believed, and why: the earlier of the revocation and of what its issuer calls the key's last good date. */
function readRevocation([time, reasonPart], extensions) {
  const code = reasonPart?.tag === 0xa0 ? parts(reasonPart)[0] : null
  const inEntry = extensions.get(oid.reasonCode)
  const reason = (code ?? (inEntry ? onlyDer(inEntry.value) : null))?.contents[0] ?? null
  const invalid = extensions.get(oid.invalidityDate)
  const instants = [readTime(time), invalid ? generalizedTime(onlyDer(invalid.value)) : null].filter(Boolean)
  // Without a time that can be read it was never good.
  return { at: new Date(Math.min(...(instants.length > 0 ? instants : [0]))), reason }
}

/** Whether a store says of a certificate that it was good at an instant, or later while it could still be revoked. */
function isStatedGood({ certificate, issuer }, statements, at) {
  return statements.some((statement) => {
    const said = readStatement(certificate, issuer, statement)
    return (
      said?.isGood === true &&
      said.from &&
      at < said.until &&
      said.from <= readFields(certificate).until &&
      // A statement is not newer than what proves the bytes in which it stands, and had not run out then.
      said.from.getTime() - skewMs <= statement.provenAt &&
      statement.provenAt < said.until.getTime() + skewMs
    )
  })
}

/** The earliest instant from which on somebody says that a certificate, or one above it, was revoked; null where nobody does. */
function revokedAbove(certificate, others, statements) {
  const found = pairsAbove(certificate, others).flatMap((pair) =>
    statements.flatMap((statement) => {
      const revoked = readStatement(pair.certificate, pair.issuer, statement)?.revoked
      return revoked ? [{ ...revoked, certificate: pair.certificate }] : []
    }),
  )
  return found.sort((a, b) => a.at - b.at)[0] ?? null
}

// ---- The seal in the PDF: ISO 32000-2, 12.8; ETSI EN 319 142-1 -----------------------------------------------------------------------------

/** How far two clocks may be from each other before one of them is wrong. */
const clocksMs = 10 * minuteMs

const otherLayout = () => new Error('the PDF is not laid out as records are')
const numberIn = (text, pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN)

/** The objects of a sealed PDF, which has one table, by their numbers; its next number, and what its trailer says. */
function objectsIn(pdf) {
  const text = pdf.toString('latin1')
  const start = numberIn(text, /startxref\n(\d+)\n%%EOF\n$/)
  // Each has a row of 20 bytes.
  atMost(Math.floor((text.length - start) / 20), most.objects, 'the PDF has too many objects')
  const table =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn][ \r]\n)+)trailer\n<<\n\/Size (\d+)\n((?:\/.*\n)+)>>\nstartxref\n\d+\n%%EOF\n$/.exec(
      text.slice(start),
    )
  const rows = table?.[2].split('\n').slice(0, -1)
  // A trailer that names more leads a reader to objects that stand in no table.
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
    // Objects that have one end together would be looked through again for each.
    spend('bytes', end - at)
    objects.set(number, text.slice(at + begin.length, end))
  }
  return { objects, size: rows.length, identity: table[4], start, length: pdf.length }
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
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) throw new Error('there is something else where the seal belongs')
  const room = bytes(digits)
  const { whole, rest: padding } = der(room)
  if (padding.some((byte) => byte !== 0)) throw new Error('something is hidden behind the seal')
  return { cms: whole, content: [pdf.subarray(0, length), pdf.subarray(second)], length, second, digits }
}

/** The instant that the seal claims. Throws where the signature, its field and what the seal permits are not those that a record has. */
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
  if (!isOurs) throw new Error('the seal is not placed as that of a record is, or permits changes')
  return generalizedTime({ tag: 0x18, contents: Buffer.from(claimed) })
}

function checkSeal(pdf, certificate, drawnAt) {
  const found = sealIn(pdf)
  const cms = signedDataIn(found.cms)
  const isDetached = cms.contentType === oid.data && cms.content === null && cms.digest === 'sha256'
  const isOurs = cms.certificate?.fingerprint256 === certificate.fingerprint256
  say(isOurs, 'the seal in the PDF is of the same certificate')
  say(
    isDetached && isOurs && isSealedBy(cms, certificate, found.content),
    'the seal covers the whole PDF and is right',
  )
  const isPlain =
    [...cms.signed.keys()].every((id) =>
      [oid.contentType, oid.messageDigest, oid.signingCertificateV2].includes(id),
    ) &&
    [...cms.unsigned.keys()].every((id) => id === oid.signatureTimestamp) &&
    !cms.hasLists
  say(isPlain, 'the seal has the attributes of a record’s and no others')
  const claimed = claimedTime(pdf, found)
  const isNear = Math.abs(claimed - new Date(drawnAt)) <= clocksMs
  say(isNear, `the seal permits no change, and claims the time of the JSON (${claimed?.toISOString()})`)
  return cms
}

// ---- Timestamps: RFC 3161 ------------------------------------------------------------------------------------------------------------------

/** Checks the RFC 3161 token over the seal's signature. Answers it, null where there is none. */
function checkTimestamp(seal, { state, at, token }, { certificate, drawnAt, roots }) {
  const attribute = seal.unsigned.get(oid.signatureTimestamp)
  if (state !== 'granted') {
    say(
      !attribute && token === undefined && at === undefined,
      'PDF and JSON agree that no authority vouches for the time',
    )
    notChecked('the time: the record states what the clock of the service said')
    return null
  }
  say(attribute?.whole.toString('base64') === token, 'PDF and JSON have the same timestamp')
  const bytes = attribute?.whole ?? Buffer.from(String(token), 'base64')
  const stamp = checkToken(bytes, { data: seal.signature, what: 'this seal', at, roots })
  if (!stamp) return null
  say(isCurrent(certificate, stamp.at), 'the certificate of the seal was valid at that instant too')
  say(
    stamp.at.getTime() + clocksMs >= new Date(drawnAt).getTime(),
    'it was not stamped before the JSON says that it was drawn',
  )
  return stamp
}

/**
 * Checks an RFC 3161 token over some bytes, and that it is of the instant that the JSON states, where that is asked. Answers it with its
 * instant and, where roots are given, its certificates up to one of them; null where it states nothing.
 */
function checkToken(token, { data, what, at, roots, isStatedInJson = true }) {
  const cms = signedDataIn(token)
  const [, , imprint, , time, ...more] = cms.content ? parts(onlyDer(cms.content)) : []
  const [algorithm, hashed] = parts(imprint)
  // The service asks for SHA-256 and takes nothing else.
  const covers =
    digestNames[readAlgorithm(algorithm)] === 'sha256' && digest('sha256', data).equals(hashed.contents)
  say(cms.contentType === oid.timestampInfo && covers, `the timestamp is over ${what}`)
  const signer = cms.certificate
  say(
    isForTimestamps(signer) && isSealedBy(cms, signer, [cms.content]),
    'a time authority’s certificate signed it',
  )
  const stamped = generalizedTime(time)
  if (isStatedInJson) say(stamped?.toISOString() === at, `it is of the instant that the JSON states (${at})`)
  const list = more.find(({ tag }) => tag === 0xa1)
  if (hasUnknown(extensionsIn(list))) say(false, 'it has something critical that is not known here')
  if (!signer || !stamped) return null
  say(stamped.getTime() <= Date.now() + clocksMs, 'it is not of a time to come')
  say(isCurrent(signer, stamped), 'that certificate was valid then')
  const stamp = { cms, signer, at: stamped, what, chain: null }
  if (!roots) {
    notChecked('whose authority it is (--authority roots.pem)')
    return stamp
  }
  const chain = findChain(signer, cms.certificates, stamped, roots)
  say(chain !== null, 'that certificate leads to an authority that you named')
  return { ...stamp, chain }
}

/** RFC 3161, 2.3: for timestamps, for nothing else, and whoever does not understand that must not take it. */
function isForTimestamps(certificate) {
  if (certificate?.keyUsage?.length !== 1 || certificate.keyUsage[0] !== oid.timeStamping) return false
  const { extensions } = readFields(certificate)
  return (
    !isTooWeak(certificate) &&
    extensions.get(oid.extendedKeyUsage)?.isCritical === true &&
    !hasUnknown(extensions, followed)
  )
}

/** The last instants of algorithms: NIST IR 8547 (draft of November 2024) for signatures. */
const algorithmEnds = [
  { isSuch: isRsaBelow(2048), end: '2013-12-31T23:59:59Z' },
  { isSuch: isRsaBelow(3072), end: '2030-12-31T23:59:59Z' },
  { isSuch: () => true, end: '2035-12-31T23:59:59Z' },
]

/** Until when a timestamp protects: until one of its certificates ends, but for the root, which is believed for itself, or one of their algorithms. */
function protectedUntil([own, ...above]) {
  const ends = [own, ...above.slice(0, -1)].map((each) => readFields(each).until)
  const weak = [own, ...above].flatMap((each) =>
    algorithmEnds.filter(({ isSuch }) => isSuch(each)).map(({ end }) => new Date(end)),
  )
  return new Date(Math.min(...ends, ...weak))
}

// ---- An archived copy: the sealed PDF and, behind it, revisions that add a store and a timestamp (docs/record-format.md) ---------------------

const badCopy = () =>
  new Error('what follows the sealed PDF is more than timestamps and what is said of certificates')
const storeNames = ['Certs', 'OCSPs', 'CRLs']
const referencesIn = (list) =>
  list
    .split(' 0 R')
    .map((each) => each.trim())
    .filter(Boolean)
    .map(Number)

/** Where a record's objects are that an update changes, and what its store has. */
function placesIn({ objects, identity }) {
  const root = numberIn(identity, /^\/Root (\d+) 0 R\n/m)
  const object = (number) => {
    const text = objects.get(number)
    atMost(text?.length ?? 0, most.objectBytes, 'an object of the PDF is too long')
    return text
  }
  const catalog = object(root) ?? ''
  const form = numberIn(catalog, /\n\/AcroForm (\d+) 0 R\n/)
  const page = numberIn(object(numberIn(object(form), /\/Fields \[(\d+) 0 R/)), /\n\/P (\d+) 0 R\n/)
  object(page)
  const store = object(numberIn(catalog, /\n\/DSS (\d+) 0 R\n/)) ?? ''
  const lists = storeNames.map((name) =>
    referencesIn(new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(store)?.[1] ?? ''),
  )
  return { root, catalog, form, page, lists }
}

/** The values of a store, DER, by the name of their list. */
function storeIn(revision) {
  const { lists } = placesIn(revision)
  const value = (number) => {
    const object = revision.objects.get(number) ?? ''
    const [head, length] = /^<<\n\/Length (\d+)\n>>\nstream\n/.exec(object) ?? []
    if (!head) throw badCopy()
    const bytes = Buffer.from(object.slice(head.length, head.length + Number(length)), 'latin1')
    return onlyDer(bytes).whole
  }
  return Object.fromEntries(storeNames.map((name, index) => [name, lists[index].map(value)]))
}

/** A text with what stands in one place changed. */
function replaceOnce(text, pattern, replacement) {
  if (!pattern.test(text ?? '')) throw otherLayout()
  return text.replace(pattern, replacement)
}

/** A text of an object with the field of a timestamp at the end of a list. */
const withField = (text, list, field) =>
  replaceOnce(text, new RegExp(`/${list} \\[([^\\]]+)\\]`), `/${list} [$1 ${field} 0 R]`)

/** Room for the token of an archive timestamp, in hexadecimal digits. */
const roomDigits = 2 * 16_384

/** The bytes behind a revision, taken one after the other: each must be the one that belongs there. */
function beginUpdate(before, text) {
  const update = {
    at: before.length,
    objects: new Map(before.objects),
    /** Where each object that was taken stands. */
    rows: new Map(),
    take(expected) {
      if (text.slice(update.at, update.at + expected.length) !== expected) throw badCopy()
      update.at += expected.length
    },
    takeObject(number, body) {
      update.rows.set(number, update.at)
      update.take(`${number} 0 obj\n${body}endobj\n`)
      update.objects.set(number, body)
    },
  }
  return update
}

/** Takes the values that are added to what the store had, numbered from the first on. Answers their numbers. */
function takeValues(update, copy, text, first, had) {
  const values = []
  for (;;) {
    const number = first + values.length
    const pattern = new RegExp(`^${number} 0 obj\\n<<\\n/Length (\\d+)\\n>>\\nstream\\n`)
    const length = numberIn(text.slice(update.at, update.at + 80), pattern)
    if (Number.isNaN(length)) return values
    const head = `<<\n/Length ${length}\n>>\nstream\n`
    const from = update.at + `${number} 0 obj\n${head}`.length
    const value = copy.subarray(from, from + length)
    atMost(had.length, most.storedValues, 'the store of the copy has too many values')
    // What the store has is not there a second time.
    if (had.some((each) => each.equals(value))) throw badCopy()
    had.push(value)
    update.takeObject(number, `${head}${text.slice(from, from + length)}\nendstream\n`)
    values.push(number)
  }
}

/** Takes the store, which lists what it had and then the values. */
function takeStore(update, text, number, keptLists, values) {
  // The certificates come first, then the answers, then the lists: the store names them in the order in which they stand.
  const listed = text.slice(update.at, text.indexOf('endobj', update.at))
  const lists = storeNames.map((name, index) => {
    const all = referencesIn(new RegExp(`\\n/${name} \\[([^\\]]*)\\]\\n`).exec(listed)?.[1] ?? '')
    return { name, kept: keptLists[index], added: all.slice(keptLists[index].length) }
  })
  if (lists.flatMap(({ added }) => added).join() !== values.join()) throw badCopy()
  const references = lists.map(
    ({ name, kept, added }) => `/${name} [${[...kept, ...added].map((each) => `${each} 0 R`).join(' ')}]\n`,
  )
  update.takeObject(number, `<<\n/Type /DSS\n${references.join('')}>>\n`)
}

/** Takes the archive timestamp. Answers its token, and where the bytes end and begin again that it is over, with how many they are then. */
function takeTimestamp(update, text, number) {
  const head = '<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/ByteRange '
  const blank = '[0 9999999999 9999999999 9999999999]'
  const open = update.at + `${number} 0 obj\n${head}${blank}\n/Contents <`.length
  const second = open + roomDigits + 1
  const rest = numberIn(text.slice(update.at, open), /\/ByteRange \[0 \d+ \d+ (\d+)\]/)
  const range = `[0 ${open - 1} ${second} ${rest}]`.padEnd(blank.length)
  const room = text.slice(open, second - 1)
  if (!/^(?:[0-9a-f]{2})+$/.test(room)) throw badCopy()
  const { whole, rest: padding } = der(bytes(room))
  if (padding.some((byte) => byte !== 0)) throw new Error('something is hidden behind a timestamp')
  update.takeObject(number, `${head}${range}\n/Contents <${room}>\n>>\n`)
  return { token: whole, first: open - 1, second, rest }
}

/** Takes the field of the timestamp, and the form, the page and the catalog that name it and the store. */
function takeField(update, field, { root, catalog, form, page }, { token, store }) {
  update.takeObject(
    field,
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Archive ${token})\n/V ${token} 0 R\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n>>\n`,
  )
  update.takeObject(form, withField(update.objects.get(form), 'Fields', field))
  update.takeObject(page, withField(update.objects.get(page), 'Annots', field))
  update.takeObject(
    root,
    catalog.includes('\n/DSS ')
      ? replaceOnce(catalog, /\n\/DSS \d+ 0 R\n/, `\n/DSS ${store} 0 R\n`)
      : replaceOnce(catalog, /^<<\n/, `<<\n/DSS ${store} 0 R\n`),
  )
}

/** Takes the table of all that was taken, and the trailer. */
function takeTable(update, size, { identity, start }) {
  const tableAt = update.at
  const table = [...update.rows]
    .sort(([a], [b]) => a - b)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  update.take(
    `xref\n${table.join('')}trailer\n<<\n/Size ${size}\n${identity}/Prev ${start}\n>>\nstartxref\n${tableAt}\n%%EOF\n`,
  )
  return tableAt
}

/** Takes the next revision of a copy, of which every byte must be the one that belongs there. Answers it with its timestamp token. */
function nextRevision(copy, text, before) {
  const places = placesIn(before)
  const had = Object.values(storeIn(before)).flat()
  const update = beginUpdate(before, text)
  const values = takeValues(update, copy, text, before.size, had)
  const store = before.size + values.length
  const token = store + 1
  const field = token + 1
  takeStore(update, text, store, places.lists, values)
  const timestamp = takeTimestamp(update, text, token)
  takeField(update, field, places, { token, store })
  const start = takeTable(update, field + 1, before)
  if (timestamp.second + timestamp.rest !== update.at) throw badCopy()
  return {
    revision: {
      objects: update.objects,
      size: field + 1,
      identity: before.identity,
      start,
      length: update.at,
    },
    token: timestamp.token,
    covered: Buffer.concat([copy.subarray(0, timestamp.first), copy.subarray(timestamp.second, update.at)]),
  }
}

const emptyStore = { Certs: [], OCSPs: [], CRLs: [] }

/**
 * Checks an archived copy whose first bytes are the sealed PDF, with the timestamp of its seal, null for none. Answers the archive timestamps,
 * oldest first, and for each revision what its store has.
 */
function checkArchive(copy, sealed, { stamp, roots }) {
  let revision = objectsIn(sealed)
  const stores = [storeIn(revision)]
  const archives = []
  const text = copy.toString('latin1')
  while (revision.length < copy.length) {
    atMost(archives.length + 1, most.revisions, 'the copy has too many revisions')
    const next = nextRevision(copy, text, revision)
    const what = `the archived copy, number ${archives.length + 1},`
    const one = checkToken(next.token, { data: next.covered, what, roots, isStatedInJson: false })
    if (!one) throw badCopy()
    const before = archives.at(-1) ?? stamp
    // The first may be of another authority than the one in the seal.
    const isLater =
      !before || before.at.getTime() - (archives.length > 0 ? 0 : 2 * clocksMs) <= one.at.getTime()
    say(isLater, 'it is not older than what is before it')
    archives.push(one)
    revision = next.revision
    stores.push(storeIn(revision))
  }
  if (archives.length > 0)
    say(true, 'what follows the sealed PDF is timestamps and what is said of certificates, and nothing else')
  return { archives, stores }
}

// ---- What it comes to: RFC 5280, 6.3; RFC 3161, 4; ETSI EN 319 102-1, 5.6.2 ------------------------------------------------------------------

/** Every statement in the file, each with the instant that proves the bytes in which it first stands. */
function collectStatements(seal, stamp, { archives, stores }, drawnAt) {
  const sealedAt = stamp?.at ?? new Date(drawnAt)
  const inStores = stores.flatMap((store, index) => {
    const provenAt = index === 0 ? sealedAt : archives[index - 1].at
    const before = index === 0 ? emptyStore : stores[index - 1]
    return ['OCSPs', 'CRLs'].flatMap((kind) =>
      store[kind].slice(before[kind].length).map((bytes) => ({ kind, bytes, provenAt })),
    )
  })
  const inSeal = seal.statements.map((statement) => ({ ...statement, provenAt: sealedAt }))
  const inTokens = [stamp, ...archives].flatMap((each) =>
    (each?.cms.statements ?? []).map((statement) => ({ ...statement, provenAt: each.at })),
  )
  return { inStores, all: [...inStores, ...inSeal, ...inTokens] }
}

/**
 * Says of whom it is said that they were revoked. Who was revoked later than the instant that somebody vouches for has sealed well; a time
 * authority vouches for itself only where it went without harm, and otherwise whoever stamped its timestamp while it was still believed.
 */
function checkRevocations({ seal, stamp, archives, others, all, known, roots }) {
  const proof = roots ? (stamp ?? archives[0] ?? null) : null
  const revoked = revokedAbove(seal.certificate, known, all)
  const name = ({ certificate }) => certificate.subject.split('\n').reverse().join(', ')
  if (!revoked) say(true, 'nothing in the file says that the certificate of the seal was revoked')
  else if (proof && proof.at < revoked.at)
    note(
      `${name(revoked)} was revoked at ${revoked.at.toISOString()}, after the seal was made: a timestamp of ${proof.at.toISOString()} has it`,
    )
  else
    say(
      false,
      `${name(revoked)}, of the seal, was revoked at ${revoked.at.toISOString()}, and ${roots ? 'no timestamp says that the seal is older' : 'whose timestamps say that the seal is older you did not say (--authority roots.pem)'}`,
    )
  const inOrder = [...(stamp ? [stamp] : []), ...archives]
  for (const each of [...inOrder, ...others]) {
    const taken = revokedAbove(each.signer, [...each.cms.certificates, ...known, ...(each.chain ?? [])], all)
    if (!taken) continue
    const next = roots && inOrder.includes(each) ? inOrder[inOrder.indexOf(each) + 1] : null
    const isBefore = each.at < taken.at && (harmless.includes(taken.reason) || (next && next.at < taken.at))
    if (isBefore)
      note(
        `${name(taken)} was revoked at ${taken.at.toISOString()}, after the timestamp over ${each.what.replace(/,$/, '')}`,
      )
    else
      say(
        false,
        `${name(taken)}, of the timestamp over ${each.what.replace(/,$/, '')}, was revoked at ${taken.at.toISOString()}, and nothing shows that the timestamp can be believed`,
      )
  }
}
/** RFC 3161, 4: unspecified, affiliationChanged, superseded, cessationOfOperation. Without a reason the key may have been in other hands. */
const harmless = [0, 3, 4, 5]

/** Each once. */
function bounded(certificates) {
  const found = [...new Map(certificates.map((each) => [each.fingerprint256, each])).values()]
  atMost(found.length, most.certificates, 'there are too many certificates')
  return found
}

/** Checks what is said of certificates, and says which level of ETSI EN 319 142-1 the seal has and until when it is protected. */
function checkLongTerm({ seal, stamp, archive, others, drawnAt, roots }) {
  const { archives, stores } = archive
  const { inStores, all } = collectStatements(seal, stamp, archive, drawnAt)
  const tokens = [stamp, ...archives].filter(Boolean)
  const known = bounded([
    ...stores.at(-1).Certs.map((each) => new X509Certificate(each)),
    ...seal.certificates,
    ...tokens.flatMap(({ cms }) => cms.certificates),
    ...(roots ?? []),
  ])
  const signed = inStores.map((statement) => {
    const answers = known.map((issuer) => isSaidFor(issuer, statement))
    return answers.includes(true) || (answers.includes(null) ? null : false)
  })
  if (signed.length > 0)
    say(
      !signed.includes(false),
      `what is said of certificates (${signed.length} statements) was signed by who issued them, or for them`,
    )
  if (signed.includes(null))
    notChecked('a statement on a certificate, in an algorithm that is not known here')
  checkRevocations({ seal, stamp, archives, others, all, known, roots })

  const isStated = (certificate, top) => {
    const chain = findChain(certificate, known, stamp.at, top)
    const pairs = chain?.slice(0, -1).map((each, index) => ({ certificate: each, issuer: chain[index + 1] }))
    // Who vouches for itself alone is nobody's, unless you named it.
    return Boolean(
      (top || pairs?.length > 0) && pairs?.every((pair) => isStatedGood(pair, inStores, stamp.at)),
    )
  }
  const isIssued = !isSelfSigned(seal.certificate)
  const isLong = Boolean(isIssued && stamp && isStated(seal.certificate) && isStated(stamp.signer, roots))
  // What does not hold has no level.
  if (failures.length > 0) return
  sayLevel({ isIssued, isLong, stamp, archives, roots })
  sayProtection({ seal, stamp, archives })
}

function sayLevel({ isIssued, isLong, stamp, archives, roots }) {
  // Anybody can append timestamps of an authority of their own.
  const isKept = isLong && archives.length > 0 && roots
  const level = isLong ? (isKept ? 'B-LTA' : 'B-LT') : stamp ? 'B-T' : 'B-B'
  const whose = roots ? '' : ' of an authority that you did not name'
  const timestamps =
    archives.length > 0 && !isKept ? `, with ${archives.length} archive timestamps${whose}` : ''
  const why =
    !stamp || isLong
      ? ''
      : isIssued
        ? '; not all is in it that was said of the certificates'
        : '; of a certificate that vouches for itself nobody can say that it was revoked'
  console.log(`     the seal is PAdES ${level}${timestamps}${why}`)
}

/** Says until when the newest timestamp protects, or since when it does no more. */
function sayProtection({ seal, stamp, archives }) {
  const newest = archives.at(-1) ?? stamp
  const now = new Date()
  if (!newest) {
    const { until } = readFields(seal.certificate)
    if (until < now)
      note(
        `the certificate of the seal ended at ${until.toISOString()}, and no timestamp says that the seal is older`,
      )
    return
  }
  const made = `${archives.length > 0 ? 'the newest archive timestamp' : 'the timestamp'} is of ${newest.at.toISOString()}`
  if (!newest.chain)
    return console.log(
      `     ${made}; it protects nothing as long as nobody names its authority (--authority roots.pem)`,
    )
  const until = protectedUntil(newest.chain)
  if (until > now) return console.log(`     ${made}, and protects until ${until.toISOString()}`)
  note(
    `${made}, and its protection ended at ${until.toISOString()}: ask the service for a newer archived copy`,
  )
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

function checkTrail(facts) {
  let previous = facts.auditTrail[0]?.previousHash
  let isWhole = facts.auditTrail.length > 0
  if (facts.document === 'record')
    isWhole &&= previous === '0'.repeat(64) && facts.auditTrail[0].sequence === 1
  isWhole &&= facts.auditTrail.at(-1)?.event === (facts.document === 'record' ? 'verified' : 'withdrawn')
  let leftOut = 0
  let sequence = facts.auditTrail[0]?.sequence - 1
  let before = ''
  for (const { hash, ...entry } of facts.auditTrail) {
    const gap = entry.sequence - sequence - 1
    isWhole &&= gap > 0 || (gap === 0 && entry.previousHash === previous)
    isWhole &&= entry.verificationId === facts.verificationId && before <= entry.at
    isWhole &&= sha256(canonical(entry)) === hash
    leftOut += gap
    sequence = entry.sequence
    before = entry.at
    previous = hash
  }
  isWhole &&= leftOut === (facts.auditTrailLeftOut ?? 0)
  const but = leftOut > 0 ? `, but for ${leftOut} rows that the record leaves out` : ''
  say(isWhole, `the audit trail is an unbroken chain${but}`)
}

/** What the record states of the clock behind its times. */
function sayClock({ clock, auditTrail }) {
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
  if (format !== 'sealed-record/2') return say(false, `it is of a format that is known here (${format})`)
  if (document !== 'record') return
  const rows = new Set(known.map(({ fact, party }) => `${fact} of ${party}`))
  say(rows.size === known.length, 'it says once of each fact how it is known')
  for (const { fact, party, step, at, agrees } of known) {
    const differs = agrees === false ? ', and what was given says otherwise' : ''
    console.log(
      `     ${fact === 'age' ? '18 or over' : fact} of the ${party}: ${step}, since ${at}${differs}`,
    )
  }
}

const oddities = {
  signature_unlike_name: 'a signature has other names than its person',
  same_file: 'two of the files are one',
  same_document: 'both people gave the same identity document',
  same_network: 'both people used the same network',
  same_browser: 'both people used the same browser',
}

/** What the record itself says that a reader should look at twice. */
function sayOddities({ odd }) {
  for (const name of new Set((odd ?? []).map(({ oddity }) => oddity)))
    note(`look at this twice: ${oddities[name] ?? 'something that this checker does not know'}`)
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
  return verifies(null, signed, witness.key, signature.subarray(8)) ? new Date(Number(time) * 1000) : null
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
    logKey.name === origin && signature !== null && verifies(null, signed, logKey.key, signature),
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
  const token = timestamp ? Buffer.from(timestamp.token, 'base64') : null
  const stamp =
    token && checkToken(token, { data: signed, what: 'that state of the log', at: timestamp.at, roots })
  if (!timestamp) notChecked('the time of that state: no authority stamped it')
  for (const witness of witnesses) {
    const at = cosignedAt(signed, lines, witness)
    say(at !== null, `the witness ${witness.name} cosigned that state${at ? `, at ${at.toISOString()}` : ''}`)
  }
  const others = lines
    .map((line) => line.split(' ')[1])
    .filter((name) => name !== origin && !witnesses.some((each) => each.name === name))
  if (others.length > 0) notChecked(`the cosignatures of ${others.join(', ')} (--witness KEY)`)
  if (lines.length === 1) notChecked('whether others saw that state of the log: no witness had cosigned it')
  return { ...tree, stamp }
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

async function fetchBody(origin, path, init) {
  const answer = await fetch(new URL(path, origin), {
    redirect: 'error',
    signal: AbortSignal.timeout(most.answerMs),
    ...init,
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

async function fetchedJson(...call) {
  const answer = await fetchBody(...call)
  const chunks = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    atMost(size, most.jsonBytes, `the answer of ${call[1]} is too long`)
    chunks.push(chunk)
  }
  return strictJson(Buffer.concat(chunks))
}

async function checkLog(origin, { certificates, successions }, facts, pdfSha256, kept) {
  const head = await fetchedJson(origin, '/api/transparency/head')
  const signedText = canonical({ at: head.at, rootHash: head.rootHash, size: head.size })
  const signer = new X509Certificate(Buffer.from(readHeader(head.signature).x5c[0], 'base64'))
  say(
    certificates.has(sha256(signer.raw)) && isSignedBy(signer, signedText, head.signature),
    `the log's head of ${head.size} documents is signed`,
  )
  if (kept) await checkGrowth(origin, kept, head)
  const findPlace = async (hash) => {
    const { leafIndex, path } = await fetchedJson(
      origin,
      `/api/transparency/inclusion/${hash}?size=${head.size}`,
    )
    const root = rootFromInclusion(sha256(bytes('00'), bytes(hash)), leafIndex, head.size, path)
    return root === head.rootHash ? leafIndex : null
  }
  const place = await findPlace(pdfSha256)
  say(place !== null && place >= facts.log.size, `the PDF is entry ${place} of the log`)
  for (const succession of successions) {
    const announced = await findPlace(sha256(canonical(succession)))
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
    const certificate = new X509Certificate(Buffer.from(readHeader(jws).x5c[0], 'base64'))
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
  if (file) return strictJson(await readBounded(file, most.jsonBytes)).certificates
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
    ? pemsIn(await readText(file)).map(({ raw }) => sha256(raw))
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
  if (certificate.subject === certificate.issuer && isSignedByKey(certificate, certificate.publicKey))
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
const pictures = []
const files = []
for (let at = 2; at < process.argv.length; at += 1) {
  const name = /^--(origin|certificate|certificates|authority|proof)$/.exec(process.argv[at])?.[1]
  if (name) options[name] = process.argv[++at] ?? ''
  else if (process.argv[at] === '--witness') witnessKeys.push(process.argv[++at] ?? '')
  else if (process.argv[at] === '--picture') pictures.push(process.argv[++at] ?? '')
  else if (process.argv[at] === '--any-certificate') options.anyCertificate = true
  else files.push(process.argv[at])
}
if (
  files.length !== 2 ||
  files.some((file) => file.startsWith('--')) ||
  [
    options.origin,
    options.certificate,
    options.certificates,
    options.authority,
    options.proof,
    ...pictures,
  ].includes('') ||
  (witnessKeys.length > 0 && !options.proof) ||
  (options.origin && !isSafeOrigin(options.origin))
) {
  console.error(
    'usage: check-record.mjs record.pdf record.json --certificate seal.pem|--any-certificate [--certificates list.json] [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…] [--picture photo.jpg]…',
  )
  process.exit(2)
}

let isPinned = false
try {
  const [file, json] = await Promise.all([readBounded(files[0]), readBounded(files[1], most.jsonBytes)])
  const record = strictJson(json)
  const { signature, ...payload } = record
  const { facts } = payload
  const isWhole =
    hasExactly(record, 'facts', 'pdf', 'signature') &&
    hasExactly(payload.pdf, 'sha256', 'byteCount', 'timestamp') &&
    hasExactly(
      payload.pdf.timestamp,
      ...(payload.pdf.timestamp?.state === 'granted' ? ['state', 'at', 'token'] : ['state']),
    ) &&
    ['record', 'withdrawal'].includes(facts.document)
  say(isWhole, 'the JSON has the parts of a record and no others')
  const kind = facts.document === 'record' ? 'a record' : 'a withdrawal of consent, and not the record'
  console.log(
    `     it says to be ${kind}, of verification ${facts.verificationId}, revision ${facts.revision}`,
  )
  const { kid, x5c } = readHeader(signature)
  const certificate = new X509Certificate(Buffer.from(x5c[0], 'base64'))
  const fingerprint = sha256(certificate.raw)
  const pin = await checkPin(certificate, options)
  isPinned = pin.isPinned
  say(isSignedBy(certificate, canonical(payload), signature), `the JSON is signed by ${certificate.subject}`)
  say(
    [facts.sealCertificateSha256, kid].every((named) => named === fingerprint),
    'it names the certificate that signed it',
  )
  say(isCurrent(certificate, new Date(facts.drawnAt)), 'the certificate was valid then')
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
  const { drawnAt } = facts
  const seal = checkSeal(pdf, certificate, drawnAt)
  const roots = options.authority ? pemsIn(await readText(options.authority)) : null
  const stamp = checkTimestamp(seal, payload.pdf.timestamp, { certificate, drawnAt, roots })
  const kept = options.proof
    ? checkProof(await readText(options.proof), {
        certificates: [
          certificate,
          ...(options.certificate ? pemsIn(await readText(options.certificate)) : []),
        ],
        facts,
        pdfSha256: sha256(pdf),
        witnesses: witnessKeys.map((key) => noteKey(key, 4)),
        roots,
      })
    : null
  const archive = checkArchive(file, pdf, { stamp, roots })
  const others = kept?.stamp ? [kept.stamp] : []
  checkLongTerm({ seal, stamp, archive, others, drawnAt, roots })
  if (facts.log.size === 0) say(facts.log.rootHash === sha256(), 'the log that it states was empty')
  checkTrail(facts)
  sayClock(facts)
  sayHowKnown(facts)
  sayOddities(facts)
  for (const picture of pictures) {
    const hash = sha256(await readBounded(picture))
    say(
      (facts.evidence ?? []).some((given) => given.sha256 === hash),
      `the record has the fingerprint of ${picture}`,
    )
  }
  if (options.origin) {
    await checkLog(options.origin, pin, facts, sha256(pdf), kept)
    await askService(options.origin, sha256(pdf))
    if (isCopy) await askService(options.origin, sha256(file))
  } else {
    const there = kept ? 'still in the transparency log' : 'in the transparency log'
    notChecked(`whether the record is ${there}, and whether consent was withdrawn since (--origin https://…)`)
  }
  notChecked(
    'whether the pages of the PDF say what the JSON says: each has a signature of its own, read both',
  )
  notChecked('whether what people declared is true: the record says how each thing is known')
} catch (error) {
  say(false, error instanceof Error ? error.message : String(error))
}
if (failures.length > 0) console.log(`It does not hold: ${failures.length} of the checks failed.`)
else if (isPinned) console.log('Everything that was checked holds.')
else console.log('What was checked fits together. Whose it is nobody said, so this is no proof of anything.')
process.exitCode = failures.length > 0 ? 1 : isPinned ? 0 : 3
