import { sign } from 'node:crypto'
import {
  CoseKey,
  cborEncode,
  DataItem,
  Header,
  type ItemsRequest,
  ReaderAuth,
  type SessionTranscript,
  SignatureAlgorithm,
} from '@owf/mdoc'
import type { ReaderKey } from './reader-keys.ts'

/**
 * Signs one request for documents, for a DocRequest (ISO/IEC 18013-5, 9.1.4.4). The chain is in the headers that aren't
 * signed; a wallet trusts it for its issuer's sake.
 *
 * @param transcript of the session in which the request is sent; over the Digital Credentials API that of annex C
 */
export function signReaderAuth(
  itemsRequest: ItemsRequest,
  transcript: SessionTranscript,
  { privateKey, chain }: ReaderKey,
): Promise<ReaderAuth> {
  const [own, ...above] = chain.map(({ raw }) => new Uint8Array(raw))
  return ReaderAuth.create(
    {
      detachedPayload: encodeReaderAuthentication(itemsRequest, transcript),
      protectedHeaders: new Map([[Header.Algorithm, SignatureAlgorithm.ES256]]),
      // One certificate is a byte string, several are an array (RFC 9360, 2).
      unprotectedHeaders: new Map([[Header.X5Chain, above.length > 0 ? [own, ...above] : own]]),
      // The library hands it to `sign`, which has the key itself.
      signingKey: CoseKey.fromJwk({ ...chain[0].publicKey.export({ format: 'jwk' }) }),
      algorithm: SignatureAlgorithm.ES256,
    },
    {
      cose: {
        sign1: {
          sign: ({ toBeSigned }) =>
            new Uint8Array(sign('sha256', toBeSigned, { key: privateKey, dsaEncoding: 'ieee-p1363' })),
          verify: () => false,
        },
        mac0: { sign: () => new Uint8Array(), verify: () => false },
      },
    },
  )
}

/** ReaderAuthenticationBytes: what a reader signs, detached. The library doesn't export its own. */
export function encodeReaderAuthentication(
  itemsRequest: ItemsRequest,
  transcript: SessionTranscript,
): Uint8Array {
  const itemsRequestBytes = DataItem.fromData(itemsRequest.encodedStructure)
  return cborEncode(
    DataItem.fromData(['ReaderAuthentication', transcript.encodedStructure, itemsRequestBytes]),
  )
}
