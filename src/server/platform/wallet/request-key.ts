import { createHash, generateKeyPairSync } from 'node:crypto'
import type { RequestKey } from './wallets.ts'

/** The public part of a request's key, as it stands in the request (OpenID4VP 1.0, 8.3). */
export type PublicRequestKey = {
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
