import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto'
import { CoseKey, cborEncode, Header, type MdocContext, SessionTranscript, type Sign1 } from '@owf/mdoc'
import { nameFields } from './issuers.ts'
import type { AskedWallet, RequestKey } from './wallets.ts'

/** The handover of ISO/IEC TS 18013-7, Annex C, which the library lacks. */
class AnnexCTranscript extends SessionTranscript {
  readonly #handover: ['dcapi', Uint8Array]

  constructor(encryptionInfo: string, origin: string) {
    super({} as SessionTranscript['decodedStructure'])
    const info = cborEncode([encryptionInfo, origin])
    this.#handover = ['dcapi', new Uint8Array(createHash('sha256').update(info).digest())]
  }

  override get encodedStructure(): [null, null, ['dcapi', Uint8Array]] {
    return [null, null, this.#handover]
  }
}

/**
 * The transcript that binds an answer over `org-iso-mdoc` to one request: its nonce and key, both inside
 * `encodeEncryptionInfo`, and the page's origin.
 *
 * @param encryptionInfo base64url, exactly as in the request
 */
export function makeAnnexCTranscript(encryptionInfo: string, origin: string): SessionTranscript {
  return new AnnexCTranscript(encryptionInfo, origin)
}

/** The transcript over the Digital Credentials API by OpenID4VP 1.0 (B.2.6.2). */
export function makeDcApiTranscript(
  { nonce, key }: Pick<AskedWallet, 'nonce' | 'key'>,
  origin: string,
): Promise<SessionTranscript> {
  return SessionTranscript.forOid4VpDcApi(
    { origin, nonce, jwkThumbprint: computeThumbprint(key) },
    mdocContext,
  )
}

/**
 * The transcript when the wallet posts its answer (B.2.6.1).
 *
 * @param clientId of a signed request; otherwise it is derived from the address
 * @param isClear whether the answer isn't encrypted, and so not bound to the key
 */
export function makePostedTranscript(
  { nonce, key, responseUri }: Pick<AskedWallet, 'nonce' | 'key' | 'responseUri'>,
  { clientId = toClientId(responseUri), isClear = false }: { clientId?: string; isClear?: boolean } = {},
): Promise<SessionTranscript> {
  const bound = isClear ? {} : { jwkThumbprint: computeThumbprint(key) }
  return SessionTranscript.forOid4Vp({ clientId, nonce, responseUri, ...bound }, mdocContext)
}

/** The client identifier of an unsigned request, derived from the address of its answer (OpenID4VP 1.0, 5.9.3). */
export function toClientId(responseUri: string): string {
  return `redirect_uri:${responseUri}`
}

/** The algorithms of ISO/IEC 18013-5, 9.1.2.4, each with its only curve and hash. */
const algorithms = new Map<unknown, { curve: string; hash: string }>([
  [-7, { curve: 'prime256v1', hash: 'sha256' }],
  [-35, { curve: 'secp384r1', hash: 'sha384' }],
  [-36, { curve: 'secp521r1', hash: 'sha512' }],
])

/**
 * The functions that the mdoc library requires from its caller: hashes, signatures and certificates, all from Node. For
 * verification only; MACs aren't accepted.
 */
export const mdocContext: MdocContext = {
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '')).update(bytes).digest()),
    calculateEphemeralMacKey: () => throwUnsupported('MACs are not taken'),
  },
  cose: {
    sign1: {
      sign: () => throwUnsupported('nothing is signed here'),
      verify: ({ key, sign1 }) => isSignedBy(sign1, toPublicKey(key)),
    },
    mac0: {
      sign: () => throwUnsupported('MACs are not taken'),
      verify: () => false,
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      nameFields(new X509Certificate(certificate), 'issuer', field),
    getPublicKey: ({ certificate }) => toCoseKey(new X509Certificate(certificate).publicKey),
    verifyCertificateChain: () => throwUnsupported('the chain is verified by issuers.ts'),
    getCertificateData: ({ certificate }) => describeCertificate(new X509Certificate(certificate)),
  },
}

/** The library writes the names of the larger curves in small letters, unlike RFC 7518, 6.2.1.1. */
function toCoseKey(key: KeyObject): CoseKey {
  const { crv, ...jwk } = key.export({ format: 'jwk' })
  return CoseKey.fromJwk({ ...jwk, crv: crv === 'P-256' ? crv : crv?.toLowerCase() })
}

function toPublicKey({ jwk: { kty, crv, x, y } }: CoseKey): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty, crv: String(crv).toUpperCase(), x, y } as JsonWebKey })
}

/** Whether a key made this signature, with the algorithm named in the signed headers. */
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

function throwUnsupported(why: string): never {
  throw new Error(why)
}

/** The public part of a request's key, in the format of the request (OpenID4VP 1.0, 8.3). */
type PublicRequestKey = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  use: 'enc'
  alg: 'ECDH-ES'
  kid: string
}

export function makeRequestKey(): RequestKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { kty: 'EC', crv: 'P-256', x, y, d }
}

export function toPublicRequestKey({ kty, crv, x, y }: RequestKey): PublicRequestKey {
  return { kty, crv, x, y, use: 'enc', alg: 'ECDH-ES', kid: '1' }
}

/** The SHA-256 thumbprint of the public key (RFC 7638): its required members in alphabetical order. */
export function computeThumbprint({
  crv,
  kty,
  x,
  y,
}: Pick<RequestKey, 'crv' | 'kty' | 'x' | 'y'>): Uint8Array {
  return new Uint8Array(createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest())
}
