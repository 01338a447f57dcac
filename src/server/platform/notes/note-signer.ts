import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import { computeKeyId, formatVerifierKey } from './verifier-key.ts'

/** Signs notes under one name, with Ed25519 as witnesses everywhere read it. The same text always gets the same line. */
export type NoteSigner = {
  readonly name: string
  /** What its signatures are checked with (`parseVerifierKey`). */
  readonly verifierKey: string
  /** The signature line of a text. */
  sign(text: string): string
}

/** The DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A signer whose key follows from the key of the seal (RFC 5869): there is no other secret to keep, and none to lose (decision 059).
 *
 * @param sealKey PEM, with an EC private key
 */
export function createNoteSigner({ sealKey, name }: { sealKey: string; name: string }): NoteSigner {
  const secret = createPrivateKey(sealKey).export({ format: 'jwk' }).d
  if (!secret) throw new Error('the key of the seal has no private part')
  const seed = hkdfSync(
    'sha256',
    Buffer.from(secret, 'base64url'),
    '',
    'key of the transparency log, Ed25519',
    32,
  )
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = computeKeyId(name, 'note', publicKey)
  return {
    name,
    verifierKey: formatVerifierKey(name, 'note', publicKey),
    sign(text) {
      const signature = sign(null, Buffer.from(text, 'utf8'), privateKey)
      return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}`
    },
  }
}
