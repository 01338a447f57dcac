import {
  createHash,
  createPublicKey,
  type KeyObject,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto'
import { CoseKey, Header, type MdocContext, type Sign1 } from '@owf/mdoc'
import { nameFields } from './certificate-profile.ts'

/** The algorithms of ISO/IEC 18013-5, 9.1.2.4, each with the one curve and hash that go with it. */
const algorithms = new Map<unknown, { curve: string; hash: string }>([
  [-7, { curve: 'prime256v1', hash: 'sha256' }],
  [-35, { curve: 'secp384r1', hash: 'sha384' }],
  [-36, { curve: 'secp521r1', hash: 'sha512' }],
])

/** What the mdoc library does not bring: hashes, signatures and certificates, all of Node. It verifies only; MACs are not taken. */
export const mdocContext: MdocContext = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '')).update(bytes).digest()),
    calculateEphemeralMacKey: () => refuseToDo('MACs are not taken'),
  },
  cose: {
    sign1: {
      sign: () => refuseToDo('nothing is signed here'),
      verify: ({ key, sign1 }) => isSignedBy(sign1, createPublicKey({ format: 'jwk', key: key.jwk })),
    },
    mac0: {
      sign: () => refuseToDo('MACs are not taken'),
      verify: () => false,
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      nameFields(new X509Certificate(certificate), 'issuer', field),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: () => refuseToDo('the chain is verified by find-signer.ts'),
    getCertificateData: ({ certificate }) => describeCertificate(new X509Certificate(certificate)),
  },
}

/** Whether a key signed it, by the algorithm that stands among what is signed. */
function isSignedBy(sign1: Sign1, key: KeyObject): boolean {
  const algorithm = algorithms.get(sign1.protectedHeaders.headers.get(Header.Algorithm))
  if (!algorithm || key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false
  return verify(algorithm.hash, sign1.toBeSigned, { key, dsaEncoding: 'ieee-p1363' }, sign1.signature)
}

function describeCertificate(certificate: X509Certificate) {
  return {
    issuerName: certificate.issuer,
    subjectName: certificate.subject,
    serialNumber: certificate.serialNumber,
    thumbprint: certificate.fingerprint256,
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
    pem: certificate.toString(),
  }
}

function refuseToDo(why: string): never {
  throw new Error(why)
}
