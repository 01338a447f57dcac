#!/usr/bin/env node
// Checks a record without us: node scripts/check-record.mjs record.pdf record.json --certificate seal.pem [--origin https://…]
//
// It needs Node and nothing else, and shares no code with the product: it follows docs/record-format.md. A record carries the certificate that
// signed it, and so does a forged one: with --certificate it insists on the one that you have from the service. Without it the check fails,
// unless --any-certificate says that this question is not asked. With --origin it also asks the transparency log. What was not checked is
// listed; the seal inside the PDF always is, which pdfsig or openssl cms check.
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import process from 'node:process'

const failures = []
const say = (isRight, what) => {
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${what}`)
  if (!isRight) failures.push(what)
}
const notChecked = (what) => console.log(`--   not checked: ${what}`)
const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const bytes = (hex) => Buffer.from(hex, 'hex')

/** RFC 8785 for the values that occur in a record: sorted names, no white space, integers only. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** RFC 7515 with detached content (Appendix F), ES256 only. */
function isSignedBy(certificate, text, jws) {
  const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString('utf8'))
  if (header.alg !== 'ES256') return false
  const input = Buffer.from(`${jws.protected}.${Buffer.from(text, 'utf8').toString('base64url')}`, 'ascii')
  const key = {
    key: createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363',
  }
  return verify('sha256', input, key, Buffer.from(jws.signature, 'base64url'))
}

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
  if (facts.document === 'record') isWhole &&= previous === '0'.repeat(64)
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

async function fetched(origin, path) {
  const answer = await fetch(new URL(path, origin))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

async function checkLog(origin, certificate, facts, pdfSha256) {
  const head = await fetched(origin, '/api/transparency/head')
  const signedText = canonical({ at: head.at, rootHash: head.rootHash, size: head.size })
  say(
    isSignedBy(certificate, signedText, head.signature),
    `the log's head of ${head.size} documents is signed`,
  )
  const proof = await fetched(origin, `/api/transparency/inclusion/${pdfSha256}?size=${head.size}`)
  const leaf = sha256(bytes('00'), bytes(pdfSha256))
  const root = rootFromInclusion(leaf, proof.leafIndex, head.size, proof.path)
  say(root === head.rootHash, `the PDF is entry ${proof.leafIndex} of the log`)
  if (facts.log.size === 0) return
  const { path } = await fetched(
    origin,
    `/api/transparency/consistency?from=${facts.log.size}&to=${head.size}`,
  )
  const grew = isConsistent(facts.log.size, head.size, facts.log.rootHash, head.rootHash, path)
  say(grew, `the log only grew since the record was drawn (${facts.log.size} to ${head.size})`)
}

const options = { origin: null, certificate: null, anyCertificate: false }
const files = []
for (let at = 2; at < process.argv.length; at += 1) {
  const name = /^--(origin|certificate)$/.exec(process.argv[at])?.[1]
  if (name) options[name] = process.argv[++at] ?? ''
  else if (process.argv[at] === '--any-certificate') options.anyCertificate = true
  else files.push(process.argv[at])
}
if (
  files.length !== 2 ||
  files.some((file) => file.startsWith('--')) ||
  options.origin === '' ||
  options.certificate === ''
) {
  console.error(
    'usage: check-record.mjs record.pdf record.json --certificate seal.pem|--any-certificate [--origin https://…]',
  )
  process.exit(2)
}

try {
  const [pdf, text] = [await readFile(files[0]), await readFile(files[1], 'utf8')]
  const { signature, ...payload } = JSON.parse(text)
  const header = JSON.parse(Buffer.from(signature.protected, 'base64url').toString('utf8'))
  const certificate = new X509Certificate(Buffer.from(header.x5c[0], 'base64'))
  const fingerprint = sha256(certificate.raw)
  if (options.certificate) {
    const wanted = new X509Certificate(await readFile(options.certificate))
    say(
      wanted.fingerprint256 === certificate.fingerprint256,
      'the certificate that signed it is the one that you gave',
    )
  } else if (options.anyCertificate) {
    notChecked(`whose certificate ${fingerprint} is: anybody can make one`)
  } else {
    say(false, `nobody says whose certificate ${fingerprint} is: give the service's own with --certificate`)
  }
  say(isSignedBy(certificate, canonical(payload), signature), `the JSON is signed by ${certificate.subject}`)
  say(payload.facts.sealCertificateSha256 === fingerprint, 'it names the certificate that signed it')
  say(payload.pdf.sha256 === sha256(pdf), 'it belongs to this PDF, to the last byte')
  checkTrail(payload.facts)
  sayHowKnown(payload.facts)
  if (options.origin) await checkLog(options.origin, certificate, payload.facts, sha256(pdf))
  else notChecked('whether the record is in the transparency log (--origin https://…)')
  notChecked('the seal inside the PDF, and its timestamp (pdfsig, openssl)')
} catch (error) {
  say(false, error instanceof Error ? error.message : String(error))
}
console.log(
  failures.length === 0 ? 'Everything that was checked holds.' : `${failures.length} of the checks failed.`,
)
process.exit(failures.length === 0 ? 0 : 1)
