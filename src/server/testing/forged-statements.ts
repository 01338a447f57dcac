import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BitString,
  Boolean as BooleanValue,
  Constructed,
  Enumerated,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from 'asn1js'
import { Certificate } from 'pkijs'
import { toExactBuffer } from '../platform/pdf/sealing/seal-key.ts'

export type Signer = { certificate: Certificate; key: KeyObject }

/** The content of a statement about a certificate; by default that it was good, in the hour around now. */
export type Statement = {
  of: Certificate
  issuer: Certificate
  /** Null: it was good. */
  revoked?: { at: Date; reason?: number; invalidSince?: Date } | null
  from?: Date
  /** Null: it doesn't state until when it is valid. */
  until?: Date | null
  /** Critical extensions of the whole statement, by their identifier. */
  critical?: Record<string, Value>
  /** Critical extensions of the entry or the single response. */
  criticalInEntry?: Record<string, Value>
}
type Value = Sequence | Integer | OctetString | Enumerated | GeneralizedTime

const oid = {
  sha1: '1.3.14.3.2.26',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  reason: '2.5.29.21',
  invalidityDate: '2.5.29.24',
} as const

const hourMs = 60 * 60_000
const around = (ms: number) => new Date(Math.floor((Date.now() + ms) / 1000) * 1000)

export async function signerIn(folder: string, name: string): Promise<Signer> {
  const [certificate, key] = await Promise.all(
    ['pem', 'key'].map((ending) => readFile(join(folder, `${name}.${ending}`), 'utf8')),
  )
  const [, base64 = ''] = /-----BEGIN CERTIFICATE-----([^-]+)/.exec(certificate ?? '') ?? []
  return {
    certificate: Certificate.fromBER(toExactBuffer(Buffer.from(base64, 'base64'))),
    key: createPrivateKey(key ?? ''),
  }
}

/** A signed OCSP answer (RFC 6960, 4.2), with its signer's certificate in it. */
export function ocspAnswer(
  signer: Signer,
  statement: Statement & { producedAt?: Date },
  ...others: Statement[]
): Uint8Array {
  const { from = around(-hourMs), producedAt = from } = statement
  const whole = extensions(statement.critical)
  const data = sequence(
    makeTagged(1, signer.certificate.subject.toSchema()),
    time(producedAt),
    sequence(...[statement, ...others].map(makeSingle)),
    ...(whole ? [makeTagged(1, whole)] : []),
  )
  const basic = signData(signer, data, [makeTagged(0, sequence(signer.certificate.toSchema()))])
  const response = sequence(
    new Enumerated({ value: 0 }),
    makeTagged(0, sequence(identifier(oid.basicResponse), octets(basic))),
  )
  return new Uint8Array(response.toBER())
}

function makeSingle(statement: Statement): Sequence {
  const { of, issuer, revoked = null, from = around(-hourMs) } = statement
  const until = statement.until === undefined ? around(hourMs) : statement.until
  const key = createHash('sha1').update(issuer.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
  const name = createHash('sha1').update(new Uint8Array(issuer.subject.toSchema().toBER()))
  const id = sequence(
    sequence(identifier(oid.sha1), new Null()),
    octets(name.digest()),
    octets(key.digest()),
    of.serialNumber,
  )
  const reason =
    revoked?.reason === undefined ? [] : [makeTagged(0, new Enumerated({ value: revoked.reason }))]
  const status = revoked
    ? makeTagged(1, time(revoked.at), ...reason)
    : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })
  const inEntry = extensions(statement.criticalInEntry, {
    ...(revoked?.invalidSince ? { [oid.invalidityDate]: time(revoked.invalidSince) } : {}),
  })
  return sequence(
    id,
    status,
    time(from),
    ...(until ? [makeTagged(0, time(until))] : []),
    ...(inEntry ? [makeTagged(1, inEntry)] : []),
  )
}

/** A signed list of revoked certificates (RFC 5280, 5). */
export function revocationList(signer: Signer, statement: Statement): Uint8Array {
  const { of, revoked = null, from = around(-hourMs) } = statement
  const until = statement.until === undefined ? around(hourMs) : statement.until
  const inEntry = extensions(statement.criticalInEntry, {
    ...(revoked?.reason === undefined ? {} : { [oid.reason]: new Enumerated({ value: revoked.reason }) }),
    ...(revoked?.invalidSince ? { [oid.invalidityDate]: time(revoked.invalidSince) } : {}),
  })
  // Where this certificate isn't listed, another one is.
  const serial = revoked ? of.serialNumber : new Integer({ value: 4711 })
  const entry = sequence(serial, time(revoked?.at ?? from), ...(inEntry ? [inEntry] : []))
  const whole = extensions(statement.critical)
  const list = sequence(
    new Integer({ value: 1 }),
    sequence(identifier(oid.ecdsaWithSha256)),
    statement.issuer.subject.toSchema(),
    time(from),
    ...(until ? [time(until)] : []),
    sequence(entry),
    ...(whole ? [makeTagged(0, whole)] : []),
  )
  return signData(signer, list, [])
}

export type TimestampContent = {
  at: Date
  hash?: 'sha256' | 'sha512'
  /** The time in its own notation, if that differs. */
  written?: string
  critical?: Record<string, Value>
}

/** The content of a timestamp token (RFC 3161, 2.4.2) over some bytes. */
export function timestampInfo(
  data: Uint8Array,
  { at, hash = 'sha256', written, critical }: TimestampContent,
): Uint8Array {
  const hashIdentifier = { sha256: '2.16.840.1.101.3.4.2.1', sha512: '2.16.840.1.101.3.4.2.3' }[hash]
  const info = sequence(
    new Integer({ value: 1 }),
    identifier('1.2.3.4.1'),
    sequence(sequence(identifier(hashIdentifier)), octets(createHash(hash).update(data).digest())),
    new Integer({ value: 7 }),
    written ? timeWritten(written) : time(at),
    ...(critical ? [makeTagged(1, ...(extensions(critical)?.valueBlock.value ?? []))] : []),
  )
  return new Uint8Array(info.toBER())
}

function signData({ key }: Signer, content: Sequence, behind: Constructed[]): Uint8Array {
  const signature = sign('sha256', new Uint8Array(content.toBER()), key)
  const value = sequence(
    content,
    sequence(identifier(oid.ecdsaWithSha256)),
    new BitString({ valueHex: toExactBuffer(signature) }),
    ...behind,
  )
  return new Uint8Array(value.toBER())
}

function extensions(critical: Record<string, Value> = {}, plain: Record<string, Value> = {}) {
  const all = [...Object.entries(critical), ...Object.entries(plain)].map(([id, value]) =>
    sequence(
      identifier(id),
      ...(id in critical ? [new BooleanValue({ value: true })] : []),
      octets(new Uint8Array(value.toBER())),
    ),
  )
  return all.length > 0 ? sequence(...all) : null
}

type Part = ConstructorParameters<typeof Sequence>[0] extends infer P
  ? NonNullable<NonNullable<P> extends { value?: infer V } ? V : never> extends (infer E)[]
    ? E
    : never
  : never

const sequence = (...value: Part[]) => new Sequence({ value })
const makeTagged = (tagNumber: number, ...value: Part[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
const identifier = (value: string) => new ObjectIdentifier({ value })
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: toExactBuffer(bytes) })
const timeWritten = (text: string) =>
  new Primitive({ idBlock: { tagClass: 1, tagNumber: 24 }, valueHex: toExactBuffer(Buffer.from(text)) })
const time = (valueDate: Date) => new GeneralizedTime({ valueDate })
