import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ReaderKey } from './reader-keys.ts'
import type { DigitalCredentialRequest } from './wallets.ts'

/** OpenID4VP 1.0 in the Digital Credentials API, as a request signed with one key (A.3.2.1). */
export const openid4vpSignedProtocol = 'openid4vp-v1-signed'

/** The parts of a request that are the same unsigned: what is asked, the nonce, the key for the answer. */
type CommonPayload = Record<string, unknown>

/** The client identifier of a request with this key: the hash of its certificate (OpenID4VP 1.0, 5.9.3). */
export function toReaderClientId({ chain: [own] }: Pick<ReaderKey, 'chain'>): string {
  return `x509_hash:${createHash('sha256').update(own.raw).digest('base64url')}`
}

/**
 * A request for `navigator.credentials.get` that a wallet refuses at any other origin. The answer is bound to the
 * origin, as that to an unsigned request is.
 */
export async function makeSignedDcApiRequest(
  common: CommonPayload,
  key: ReaderKey,
  origin: string,
): Promise<DigitalCredentialRequest> {
  const request = await signRequest(
    { ...common, response_mode: 'dc_api.jwt', expected_origins: [origin] },
    key,
  )
  return { protocol: openid4vpSignedProtocol, data: { request } }
}

type PostedRequestOptions = {
  responseUri: string
  now: Date
  /** From the wallet's own fetch by POST; it refuses a request object without it (OpenID4VP 1.0, 5.10). */
  walletNonce?: string | undefined
}

/** The request object that a wallet fetches, whose answer it encrypts and posts to `responseUri`. */
export function makeRequestObject(
  common: CommonPayload,
  key: ReaderKey,
  { responseUri, now, walletNonce }: PostedRequestOptions,
): Promise<string> {
  return signRequest(
    {
      ...common,
      response_mode: 'direct_post.jwt',
      response_uri: responseUri,
      iat: Math.floor(now.getTime() / 1000),
      ...(walletNonce === undefined ? {} : { wallet_nonce: walletNonce }),
    },
    key,
  )
}

/** A JAR (RFC 9101) for a wallet whose own metadata isn't known (OpenID4VP 1.0, 5.8). */
function signRequest(payload: CommonPayload, key: ReaderKey): Promise<string> {
  return new SignJWT({ ...payload, client_id: toReaderClientId(key), aud: 'https://self-issued.me/v2' })
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'oauth-authz-req+jwt',
      x5c: key.chain.map(({ raw }) => raw.toString('base64')),
    })
    .sign(key.privateKey)
}
