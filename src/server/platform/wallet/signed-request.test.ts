import { createHash, X509Certificate } from 'node:crypto'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { toReaderKey } from '../../../../simulators/wallet/reader-certificates.ts'
import type { ReaderKey } from './reader-keys.ts'
import { makeRequestKey, toPublicRequestKey } from './session-transcript.ts'
import { makeRequestObject, makeSignedDcApiRequest, toReaderClientId } from './signed-request.ts'

/**
 * OpenID4VP 1.0, 1.0/examples/digital_credentials_api/signed_request_payload_compact.json, and the payload of a request
 * object in 5.10 of 1.0/openid-4-verifiable-presentations-1_0.md; both openid/OpenID4VP at commit 46f6965b. Their
 * `dcql_query` is left out there.
 */
const published = {
  dcApi: {
    expected_origins: ['https://origin1.example.com', 'https://origin2.example.com'],
    client_id: 'x509_san_dns:rp.example.com',
    client_metadata: {
      jwks: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
            y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
            kid: '1',
          },
        ],
      },
    },
    response_type: 'vp_token',
    response_mode: 'dc_api',
    nonce: 'n-0S6_WzA2Mj',
    dcql_query: {},
  },
  posted: {
    client_id: 'x509_san_dns:client.example.org',
    response_uri: 'https://client.example.org/post',
    response_type: 'vp_token',
    response_mode: 'direct_post',
    dcql_query: {},
    nonce: 'n-0S6_WzA2Mj',
    wallet_nonce: 'qPmxiNFCR3QTm19POc8u',
    state: 'eyJhb...6-sVA',
  },
}

/** ISO/IEC 18013-5, annex D (see reader-auth.test.ts), and its SHA-256 as OpenSSL and basenc write it. */
const annexD = {
  certificate:
    '308201b330820158a00302010202147552715f6add323d4934a1ba175dc945755d8b50300a06082a8648ce3d04030230163114301206035504030c0b72656164657220726f6f74301e170d3230313030313030303030305a170d3233313233313030303030305a3011310f300d06035504030c067265616465723059301306072a8648ce3d020106082a8648ce3d03010703420004f8912ee0f912b6be683ba2fa0121b2630e601b2b628dff3b44f6394eaa9abdbcc2149d29d6ff1a3e091135177e5c3d9c57f3bf839761eed02c64dd82ae1d3bbfa38188308185301c0603551d1f041530133011a00fa00d820b6578616d706c652e636f6d301d0603551d0e04160414f2dfc4acafc5f30b464fada20bfcd533af5e07f5301f0603551d23041830168014cfb7a881baea5f32b6fb91cc29590c50dfac416e300e0603551d0f0101ff04040302078030150603551d250101ff040b3009060728818c5d050106300a06082a8648ce3d0403020349003046022100fb9ea3b686fd7ea2f0234858ff8328b4efef6a1ef71ec4aae4e307206f9214930221009b94f0d739dfa84cca29efed529dd4838acfd8b6bee212dc6320c46feb839a35',
  sha256: 'Rq_F0I4AG0IqtXRjoN2d-rvY_Eukyl_H0sDAjxXeOqw',
}

const origin = 'https://assent.example'
const responseUri = 'https://assent.example/api/wallet-sessions/x/response'
const now = new Date('2026-03-11T12:00:00.900Z')
const common = {
  response_type: 'vp_token',
  nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  dcql_query: {
    credentials: [
      {
        id: 'age',
        format: 'mso_mdoc',
        meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
        claims: [{ path: ['org.iso.18013.5.1', 'age_over_18'], intent_to_retain: false }],
      },
    ],
  },
  client_metadata: {
    jwks: { keys: [toPublicRequestKey(makeRequestKey())] },
    vp_formats_supported: { mso_mdoc: {} },
  },
}

let key: ReaderKey
let other: ReaderKey
beforeAll(async () => {
  ;[key, other] = await Promise.all([toReaderKey(), toReaderKey()])
})

async function makeDcApi(by = key, payload: Record<string, unknown> = common): Promise<string> {
  const { protocol, data } = await makeSignedDcApiRequest(payload, by, origin)
  expect([protocol, Object.keys(data)]).toEqual(['openid4vp-v1-signed', ['request']])
  return data['request'] as string
}
const makePosted = (walletNonce?: string) => makeRequestObject(common, key, { responseUri, now, walletNonce })

/** A wallet of another library, which verifies request objects with the first certificate of their header. */
function createWallet(fetched = '') {
  return new Openid4vpClient({
    callbacks: {
      fetch: async () => new Response(fetched),
      hash: (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()),
      getX509CertificateMetadata: () => ({ sanDnsNames: [], sanUriNames: [] }),
      async verifyJwt(signer: { method: string; x5c?: string[] }, { compact }: { compact: string }) {
        const own = new X509Certificate(Buffer.from(signer.x5c?.[0] ?? '', 'base64'))
        const verified = await jwtVerify(compact, own.publicKey, { algorithms: ['ES256'] }).then(
          () => true,
          () => false,
        )
        const signerJwk = own.publicKey.export({ format: 'jwk' })
        return verified ? { verified, signerJwk } : { verified }
      },
    } as never,
  })
}

