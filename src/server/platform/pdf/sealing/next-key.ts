import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Utf8String } from 'asn1js'
import { AttributeTypeAndValue, CertificationRequest } from 'pkijs'
import { writeCanonicalJson } from '../../../../domain/canonical-json.ts'
import {
  type DetachedJws,
  findSigner,
  makeKeyPair,
  makeSealKey,
  parseSealKey,
  type SealKey,
  type Succession,
  signDetached,
  toPem,
  writePrivateKeyPem,
  writeSuccessionPem,
} from './seal-key.ts'

/** Makes the next key, with its own certificate, signed by the current key. Returns the contents of its file. */
export async function makeNextKey(current: string, commonName: string, now: Date): Promise<string> {
  return withSuccession(current, await makeSealKey(commonName, now), now)
}

/**
 * The parts of a subject, under the names that authorities use. Authorities choose the string type, such as
 * PrintableString.
 */
const subjectOids: Record<string, string> = {
  CN: '2.5.4.3',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  organizationIdentifier: '2.5.4.97',
}

/** A new private key and its certificate request (PKCS #10) for an authority, both PEM. */
export async function makeRequest(subject: string): Promise<{ privateKey: string; request: string }> {
  const { privateKey, publicKey } = await makeKeyPair()
  const request = new CertificationRequest()
  for (const part of subject.split('/').filter((each) => each !== '')) {
    const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(part) ?? []
    const type = subjectOids[name]
    if (!type) throw new Error(`a subject is like /CN=Assent record seal/O=Example Ltd/C=GB, and not ${part}`)
    request.subject.typesAndValues.push(new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }))
  }
  if (request.subject.typesAndValues.length === 0) throw new Error('a subject is like /CN=Assent record seal')
  await request.subjectPublicKeyInfo.importKey(publicKey)
  request.attributes = []
  await request.sign(privateKey, 'SHA-256')
  return {
    privateKey: await writePrivateKeyPem(privateKey),
    request: toPem('CERTIFICATE REQUEST', new Uint8Array(request.toSchema().toBER())),
  }
}

/**
 * Joins the private key of a request, the certificate that an authority issued for it, and the certificates above it,
 * in any order. The current key signs the succession. Returns the contents of the next key's file.
 * @throws Error with a message for the operator when key and certificate don't match, or the certificates form no chain
 */
export async function joinCertificate(
  current: string,
  parts: { privateKey: string; certificates: string },
  now: Date,
): Promise<string> {
  const given = (
    parts.certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  ).map((each) => new X509Certificate(each))
  const key = createPrivateKey(parts.privateKey)
  const own = given.find((certificate) => certificate.checkPrivateKey(key))
  if (!own) throw new Error('none of the certificates belongs to the key of the request')
  const chain = [own]
  for (let last = own; ; ) {
    const issuer = given.find((each) => !chain.includes(each) && last.checkIssued(each))
    if (!issuer) break
    chain.push(issuer)
    last = issuer
  }
  if (chain.length < given.length) throw new Error('one of the certificates vouches for none of the others')
  return withSuccession(current, parts.privateKey + chain.join(''), now)
}

async function withSuccession(current: string, next: string, now: Date): Promise<string> {
  const succession = await signSuccession(parseSealKey(current), parseSealKey(next), now)
  return `${next}${writeSuccessionPem(succession)}`
}

/** Signs with both keys that one follows the other. */
async function signSuccession(former: SealKey, next: SealKey, at: Date): Promise<Succession> {
  const statement = {
    document: 'seal-key-succession' as const,
    at: at.toISOString(),
    certificateSha256: next.certificateSha256,
    predecessorSha256: former.certificateSha256,
  }
  const text = writeCanonicalJson(statement)
  const [predecessor, successor]: [DetachedJws, DetachedJws] = await Promise.all([
    signDetached(text, former),
    signDetached(text, next),
  ])
  return { ...statement, signatures: { predecessor, successor } }
}

export function isSigned({ signatures, ...statement }: Succession): boolean {
  const text = writeCanonicalJson(statement)
  return (
    findSigner(text, signatures.predecessor) === statement.predecessorSha256 &&
    findSigner(text, signatures.successor) === statement.certificateSha256
  )
}
