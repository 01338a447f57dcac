import { sign, verify, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { hashHex } from '../../hash-hex.ts'
import type { SealKey } from './seal-key.ts'

/** A JWS (RFC 7515) whose payload travels beside it (Appendix F): both parts in base64url. */
export type DetachedJws = { protected: string; signature: string }

const signAsync = promisify(sign)

/** Signs a text with the seal's key, ES256. The header carries the certificate (x5c), so that one file is enough to check it. */
export async function signDetached(text: string, key: SealKey): Promise<DetachedJws> {
  const header = toBase64url(
    JSON.stringify({
      alg: 'ES256',
      kid: key.certificateSha256,
      x5c: key.certificates.map((der) => Buffer.from(der).toString('base64')),
    }),
  )
  const signature = await signAsync('sha256', Buffer.from(`${header}.${toBase64url(text)}`, 'ascii'), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return { protected: header, signature: signature.toString('base64url') }
}

function toBase64url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}

/**
 * The certificate, hex SHA-256, whose key signed a text: the one that the header carries. Null when the signature does not fit it. Whether that
 * certificate is anybody's is for the caller to say.
 */
export function findSigner(text: string, jws: DetachedJws): string | null {
  try {
    const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString('utf8'))
    const certificate = new X509Certificate(Buffer.from(header.x5c[0], 'base64'))
    const isSigned =
      header.alg === 'ES256' &&
      verify(
        'sha256',
        Buffer.from(`${jws.protected}.${toBase64url(text)}`, 'ascii'),
        { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(jws.signature, 'base64url'),
      )
    return isSigned ? hashHex(certificate.raw) : null
  } catch {
    return null
  }
}
