import { createHash } from 'node:crypto'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { type DetachedJws, parseSealKey, signDetached } from '../platform/pdf/sealing/seal-key.ts'
import { longWinded, reseal, type SealFlaw, sealPlace } from './forge-seal.ts'

/** A record as its party keeps it. */
export type RecordFiles = { pdf: Uint8Array; json: Uint8Array }

/** A record that must fail, and the output expected of the checker. */
export type Forgery = RecordFiles & { name: string; expected: RegExp }

type Row = { sequence: number; hash: string; previousHash: string; verificationId: string; actor: string }
type Payload = {
  facts: Record<string, unknown> & { auditTrail: Row[]; thirdParty: { fullName: string } }
  pdf: Record<string, unknown>
}
type Twin = Payload & { signature: DetachedJws }

/** The forger's keys: the service's own key, as an insider could use it, and a key of the forger. */
type Keys = { service: string; forger: string }

/**
 * Forged records: cut, mixed, recombined, signed again or extended. Forgeries that an outsider couldn't make use the
 * service's own key, because the checker mustn't trust its holder.
 */
export async function forgeRecords(
  { record, other, withdrawal }: { record: RecordFiles; other: RecordFiles; withdrawal: RecordFiles },
  keys: Keys,
): Promise<Forgery[]> {
  return [
    ...forgeText(record),
    ...(await forgeSignatures(record, keys)),
    ...mix(record, other, withdrawal),
    ...(await forgeFacts(record, keys)),
    ...(await forgePdfs(record, other, keys)),
  ]
}

const readTwin = ({ json }: RecordFiles): Twin => JSON.parse(Buffer.from(json).toString('utf8'))
const write = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

async function signAgain(payload: Payload, keyPem: string): Promise<Buffer> {
  const signature = await signDetached(writeCanonicalJson(payload as never), parseSealKey(keyPem))
  return write({ ...payload, signature })
}

/** JSON that one program reads as it was signed, and another differently. */
function forgeText(record: RecordFiles): Forgery[] {
  const text = Buffer.from(record.json).toString('utf8')
  const twin = readTwin(record)
  const lie = JSON.stringify({ ...twin.facts, thirdParty: { ...twin.facts.thirdParty, fullName: 'Else' } })
  const one = (name: string, json: string | Buffer): Forgery => ({
    name,
    pdf: record.pdf,
    json: Buffer.from(json),
    expected: /BAD {2}[\s\S]*(twice|JSON|encoded|UTF-8)/,
  })
  return [
    one('other facts in front of the signed ones', text.replace('{', `{"facts":${lie},`)),
    one('other facts under an escaped name', text.replace('{', `{"f\\u0061cts":${lie},`)),
    one(
      'a second name of the third party',
      text.replace('"thirdParty": {', '"thirdParty": { "fullName": "Else",'),
    ),
    one('a second signature in front', text.replace('{', `{"signature":{"protected":"","signature":""},`)),
    one('a name in escaped letters', text.replace('"sealed-record/4"', '"se\\u0061led-record/4"')),
    one('a number with a fraction', text.replace('"revision": 1', '"revision": 1.0')),
    one('a byte order mark', `\u{FEFF}${text}`),
    one('words behind the end', `${text}{}`),
    one('a comma too many', text.replace(/\n\}\n$/, ',\n}\n')),
    one(
      'letters that are no UTF-8',
      Buffer.concat([Buffer.from(text.slice(0, -3)), Buffer.from([0xff, 0x7d])]),
    ),
    one('the JSON cut off', text.slice(0, text.length / 2)),
  ]
}

