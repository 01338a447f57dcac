import { createHash } from 'node:crypto'
import { cborEncode, SessionTranscript } from '@owf/mdoc'
import { mdocContext } from './mdoc-context.ts'
import { computeThumbprint } from './request-key.ts'
import type { AskedWallet } from './wallets.ts'

/** The hand-over of ISO/IEC TS 18013-7, Annex C, which the library does not have. */
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
 * What binds an answer over `org-iso-mdoc` to one request: its nonce and key, both inside `encodeEncryptionInfo`, and the page's origin.
 *
 * @param encryptionInfo base64url, exactly as it stood in the request
 */
export function makeAnnexCTranscript(encryptionInfo: string, origin: string): SessionTranscript {
  return new AnnexCTranscript(encryptionInfo, origin)
}

/** The same over the Digital Credentials API by OpenID4VP 1.0 (B.2.6.2). */
export function makeDcApiTranscript(
  { nonce, key }: Pick<AskedWallet, 'nonce' | 'key'>,
  origin: string,
): Promise<SessionTranscript> {
  return SessionTranscript.forOid4VpDcApi(
    { origin, nonce, jwkThumbprint: computeThumbprint(key) },
    mdocContext,
  )
}

/** The same where the wallet posts its answer (B.2.6.1): the address stands for the client as well. */
export function makePostedTranscript({
  nonce,
  key,
  responseUri,
}: Pick<AskedWallet, 'nonce' | 'key' | 'responseUri'>): Promise<SessionTranscript> {
  const clientId = toClientId(responseUri)
  return SessionTranscript.forOid4Vp(
    { clientId, nonce, jwkThumbprint: computeThumbprint(key), responseUri },
    mdocContext,
  )
}

/** The client identifier of a request that nobody signed: the place where its answer goes (OpenID4VP 1.0, 5.9.3). */
export function toClientId(responseUri: string): string {
  return `redirect_uri:${responseUri}`
}
