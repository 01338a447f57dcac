import { createHash, createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactEncrypt, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getBinding, readSignedRequest } from '../../../../simulators/wallet/answer-request.ts'
import {
  issueElsewhere,
  type OtherCredential,
  presentElsewhere,
} from '../../../../simulators/wallet/other-wallet.ts'
import { makeReaderChain, writeKeyPem } from '../../../../simulators/wallet/reader-certificates.ts'
import { type CredentialType, credentialTypes } from '../../../domain/wallet.ts'
import { askWallet } from '../../testing/ask-wallet.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createWallets, loadReaderKeys } from './index.ts'
import { openid4vpSignedProtocol } from './signed-request.ts'
import type { AskedWallet, Wallets } from './wallets.ts'

/**
 * The OpenID Foundation's conditions for verifiers under HAIP 1.0, by their names, in our own words:
 * openid-certification/conformance-suite at commit 12f2a4da, src/main/java/net/openid/conformance/vp1finalverifier
 * (VP1FinalVerifierTestPlanHaip, AbstractVP1FinalVerifierTest, VP1FinalVerifierHappyFlow) and the classes that they call
 * in condition/as, condition/client and condition/common, for mso_mdoc, x509_hash, request_uri_signed and
 * direct_post.jwt. Those of the endpoints are in src/server/wallets/haip-verifier.test.ts. The plan has none for the
 * browser's API; the signed request there has to meet those that aren't about addresses.
 *
 * Left out are the conditions of what isn't sent or taken here: SD-JWT VC, clients by x509_san_dns or redirect_uri,
 * answers in clear, requests by value under HAIP; encrypted request objects, `exp`, `verifier_info` and PKCE, which the
 * suite checks only where a request has them; and the steps that set up the suite itself.
 */

const origin = 'https://assent.example'
const now = new Date('2026-03-11T12:00:00.900Z')
const type: CredentialType = 'org.iso.18013.5.1.mDL'
const folder = folderForFile()

let credential: OtherCredential
let wallets: Wallets
beforeAll(async () => {
  const days = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  const { leaf, authority, root } = await makeReaderChain({ ...days, hosts: ['assent.example'] })
  for (const each of credentialTypes) {
    await mkdir(join(folder, each))
    await writeFile(join(folder, each, 'key.pem'), writeKeyPem(leaf), { mode: 0o600 })
    await writeFile(join(folder, each, 'chain.pem'), [leaf, authority, root].map(({ pem }) => pem).join(''))
  }
  credential = await issueElsewhere({ credentialType: type }, now)
  const trusted = [new X509Certificate(credential.root)]
  const roots = new Map(credentialTypes.map((each) => [each, trusted]))
  wallets = createWallets({
    roots,
    keys: await loadReaderKeys(folder, { host: 'assent.example', now }),
    origin,
  })
})

const ask = (way: AskedWallet['way'], credentialType: CredentialType = type, asksName = true) =>
  askWallet(wallets, { credentialType, asksName, way, requestUri: `${origin}/request` })

const jwkSchema = z.looseObject({ kid: z.string(), alg: z.string(), use: z.string() })
const claimsSchema = z.looseObject({
  client_id: z.string(),
  nonce: z.string(),
  dcql_query: z.unknown(),
  client_metadata: z.looseObject({
    jwks: z.looseObject({ keys: z.array(jwkSchema).min(1) }),
    encrypted_response_enc_values_supported: z.array(z.string()),
    vp_formats_supported: z.record(z.string(), z.record(z.string(), z.array(z.number()))),
  }),
})

/** The signed request as a wallet gets it, and the parameters of the address that led there, none in the page. */
async function read(asked: AskedWallet) {
  const request = await wallets.request(asked, now)
  const jwt =
    'uri' in request
      ? await wallets.requestObject(asked, now)
      : request.requests.find(({ protocol }) => protocol === openid4vpSignedProtocol)?.data['request']
  if (typeof jwt !== 'string') throw new Error('no signed request')
  const outer = Object.fromEntries('uri' in request ? new URL(request.uri).searchParams : [])
  const { request_uri: _address, ...rest } = outer
  const claims = claimsSchema.parse(decodeJwt(jwt))
  return { jwt, outer, claims, header: decodeProtectedHeader(jwt), effective: { ...rest, ...claims } }
}

const readChain = (x5c: string[] = []) => x5c.map((each) => new X509Certificate(Buffer.from(each, 'base64')))