async function forgeSignatures(record: RecordFiles, { service, forger }: Keys): Promise<Forgery[]> {
  const { signature, ...payload } = readTwin(record)
  const lied = structuredClone(payload)
  lied.facts.thirdParty.fullName = 'Somebody Else'
  const header = JSON.parse(Buffer.from(signature.protected, 'base64url').toString())
  const under = (change: object) => ({
    protected: Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url'),
    signature: signature.signature,
  })
  const one = (name: string, json: Buffer, expected: RegExp): Forgery => ({
    name,
    pdf: record.pdf,
    json,
    expected,
  })
  const notSigned = /BAD {2}the JSON is signed by/
  const forgersOwn = structuredClone(lied)
  forgersOwn.facts['sealCertificateSha256'] = parseSealKey(forger).certificateSha256
  const borrowed = await signDetached(writeCanonicalJson(lied as never), parseSealKey(forger))
  return [
    one('another name under the old signature', write({ ...lied, signature }), notSigned),
    one('no algorithm', write({ ...lied, signature: under({ alg: 'none' }) }), notSigned),
    one('the public key as a secret', write({ ...lied, signature: under({ alg: 'HS256' }) }), notSigned),
    one(
      'an extension that must be understood',
      write({ ...payload, signature: under({ crit: ['b64'], b64: false }) }),
      notSigned,
    ),
    one(
      'the forger’s signature under our certificate',
      write({ ...lied, signature: { ...borrowed, protected: signature.protected } }),
      notSigned,
    ),
    one(
      'signed by a forger of the same name',
      await signAgain(forgersOwn, forger),
      /BAD {2}the certificate that signed it is the one/,
    ),
    one(
      'a third member in the signature',
      write({ ...payload, signature: { ...signature, note: 'x' } }),
      notSigned,
    ),
    one(
      'a key that is named wrongly',
      await withHeader(payload, service, { kid: '0'.repeat(64) }),
      /BAD {2}it names the certificate/,
    ),
    one(
      'another certificate in the facts',
      await signAgain(
        { ...payload, facts: { ...payload.facts, sealCertificateSha256: '0'.repeat(64) } },
        service,
      ),
      /BAD {2}it names the certificate/,
    ),
    one(
      'a member beside the facts',
      await signAgain({ ...payload, remark: 'x' } as Payload, service),
      /BAD {2}the JSON has the parts of a record/,
    ),
    one('no certificate at all', write({ ...payload, signature: under({ x5c: [] }) }), /BAD {2}/),
    one(
      'drawn before there was a certificate',
      await signAgain(
        { ...payload, facts: { ...payload.facts, drawnAt: '2001-01-01T00:00:00.000Z' } },
        service,
      ),
      /BAD {2}the certificate was valid then/,
    ),
  ]
}

async function withHeader(payload: Payload, keyPem: string, change: object): Promise<Buffer> {
  const key = parseSealKey(keyPem)
  const renamed = { ...key, ...('kid' in change ? { certificateSha256: String(change.kid) } : {}) }
  return write({ ...payload, signature: await signDetached(writeCanonicalJson(payload as never), renamed) })
}

function mix(record: RecordFiles, other: RecordFiles, withdrawal: RecordFiles): Forgery[] {
  const expected = /BAD {2}it belongs to this PDF/
  return [
    { name: 'the JSON of another record', pdf: record.pdf, json: other.json, expected },
    { name: 'the PDF of another record', pdf: other.pdf, json: record.json, expected },
    { name: 'the JSON of the withdrawal', pdf: record.pdf, json: withdrawal.json, expected },
    { name: 'the PDF of the withdrawal', pdf: withdrawal.pdf, json: record.json, expected },
  ]
}

type SignedTexts = Record<'creator' | 'thirdParty', { title: string; ticked: string[] }>

