import crypto from 'node:crypto'
import {
  atMost,
  bytes,
  hasExactly,
  most,
  notChecked,
  note,
  readBounded,
  readText,
  report,
  sha256,
} from './bounds.mjs'
import { isSelfSigned, writeName } from './certificates.mjs'
import { canonical, isSignedBy, signerOf, strictJson } from './json.mjs'
import { isConsistent, rootFromInclusion } from './log.mjs'
import { Fault, say } from './say.mjs'

async function fetchBody(origin, path, init) {
  const answer = await fetch(new URL(path, origin), {
    redirect: 'error',
    signal: AbortSignal.timeout(most.answerMs),
    ...init,
  }).catch(({ name, cause }) => {
    throw new Fault(say`the service did not answer at ${path} (${cause?.code ?? name})`)
  })
  if (!answer.ok) throw new Fault(say`${path} answered ${answer.status}`)
  return answer
}

export async function fetchedJson(...call) {
  const answer = await fetchBody(...call)
  const chunks = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    atMost(size, most.jsonBytes, say`the answer of ${call[1]} is too long`)
    chunks.push(chunk)
  }
  return strictJson(Buffer.concat(chunks))
}

/** Checks that the log extends an earlier state. A rewritten log can't prove that. */
async function checkGrowth(origin, before, head, describe) {
  const query = `from=${before.size}&to=${head.size}`
  const { path } =
    before.size < head.size
      ? await fetchedJson(origin, `/api/transparency/consistency?${query}`)
      : { path: [] }
  const grew =
    before.size <= head.size && isConsistent(before.size, head.size, before.rootHash, head.rootHash, path)
  report(grew, describe(before.size, head.size))
}

const sinceProof = (from, to) => say`the log only grew since the proof was kept (${from} to ${to})`
const sinceRecord = (from, to) => say`the log only grew since the record was drawn (${from} to ${to})`

export async function checkLog(origin, { certificates, successions }, facts, pdfSha256, kept) {
  const head = await fetchedJson(origin, '/api/transparency/head')
  const signedText = canonical({ at: head.at, rootHash: head.rootHash, size: head.size })
  const signer = signerOf(head.signature)
  report(
    certificates.has(sha256(signer.raw)) && isSignedBy(signer, signedText, head.signature),
    say`the log’s head of ${head.size} documents is signed`,
  )
  if (kept) await checkGrowth(origin, kept, head, sinceProof)
  const findPlace = async (hash) => {
    const { leafIndex, path } = await fetchedJson(
      origin,
      `/api/transparency/inclusion/${hash}?size=${head.size}`,
    )
    const root = rootFromInclusion(sha256(bytes('00'), bytes(hash)), leafIndex, head.size, path)
    return root === head.rootHash ? leafIndex : null
  }
  const place = await findPlace(pdfSha256)
  report(place !== null && place >= facts.log.size, say`the PDF is entry ${place} of the log`)
  for (const succession of successions) {
    const announced = await findPlace(sha256(canonical(succession)))
    const { certificateSha256, predecessorSha256 } = succession
    const sealer = facts.sealCertificateSha256
    const isInTime =
      announced !== null &&
      (sealer !== certificateSha256 || place > announced) &&
      (sealer !== predecessorSha256 || place < announced)
    report(
      isInTime,
      say`entry ${announced} of the log is where key ${certificateSha256.slice(0, 8)} followed ${predecessorSha256.slice(0, 8)}, and the PDF is of its time`,
    )
  }
  if (facts.log.size > 0) await checkGrowth(origin, facts.log, head, sinceRecord)
}

/** Asks the service for the current status of this file: a withdrawal, or a later copy. */
export async function askService(origin, pdfSha256) {
  const answer = await fetchedJson(origin, '/api/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256: pdfSha256 }),
  })
  report(answer.result === 'genuine', say`the service knows this PDF`)
  if (answer.withdrawnAt) note(say`the consent was withdrawn at ${answer.withdrawnAt}`)
  if (answer.hasNewerRevision) note(say`a later copy, with a timestamp, took the place of this one`)
}

/** Whether the connection to the service is protected from a man in the middle. */
export function isSafeOrigin(origin) {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export const pemsIn = (text) =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new crypto.X509Certificate(pem),
  )

/** Whether both keys signed the succession from one to the other, so that either certificate confirms the other. */
function isSuccession(succession) {
  const { signatures, ...statement } = succession
  const isBy = (jws, wanted) => {
    const certificate = signerOf(jws)
    return sha256(certificate.raw) === wanted && isSignedBy(certificate, canonical(statement), jws)
  }
  return (
    hasExactly(succession, 'document', 'at', 'certificateSha256', 'predecessorSha256', 'signatures') &&
    statement.document === 'seal-key-succession' &&
    isBy(signatures.predecessor, statement.predecessorSha256) &&
    isBy(signatures.successor, statement.certificateSha256)
  )
}

/** The certificates in the service's list, from a kept file or from the service; empty without either. */
export async function listed({ certificates: file, origin }) {
  if (file) return strictJson(await readBounded(file, most.jsonBytes)).certificates
  return origin ? (await fetchedJson(origin, '/api/transparency/certificates')).certificates : []
}

/**
 * Prints whether the certificate is one that the user named, with a file or with the service's address, or is connected
 * to one by signed successions. Returns whether the user named one, the trusted certificates, and their successions.
 */
export async function checkPin(certificate, options) {
  const { certificate: file, origin, anyCertificate } = options
  const fingerprint = sha256(certificate.raw)
  const list = await listed(options)
  const all = list.flatMap(({ announced }) => (announced ? [announced.succession] : []))
  const signed = all.filter(isSuccession)
  report(signed.length === all.length, say`every change of keys is signed by both keys`)
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
    report(true, say`the certificate that signed it is the one that you gave`)
  else if (file)
    report(
      believed.has(fingerprint),
      say`the certificate that signed it is the one that you gave, or is linked to it by what each key signed about the next`,
    )
  else if (origin)
    report(
      named.includes(fingerprint),
      say`the certificate that signed it is one of ${new URL(origin).origin}`,
    )
  else if (anyCertificate) notChecked(say`whose certificate ${fingerprint} is: anyone can make one`)
  else
    report(
      false,
      say`you did not say whose certificate ${fingerprint} is: give the service’s own with --certificate, or its address with --origin`,
    )
  if (isSelfSigned(certificate))
    note(
      say`the service made its own certificate: it shows that one key sealed, and no one else vouches for whose it is`,
    )
  else notChecked(say`what ${writeName(certificate.issuer)}, which issued the certificate, vouches for`)
  return { isPinned: Boolean(file || origin), certificates: believed, successions }
}