/** 32 bytes. */
const base64url = /^[\w-]{43}$/

/** By Shannon, over the whole text. */
function measureEntropy(text: string): number {
  const counts = [...new Set(text)].map((sign) => text.split(sign).length - 1)
  return counts.reduce((bits, count) => bits - count * Math.log2(count / text.length), 0)
}

describe.each([
  ['by reference', 'qr'],
  ['in the page', 'api'],
] as const)('a signed request %s', (_, way) => {
  it('EnsureResponseTypeIsVpToken: wants a vp_token (WALLET-11)', async () => {
    expect((await read(ask(way))).claims['response_type']).toBe('vp_token')
  })

  it('ValidateResponseMode: wants the answer encrypted (WALLET-11)', async () => {
    const mode = way === 'api' ? 'dc_api.jwt' : 'direct_post.jwt'
    expect((await read(ask(way))).claims['response_mode']).toBe(mode)
  })

  /**
   * Therefore also none of those by name: CheckNoClientIdSchemeParameter, CheckNoScopeParameter,
   * EnsureNoWalletNonceInRequestObject, CheckNoTransactionDataInVpAuthorizationRequest,
   * CheckNoRedirectUriInVpAuthorizationRequest, CheckNoPresentationDefinitionInVpAuthorizationRequest,
   * EnsureRequestObjectDoesNotContainSubWithClientId, ValidateRequestObjectIssIfPresent,
   * EnsureNumericRequestObjectClaimsAreNotNull, ValidateRequestObjectMaxAge,
   * EnsureRequestObjectDoesNotContainRequestOrRequestUri.
   */
  it('CheckForUnexpectedParametersInVpAuthorizationRequest: has no parameter without need (WALLET-11)', async () => {
    const own = way === 'api' ? ['expected_origins'] : ['iat', 'request_uri_method', 'response_uri']
    const common = 'aud client_id client_metadata dcql_query nonce response_mode response_type'.split(' ')
    expect(Object.keys((await read(ask(way))).effective).sort()).toEqual([...common, ...own].sort())
  })

  it('ValidateRequestObjectTypIsOAuthQauthReqJwt: says that it is a request object (WALLET-11)', async () => {
    expect((await read(ask(way))).header.typ).toBe('oauth-authz-req+jwt')
  })

  it('ValidateRequestObjectAudForVP: is for wallets that publish no metadata (WALLET-11)', async () => {
    expect((await read(ask(way))).claims['aud']).toBe('https://self-issued.me/v2')
  })

  it('ValidateRequestObjectSignatureAgainstX5cHeader: is signed by a chain without its root (WALLET-11)', async () => {
    const { jwt, header } = await read(ask(way))
    const chain = readChain(header.x5c)
    expect(chain).toHaveLength(2)
    for (const [index, each] of chain.entries()) {
      expect(each.verify(each.publicKey)).toBe(false)
      const issuer = chain[index + 1]
      if (issuer) expect(each.verify(issuer.publicKey)).toBe(true)
      expect(each.validFromDate <= now && now < each.validToDate).toBe(true)
    }
    const [own] = chain
    if (!own) throw new Error('no certificate')
    expect((await jwtVerify(jwt, own.publicKey, { currentDate: now })).protectedHeader.alg).toBe('ES256')
  })

  it('ExtractAndValidateX509HashClientId: has the hash of its certificate as the client (WALLET-11)', async () => {
    const { header, claims } = await read(ask(way))
    const [own = ''] = header.x5c ?? []
    const hash = createHash('sha256').update(Buffer.from(own, 'base64')).digest('base64url')
    expect(claims.client_id).toBe(`x509_hash:${hash}`)
  })

  it('ExtractNonceFromAuthorizationRequest, CheckForInvalidCharsInNonce: has a nonce fit for addresses (WALLET-11)', async () => {
    expect((await read(ask(way))).claims.nonce).toMatch(/^[\w.~-]+$/)
  })

  it('VP1FinalCheckNonceMinimumLength, VP1FinalCheckNonceMaximumLength: has 16 to 43 signs in it (WALLET-11)', async () => {
    const { length } = (await read(ask(way))).claims.nonce
    expect(length).toBeGreaterThanOrEqual(16)
    expect(length).toBeLessThanOrEqual(43)
  })

  it('VP1FinalEnsureMinimumNonceEntropy: has more than 96 bits in it, another each time (WALLET-11)', async () => {
    const [one, other] = [(await read(ask(way))).claims.nonce, (await read(ask(way))).claims.nonce]
    expect(measureEntropy(one)).toBeGreaterThan(96)
    expect(other).not.toBe(one)
  })

  it('VP1FinalCheckForUnexpectedParametersInVpClientMetadata: describes three things of its client (WALLET-11)', async () => {
    expect(Object.keys((await read(ask(way))).claims.client_metadata).sort()).toEqual([
      'encrypted_response_enc_values_supported',
      'jwks',
      'vp_formats_supported',
    ])
  })

  it('VP1FinalValidateVpFormatsSupportedInClientMetadata: takes mdocs, with COSE signatures (WALLET-11)', async () => {
    const { mso_mdoc: mdoc = {} } = (await read(ask(way))).claims.client_metadata.vp_formats_supported
    expect(Object.keys(mdoc).sort()).toEqual(['deviceauth_alg_values', 'issuerauth_alg_values'])
    // IANA's numbers of ECDSA and EdDSA.
    const known = [-7, -8, -9, -19, -35, -36, -51, -52, -53]
    for (const values of Object.values(mdoc)) {
      expect(values.length).toBeGreaterThan(0)
      expect(known).toEqual(expect.arrayContaining(values))
    }
  })

  const readKeys = async () => (await read(ask(way))).claims.client_metadata.jwks.keys

  it('VP1FinalCheckForKeyIdInClientMetadataJWKs: names each key once (WALLET-11)', async () => {
    const names = (await readKeys()).map(({ kid }) => kid.trim())
    expect(names).not.toContain('')
    expect(new Set(names).size).toBe(names.length)
  })

  it('VP1FinalValidateClientMetadataJwksForEncryptedResponse: says for what its keys are (WALLET-11)', async () => {
    for (const { alg, use } of await readKeys()) expect([alg, use]).toEqual(['ECDH-ES', 'enc'])
  })

  it('ValidateVpClientMetadataEncryptionForHaip: takes both lengths of AES, for a P-256 key (WALLET-11)', async () => {
    const { client_metadata } = (await read(ask(way))).claims
    expect(client_metadata.encrypted_response_enc_values_supported).toEqual(
      expect.arrayContaining(['A128GCM', 'A256GCM']),
    )
    expect(client_metadata.jwks.keys).toContainEqual(
      expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ECDH-ES' }),
    )
  })

  it('EnsureJwksHasNoPrivateOrSymmetricKeyMaterial: gives no private part away (WALLET-11)', async () => {
    for (const key of await readKeys())
      for (const secret of ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
  })

  it('ValidateJwksStructure, ParseUsableJwksKeys, WarnOnUnusableJwksKeys: has keys that can be read (WALLET-11)', async () => {
    for (const key of await readKeys()) {
      expect(key).toMatchObject({
        kty: 'EC',
        x: expect.stringMatching(base64url),
        y: expect.stringMatching(base64url),
      })
      expect(createPublicKey({ format: 'jwk', key: key as JsonWebKey }).asymmetricKeyType).toBe('ec')
    }
  })
})

describe('the query of a signed request', () => {
  /** OpenID4VP 1.0, 6.1 to 6.3 and B.2.3 and B.2.4: every member that a query for mdocs may have, and no other. */
  const id = z.string().regex(/^[\w-]+$/)
  const querySchema = z.strictObject({
    credentials: z
      .array(
        z.strictObject({
          id,
          format: z.literal('mso_mdoc'),
          meta: z.strictObject({ doctype_value: z.string().min(1) }),
          claims: z
            .array(
              z.strictObject({
                id: id.optional(),
                path: z.tuple([z.string().min(1), z.string().min(1)]),
                values: z
                  .array(z.union([z.string().min(1), z.int(), z.boolean()]))
                  .min(1)
                  .optional(),
                intent_to_retain: z.boolean().optional(),
              }),
            )
            .min(1),
          claim_sets: z.array(z.array(id).min(1)).min(1).optional(),
        }),
      )
      .min(1),
  })

  const kinds = credentialTypes.flatMap((each) => [
    { credentialType: each, asksName: true },
    { credentialType: each, asksName: false },
  ])
  const readQueries = () =>
    Promise.all(
      kinds.map(async ({ credentialType, asksName }) => {
        const { claims } = await read(ask('qr', credentialType, asksName))
        return querySchema.parse(claims.dcql_query)
      }),
    )

  it('ExtractDCQLQueryFromAuthorizationRequest, CheckForUnexpectedParametersInDcqlQuery: is one of mdocs alone (WALLET-11)', async () => {
    expect(await readQueries()).toHaveLength(kinds.length)
  })

  it('ValidateDCQLQuery: names everything once (WALLET-11)', async () => {
    for (const { credentials } of await readQueries()) {
      expect(new Set(credentials.map((each) => each.id)).size).toBe(credentials.length)
      for (const { claims } of credentials)
        expect(new Set(claims.map(({ path }) => path.join(' '))).size).toBe(claims.length)
    }
  })

  it('CheckForUnreferencedClaimsInDcqlQuery: asks for every claim that it names (WALLET-11)', async () => {
    for (const { credentials } of await readQueries())
      for (const each of credentials) expect(each).not.toHaveProperty('claim_sets')
  })

  it('CheckDCQLQueryCredentialFormatMatchesTestConfiguration: is for one mdoc of the kind (WALLET-11)', async () => {
    const queries = await readQueries()
    expect(queries.map(({ credentials }) => credentials.map(({ meta }) => meta.doctype_value))).toEqual(
      kinds.map(({ credentialType }) => [credentialType]),
    )
  })
})

describe('the address of a signed request', () => {
  it('EnsureClientIdInAuthorizationRequestParametersMatchRequestObject: names the client that signed (WALLET-11)', async () => {
    const { outer, claims } = await read(ask('qr'))
    expect(outer['client_id']).toBe(claims.client_id)
  })

  it('EnsureOptionalAuthorizationRequestParametersMatchRequestObject, WarnIfRequestUriMethodInRequestObject: says nothing that is signed otherwise (WALLET-11)', async () => {
    const { outer, claims } = await read(ask('link'))
    const { client_id: _same, ...others } = outer
    expect(Object.keys(others).filter((name) => name in claims)).toEqual([])
  })

  it('CheckRequestUriMethodParameter: lets the wallet post its nonce (WALLET-11)', async () => {
    expect((await read(ask('qr'))).outer['request_uri_method']).toBe('post')
  })

  it('ValidateRequestObjectIat: leads to what is signed at this time, in seconds (WALLET-11)', async () => {
    const signedAt = Number((await read(ask('qr'))).claims['iat']) * 1000
    expect(signedAt).toBeLessThanOrEqual(now.getTime())
    expect(signedAt).toBeGreaterThan(now.getTime() - 1000)
  })
})

describe('an answer to a signed request', () => {
  /** As the suite's wallet encrypts: to the first key, with the first method, and with names of both parties. */
  async function answer(asked: AskedWallet, changed: { nonce?: string } = {}) {
    const { jwt, claims } = await read(asked)
    const request = await readSignedRequest(jwt)
    const { client_id: clientId = '', response_uri: responseUri = '' } = request
    const handOver = { kind: 'posted', clientId, responseUri, ...getBinding(request), ...changed } as const
    const [{ id, claims: wanted }] = request.dcql_query.credentials
    const elements = wanted.map(({ path }) => path[1] ?? '')
    const presented = await presentElsewhere(credential, type, elements, handOver)
    const [key] = request.client_metadata.jwks.keys
    const [enc = ''] = claims.client_metadata.encrypted_response_enc_values_supported
    const vpToken = { [id]: [presented.toString('base64url')] }
    const response = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token: vpToken })))
      .setProtectedHeader({ alg: key.alg, enc, kid: key.kid, cty: 'json' })
      .setKeyManagementParameters({ apu: Buffer.from('a wallet of 16 b'), apv: Buffer.from('a verifier') })
      .encrypt(await importJWK(key, key.alg))
    return { fields: { response } }
  }

  it('VP1FinalEncryptVPResponse, AddVP1FinalDCQLVPTokenToAuthorizationEndpointResponseParams: is taken (WALLET-11)', async () => {
    const asked = ask('qr')
    expect(await wallets.judge(asked, await answer(asked), now)).toMatchObject({ over18: true })
  })

  it('VP1FinalVerifierInvalidSessionTranscript: is refused if its device signed another nonce (WALLET-11)', async () => {
    const asked = ask('qr')
    const other = await answer(asked, { nonce: wallets.makeRequestSecrets().nonce })
    expect(await wallets.judge(asked, other, now)).toEqual({ refusal: 'not_for_this_request' })
  })
})