/** Facts that contradict each other, signed with the service's key. */
async function forgeFacts(record: RecordFiles, { service }: Keys): Promise<Forgery[]> {
  const broken = /BAD {2}the audit trail is an unbroken chain/
  const changes: [string, RegExp, (facts: Payload['facts']) => void][] = [
    ['a row of the trail left out', broken, ({ auditTrail }) => auditTrail.splice(1, 1)],
    ['the first row left out', broken, ({ auditTrail }) => auditTrail.shift()],
    ['the last row left out', broken, ({ auditTrail }) => auditTrail.pop()],
    ['a row changed', broken, ({ auditTrail }) => Object.assign(auditTrail[1] ?? {}, { actor: 'unknown' })],
    [
      'a row twice',
      broken,
      ({ auditTrail }) => auditTrail.splice(1, 0, structuredClone(auditTrail[1] as Row)),
    ],
    [
      'two rows exchanged',
      broken,
      ({ auditTrail }) => auditTrail.splice(1, 2, auditTrail[2] as Row, auditTrail[1] as Row),
    ],
    ['no trail', broken, (facts) => Object.assign(facts, { auditTrail: [] })],
    [
      'rows said to be left out that are not',
      broken,
      (facts) => Object.assign(facts, { auditTrailLeftOut: 3 }),
    ],
    [
      'the trail of another verification',
      broken,
      (facts) => rehash(facts, { verificationId: '00000000-0000-4000-8000-000000000000' }),
    ],
    ['a trail that begins in the middle', broken, (facts) => rehash(facts, {}, 'f'.repeat(64))],
    [
      'an unknown format',
      /BAD {2}it is of a format/,
      (facts) => Object.assign(facts, { format: 'sealed-record/9' }),
    ],
    [
      'two answers about one fact',
      /BAD {2}it says how each fact is known/,
      (facts) => (facts['known'] as object[]).push({ ...(facts['known'] as object[])[0], step: 'wallet' }),
    ],
    [
      'another text than the one that was signed',
      /BAD {2}the text that the third party signed \(en\) has its hash/,
      ({ consent }) => Object.assign((consent as SignedTexts).thirdParty, { title: 'Contract' }),
    ],
    [
      'a statement that is not in the text',
      /BAD {2}what the creator ticked is in that text/,
      ({ consent }) => (consent as SignedTexts).creator.ticked.push('everything'),
    ],
    [
      'another language than the one that was signed',
      /BAD {2}it names the languages in which they signed/,
      (facts) => Object.assign(facts, { language: 'de' }),
    ],
    [
      'a document of no kind',
      /BAD {2}the JSON has the parts/,
      (facts) => Object.assign(facts, { document: 'certificate' }),
    ],
  ]
  return Promise.all(
    changes.map(async ([name, expected, change]) => {
      const { signature: _, ...payload } = readTwin(record)
      change(payload.facts)
      return { name, pdf: record.pdf, json: await signAgain(payload, service), expected }
    }),
  )
}

/** Recomputes a trail, as an attacker would after changing it. */
function rehash({ auditTrail }: Payload['facts'], change: Partial<Row>, start = '0'.repeat(64)): void {
  let previousHash = start
  for (const row of auditTrail) {
    Object.assign(row, change, { previousHash })
    const { hash: _, ...entry } = row
    row.hash = createHash('sha256')
      .update(writeCanonicalJson(entry as never))
      .digest('hex')
    previousHash = row.hash
  }
}

/**
 * False statements in the JSON about the timestamp in its PDF, signed with the service's key. `other` has its own
 * timestamp.
 */
export async function forgeTimestamps(
  { record, other }: { record: RecordFiles; other: RecordFiles },
  service: string,
): Promise<Forgery[]> {
  const stamp = readTwin(record).pdf['timestamp'] as Record<string, unknown>
  const others = readTwin(other).pdf['timestamp'] as Record<string, unknown>
  const same = /BAD {2}PDF and JSON have the same timestamp/
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['no timestamp where the seal has one', { state: 'none' }, /BAD {2}PDF and JSON agree/],
    ['another instant', { ...stamp, at: '2020-01-01T00:00:00.000Z' }, /BAD {2}it is of the instant/],
    ['the timestamp of another record', others, same],
    ['a timestamp without its token', { state: 'granted', at: stamp['at'] }, same],
  ]
  return Promise.all(
    cases.map(async ([name, timestamp, expected]) => {
      const { signature: _, ...payload } = readTwin(record)
      const json = await signAgain({ ...payload, pdf: { ...payload.pdf, timestamp } }, service)
      return { name, pdf: record.pdf, json, expected }
    }),
  )
}