const readDcApi = (request: string, at = origin) =>
  createWallet().resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: { request },
    origin: at,
  })

const readPosted = (fetched: string, expectedNonce?: string) =>
  createWallet(fetched).resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: {
      client_id: toReaderClientId(key),
      request_uri: 'https://assent.example/api/wallet-sessions/x/request',
    },
    ...(expectedNonce ? { wallet: { expectedNonce } } : {}),
  })

/** A request object whose payload was changed after it was signed. */
function change(jwt: string, changes: JWTPayload): string {
  const [header, , signature] = jwt.split('.')
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(jwt), ...changes })).toString('base64url')
  return [header, payload, signature].join('.')
}

describe('a signed request', () => {
  it('names its client by the hash of the certificate (WALLET-11)', () => {
    const certificate = new X509Certificate(Buffer.from(annexD.certificate, 'hex'))
    expect(toReaderClientId({ chain: [certificate] })).toBe(`x509_hash:${annexD.sha256}`)
  })

  it('has the header of RFC 9101 and the chain without its root (WALLET-16)', async () => {
    for (const jwt of [await makeDcApi(), await makePosted()]) {
      expect(decodeProtectedHeader(jwt)).toEqual({
        alg: 'ES256',
        typ: 'oauth-authz-req+jwt',
        x5c: key.chain.map(({ raw }) => raw.toString('base64')),
      })
    }
  })

  it('has the claims of the published examples of OpenID4VP 1.0, and an audience (WALLET-11)', async () => {
    const dcApi = decodeJwt(await makeDcApi())
    expect(Object.keys(dcApi).sort()).toEqual([...Object.keys(published.dcApi), 'aud'].sort())
    // No `state`, which an encrypted answer doesn't need; `iat` as in RFC 9101.
    const { state: _, ...posted } = { ...published.posted, client_metadata: {}, aud: '', iat: 0 }
    expect(Object.keys(decodeJwt(await makePosted('n'))).sort()).toEqual(Object.keys(posted).sort())
  })

  it('over the browser is for its own origin, encrypted, and says what an unsigned one says (WALLET-16)', async () => {
    expect(decodeJwt(await makeDcApi())).toEqual({
      ...common,
      client_id: toReaderClientId(key),
      aud: 'https://self-issued.me/v2',
      response_mode: 'dc_api.jwt',
      expected_origins: [origin],
    })
  })

  it('by reference is answered encrypted to its address, and repeats the nonce of the wallet (WALLET-16)', async () => {
    const posted = {
      ...common,
      client_id: toReaderClientId(key),
      aud: 'https://self-issued.me/v2',
      response_mode: 'direct_post.jwt',
      response_uri: responseUri,
      iat: 1_773_230_400,
    }
    expect(decodeJwt(await makePosted())).toEqual(posted)
    expect(decodeJwt(await makePosted('a nonce'))).toEqual({ ...posted, wallet_nonce: 'a nonce' })
  })

  it('keeps its own parameters if others come with the common ones', async () => {
    const payload = { ...common, client_id: 'x', aud: 'x', response_mode: 'dc_api', expected_origins: ['x'] }
    expect(decodeJwt(await makeDcApi(key, payload))).toEqual(decodeJwt(await makeDcApi()))
  })
})

describe('a wallet of another library', () => {
  it('reads both requests (WALLET-16)', async () => {
    const dcApi = await readDcApi(await makeDcApi())
    const posted = await readPosted(await makePosted('a nonce'), 'a nonce')
    for (const { client, dcql } of [dcApi, posted]) {
      expect([client.prefix, client.effective]).toEqual(['x509_hash', toReaderClientId(key)])
      expect(dcql?.query).toMatchObject(common.dcql_query)
    }
  })

  it('refuses a request at another origin, with another origin in it, or with none (WALLET-16)', async () => {
    const jwt = await makeDcApi()
    await expect(readDcApi(jwt, 'https://other.example')).rejects.toThrow('expected_origins')
    const changed = change(jwt, { expected_origins: ['https://other.example'] })
    await expect(readDcApi(changed, 'https://other.example')).rejects.toThrow('verification of jwt')
    await expect(readDcApi(change(jwt, { expected_origins: undefined }))).rejects.toThrow(
      'verification of jwt',
    )
  })

  it('refuses a request for the client of another key, or without its own nonce (WALLET-16)', async () => {
    // Another key signs in the name of this one.
    const foreign = await makeDcApi({ ...other, chain: key.chain })
    await expect(readDcApi(foreign)).rejects.toThrow('verification of jwt')
    await expect(readPosted(await makeRequestObject(common, other, { responseUri, now }))).rejects.toThrow(
      'client_id',
    )
    for (const nonce of [undefined, 'another nonce'])
      await expect(readPosted(await makePosted(nonce), 'a nonce')).rejects.toThrow('wallet_nonce')
  })
})
