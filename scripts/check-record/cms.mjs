// CMS: RFC 5652, 5035
import crypto from 'node:crypto'
import { atMost, digest, most, verifies } from './bounds.mjs'
import { bareKeys, readFields, signatureDigests } from './certificates.mjs'
import { digestNames, oid, onlyDer, parts, readAlgorithm, readOid } from './der.mjs'
import { Fault, say } from './say.mjs'

/** Parses a CMS SignedData with one signer: data, certificates, revocation data, and attributes by identifier. */
export function signedDataIn(buffer) {
  const [type, content] = parts(onlyDer(buffer))
  if (readOid(type) !== oid.signedData || content?.tag !== 0xa0)
    throw new Fault(say`the seal is not SignedData`)
  const [, , encapsulated, ...others] = parts(onlyDer(content.contents))
  const [contentType, eContent] = parts(encapsulated)
  const signers = others.pop()
  const [certificates, crls] = [0xa0, 0xa1].map((tag) => others.find((each) => each.tag === tag))
  if (signers?.tag !== 0x31 || others.length !== [certificates, crls].filter(Boolean).length)
    throw new Fault(say`the seal has something that no seal has`)
  if (parts(signers).length !== 1) throw new Fault(say`the seal has not exactly one signer`)
  const [, signerId, digestAlgorithm, signedAttributes, signatureAlgorithm, signature, unsigned, more] =
    parts(parts(signers)[0])
  if (signedAttributes.tag !== 0xa0 || signature?.tag !== 0x04 || more || (unsigned && unsigned.tag !== 0xa1))
    throw new Fault(say`the seal signs no attributes`)
  const [issuer, serial] = parts(signerId)
  const given = certificates ? parts(certificates) : []
  atMost(given.length, most.certificates, say`there are too many certificates`)
  const candidates = given.map(({ whole }) => new crypto.X509Certificate(whole))
  const octets = eContent ? onlyDer(eContent.contents) : null
  if (octets && octets.tag !== 0x04)
    throw new Fault(say`there is something else where the content of a seal belongs`)
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
    // The signed bytes are a SET OF, not the [0] of the structure (RFC 5652, 5.4).
    signedBytes: Buffer.concat([Buffer.from([0x31]), signedAttributes.whole.subarray(1)]),
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    signature: signature.contents,
    unsigned: unsigned ? attributesIn(unsigned) : new Map(),
  }
  return { ...cms, hasLists: Boolean(crls), statements: statementsIn(cms, crls) }
}

/** Attributes by identifier, each with exactly one value. */
function attributesIn(set) {
  const found = new Map()
  for (const attribute of parts(set)) {
    const [type, values] = parts(attribute)
    const [value, another] = parts(values)
    if (found.has(readOid(type)) || another) throw new Fault(say`an attribute of the seal appears twice`)
    found.set(readOid(type), value)
  }
  return found
}

/**
 * The revocation lists and OCSP answers of a CMS: beside its certificates (RFC 5652, 10.2.1; RFC 5940) and in two
 * attributes.
 */
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

/** Whether the attributes refer to this content and this certificate, and the certificate's key signed them. */
export function isSealedBy(cms, certificate, content) {
  const named = cms.signed.get(oid.signingCertificateV2) ?? cms.signed.get(oid.signingCertificate)
  if (!named || !cms.digest || !certificate) return false
  // ESSCertID contains a SHA-1; ESSCertIDv2 contains a SHA-256, unless it states another algorithm first.
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