/** PDFs that differ from the sealed ones, each with a JSON that describes it as needed. */
async function forgePdfs(
  record: RecordFiles,
  other: RecordFiles,
  { service, forger }: Keys,
): Promise<Forgery[]> {
  const { hexStart, hexLength } = sealPlace(record.pdf)
  const append = (text: string) => Buffer.concat([record.pdf, Buffer.from(text, 'latin1')])
  const change = (at: number, text: string) => {
    const bytes = new Uint8Array(record.pdf)
    bytes.set(Buffer.from(text, 'latin1'), at)
    return bytes
  }
  const readSeal = (pdf: Uint8Array) => {
    const place = sealPlace(pdf)
    return Buffer.from(pdf).toString('latin1', place.hexStart, place.hexStart + place.hexLength)
  }
  const makeFlawed = (flaw: SealFlaw) => reseal(record.pdf, service, flaw)
  const uncovered = /BAD {2}the seal does not cover the whole PDF/
  const wrong = /BAD {2}the seal covers the whole PDF and is right/
  const update =
    '\n99 0 obj\n<< /Type /Annot >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  const cases: [string, Uint8Array, RegExp][] = [
    ['a line behind the end', append('\n% more\n'), uncovered],
    ['an incremental update', append(update), uncovered],
    [
      'a second seal in an update',
      append(`\n/ByteRange [0 ${hexStart - 1} ${hexStart + hexLength + 1} 9] ${update}`),
      /BAD {2}the PDF has \d seals/,
    ],
    ['the end cut off', record.pdf.subarray(0, record.pdf.length - 40), uncovered],
    ['a letter on the page changed', change(Math.floor(hexStart / 2), 'X'), wrong],
    [
      'something hidden behind the seal',
      change(hexStart + hexLength - 8, 'deadbeef'),
      /BAD {2}something is hidden behind the seal/,
    ],
    [
      'words where the seal belongs',
      change(hexStart + hexLength - 8, 'overdraw'),
      /BAD {2}there is something else where the seal belongs/,
    ],
    ['the seal of another record', change(hexStart, readSeal(other.pdf)), wrong],
    [
      'no seal',
      Buffer.from(Buffer.from(record.pdf).toString('latin1').replace('/ByteRange', '/ByteRangx'), 'latin1'),
      /BAD {2}the PDF has 0 seals/,
    ],
    ['an empty seal', change(hexStart, '0'.repeat(hexLength)), /BAD {2}/],
    [
      'a seal of a forger with our name',
      reseal(record.pdf, forger),
      /BAD {2}the seal in the PDF is of the same certificate/,
    ],
    ['our certificate before a forger’s signature', makeFlawed({ signsWith: forger }), wrong],
    ['a seal that names another certificate', makeFlawed({ names: forger }), wrong],
    ['a seal over another content', makeFlawed({ digest: new Uint8Array(32) }), wrong],
    ['a seal that brings its own content', makeFlawed({ content: Buffer.from('harmless') }), wrong],
    ['a seal of another kind of content', makeFlawed({ contentType: '1.2.840.113549.1.9.16.1.4' }), wrong],
    ['a seal that names no certificate', makeFlawed({ leavesOut: 'signingCertificateV2' }), wrong],
    ['a seal without the digest', makeFlawed({ leavesOut: 'messageDigest' }), wrong],
    [
      'a seal with two digests',
      makeFlawed({ repeats: 'messageDigest' }),
      /BAD {2}an attribute of the seal appears twice/,
    ],
    ['a seal with two signers', makeFlawed({ signers: 2 }), /BAD {2}the seal has not exactly one signer/],
    ['a seal without a signer', makeFlawed({ signers: 0 }), /BAD {2}the seal has not exactly one signer/],
    ['a seal of open length', longWinded(record.pdf), /BAD {2}a length in the seal is not DER/],
  ]
  return Promise.all(
    cases.map(async ([name, pdf, expected]) => {
      const { signature: _, ...payload } = readTwin(record)
      const content = { sha256: createHash('sha256').update(pdf).digest('hex'), byteCount: pdf.byteLength }
      const json = await signAgain({ ...payload, pdf: { ...payload.pdf, ...content } }, service)
      return { name, pdf, json, expected }
    }),
  )
}
