import { createHash, verify, X509Certificate } from 'node:crypto'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import { cborDecode, IssuerSigned, type SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { makeSessionTranscript } from '../../../../simulators/wallet/answer-request.ts'
import { type Cbor, embedCbor, encodeCbor, Tagged, toMap } from '../../../../simulators/wallet/cbor.ts'
import { isDocumentSigner } from './issuers.ts'
import { encodeEncryptionInfo, makeAnnexCRequest, makeOpenid4vpUri } from './protocols.ts'
import {
  computeThumbprint,
  makeAnnexCTranscript,
  makeDcApiTranscript,
  makePostedTranscript,
  makeRequestKey,
  mdocContext,
} from './session-transcript.ts'
import type { AskedWallet } from './wallets.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fromHex = (text: string) => Buffer.from(text, 'hex')

/** The key of the examples in OpenID4VP 1.0, B.2.6. */
const exampleKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  d: '',
} as const
const exampleNonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA'

/** From the examples in the EU age verification profile, A.10. */
const profile = {
  deviceRequest:
    'omd2ZXJzaW9uYzEuMGtkb2NSZXF1ZXN0c4GhbGl0ZW1zUmVxdWVzdNgYWEeiZ2RvY1R5cGVxZXUuZXVyb3BhLmVjLmF2LjFqbmFtZVNwYWNlc6FxZXUuZXVyb3BhLmVjLmF2LjGha2FnZV9vdmVyXzE49A',
  encryptionInfo:
    'gmVkY2FwaaJlbm9uY2VQOnVKMx__eBi_NnHCNCvb73JyZWNpcGllbnRQdWJsaWNLZXmkAQIgASFYIJsu3MOn4IszjLtICCwJRiSQ7LJw0NrAJGeF8XU_xRwgIlggAs-QiNamy7cfETW7vPrT2gPFQxr1Z8KXAkHCkPfU0Hs',
  signer:
    '308202BD30820263A00302010202147076C1D015EABC3FD67B3FD7AA78A6CFE3CD2F85300A06082A8648CE3D04030230693126302406035504030C1D41676520566572696669636174696F6E2049737375657220434120303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B3009060355040613024555301E170D3235303730313130353731315A170D3236303932343130353731305A30653122302006035504030C1941676520566572696669636174696F6E204453202D2030303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B30090603550406130245553059301306072A8648CE3D020106082A8648CE3D030107034200046789E96E797E2E04F7F3CBB54A12410412410DB000FB6D63DC977D8B5D35A4F93B71F297D9D308BA2E955E8563AFA0604833AAE10ECB1AAEFBE4159B5B8B9057A381EC3081E9301F0603551D23041830168014CB7095804C991EDC6D0B7CFEEBE041CA22542ED830160603551D250101FF040C300A06082B8102020000010230440603551D1F043D303B3039A037A035863368747470733A2F2F6973737565722E616765766572696669636174696F6E2E6465762F706B692F45555F43415F30312E63726C301D0603551D0E04160414FF1BBA97B2CA7EF5AEA3301486F1FBC98B4598FA300E0603551D0F0101FF04040302078030390603551D12043230300603551D1204293027822568747470733A2F2F636F6D6D697373696F6E2E6575726F70612E65752F696E6465785F656E300A06082A8648CE3D040302034800304502204AAF5B867E6F1202E0F4924DE8B689319471F9CE6B3B9CB7355FA68A014E2637022100DDB326B3C089DF558F5732EAAA5E87C0D5D5140624602F3598AFDABF180DB66A',
  signature:
    '5931DA1B0ADD466A78708873FEE0E6504BE7FE79609A88874E9F17A693CB5F123A5DA9D33438B3C6527369DA6D071A3F23D357811A9A75DBA5A0B932A29E72B3',
  random: '10A62906DC911999D321A80129332814837B29377910C9366BB4619E1F17034B',
  digest: 'C22B017A42FCAFB134154F2D1322E376782C64E74543B698ADDC0ADC3E0F75D7',
}

/** The mobile security object of that example, transcribed from its diagnostic notation. */
const exampleMso: Cbor = toMap({
  status: toMap({
    status_list: toMap({
      idx: 450,
      uri: 'https://issuer.eudiw.dev/token_status_list/AV/eu.europa.ec.av.1/3f560b19-f432-4f8d-bda8-a29c2bfacf52',
    }),
    identifier_list: toMap({
      id: '450',
      uri: 'https://issuer.eudiw.dev/identifier_list/AV/eu.europa.ec.av.1/3f560b19-f432-4f8d-bda8-a29c2bfacf52',
    }),
  }),
  docType: 'eu.europa.ec.av.1',
  version: '1.0',
  validityInfo: toMap({
    signed: new Tagged(0, '2025-10-20T16:02:52Z'),
    validFrom: new Tagged(0, '2025-10-20T16:02:52Z'),
    validUntil: new Tagged(0, '2026-01-18T00:00:00Z'),
  }),
  valueDigests: toMap({ 'eu.europa.ec.av.1': new Map([[0, fromHex(profile.digest)]]) }),
  deviceKeyInfo: toMap({
    deviceKey: new Map<number, Cbor>([
      [1, 2],
      [-1, 1],
      [-2, fromHex('799175CC6CE08CDD34BFE6D3F909D5C8E5E30DD251B59B57B33D7448E9E61838')],
      [-3, fromHex('53FE63B0B795E3CA0723FA1DF04B229B73D5859C63E73AFBCE9EB957BD0A3F36')],
    ]),
  }),
  digestAlgorithm: 'SHA-256',
})

const exampleItem = (elementValue: boolean) =>
  embedCbor(
    toMap({
      random: fromHex(profile.random),
      digestID: 0,
      elementValue,
      elementIdentifier: 'age_over_18',
    }),
  )

const exampleSigned = (over18: boolean) =>
  IssuerSigned.decode(
    encodeCbor(
      toMap({
        nameSpaces: toMap({ 'eu.europa.ec.av.1': [exampleItem(over18)] }),
        issuerAuth: [
          encodeCbor(new Map([[1, -7]])),
          new Map([[33, fromHex(profile.signer)]]),
          encodeCbor(embedCbor(exampleMso)),
          fromHex(profile.signature),
        ],
      }),
    ),
  )

describe('the published examples', () => {
  it('of OpenID4VP 1.0 give the same handover to a wallet that posts (WALLET-11)', async () => {
    expect(hex(computeThumbprint(exampleKey))).toBe(
      '4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047',
    )
    const expected =
      '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac'
    const handOver = {
      kind: 'posted',
      // The example identifies its client by a certificate; the product is identified by the address of the answer.
      clientId: 'x509_san_dns:example.com',
      nonce: exampleNonce,
      thumbprint: computeThumbprint(exampleKey),
      responseUri: 'https://example.com/response',
    } as const
    expect(hex(encodeCbor(makeSessionTranscript(handOver)))).toBe(expected)
    const own = await makePostedTranscript({ ...handOver, key: exampleKey })
    const clientId = 'redirect_uri:https://example.com/response'
    expect(hex(own.encode())).toBe(hex(encodeCbor(makeSessionTranscript({ ...handOver, clientId }))))
  })

  it('of OpenID4VP 1.0 give the same handover to the browser (WALLET-11)', async () => {
    const transcript = await makeDcApiTranscript(
      { nonce: exampleNonce, key: exampleKey },
      'https://example.com',
    )
    expect(hex(transcript.encode())).toBe(
      '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
    )
  })

  it('of the EU profile give the same request by ISO/IEC 18013-7, byte for byte (WALLET-11)', async () => {
    const [, parameters] = cborDecode<[string, Map<string, unknown>]>(
      Buffer.from(profile.encryptionInfo, 'base64url'),
    )
    const point = parameters.get('recipientPublicKey') as Map<number, Uint8Array>
    const text = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('base64url')
    const matter = {
      nonce: text(parameters.get('nonce')),
      key: { ...exampleKey, x: text(point.get(-2)), y: text(point.get(-3)) },
    }
    expect(encodeEncryptionInfo(matter)).toBe(profile.encryptionInfo)
    const asked = {
      ...matter,
      credentialType: 'eu.europa.ec.av.1',
      asksName: false,
      today: null,
      way: 'api',
      responseUri: '',
      requestUri: '',
    } as const
    expect(await makeAnnexCRequest(asked, null, 'https://assent.example')).toEqual({
      protocol: 'org-iso-mdoc',
      data: { deviceRequest: profile.deviceRequest, encryptionInfo: profile.encryptionInfo },
    })
  })

  it('give the same handover of ISO/IEC 18013-7 when it is built from plain CBOR (WALLET-11)', () => {
    const origin = 'https://assent.example'
    const transcript: SessionTranscript = makeAnnexCTranscript(profile.encryptionInfo, origin)
    const info = Buffer.concat([
      fromHex('82'),
      // Two texts: one with more than 255 characters, and one with fewer than 24.
      fromHex(`78${profile.encryptionInfo.length.toString(16)}`),
      Buffer.from(profile.encryptionInfo),
      fromHex('76'),
      Buffer.from(origin),
    ])
    const digest = createHash('sha256').update(info).digest('hex')
    expect(hex(transcript.encode())).toBe(`83f6f682656463617069${'5820'}${digest}`)
  })

  it('of the EU profile have a valid signature and a certificate that passes the signer check (WALLET-11)', async () => {
    const { issuerAuth } = exampleSigned(true)
    expect(await issuerAuth.verifySignature({}, mdocContext)).toBe(true)
    // The same check without the library.
    const signer = new X509Certificate(fromHex(profile.signer))
    const toBeSigned = Buffer.concat([
      fromHex('846a5369676e61747572653143a1012640'),
      encodeCbor(encodeCbor(embedCbor(exampleMso))),
    ])
    const key = { key: signer.publicKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', toBeSigned, key, fromHex(profile.signature))).toBe(true)
    expect(isDocumentSigner(signer, 'eu.europa.ec.av.1')).toBe(true)
    expect(isDocumentSigner(signer, 'org.iso.18013.5.1.mDL')).toBe(false)
  })

  it('of the EU profile have a valid digest, and an invalid one with a changed claim (WALLET-11)', async () => {
    expect(
      createHash('sha256')
        .update(encodeCbor(exampleItem(true)))
        .digest('hex'),
    ).toBe(profile.digest.toLowerCase())
    for (const over18 of [true, false]) {
      const { issuerAuth, issuerNamespaces } = exampleSigned(over18)
      const [item] = issuerNamespaces.getIssuerNamespace('eu.europa.ec.av.1') ?? []
      expect(await item?.isValid('eu.europa.ec.av.1', issuerAuth, mdocContext)).toBe(over18)
    }
  })

  it('include a link request of this service that the library reads as a wallet (WALLET-2)', async () => {
    const asked: AskedWallet = {
      credentialType: 'eu.europa.ec.av.1',
      asksName: false,
      today: null,
      way: 'link',
      nonce: exampleNonce,
      key: makeRequestKey(),
      responseUri: 'https://assent.example/api/wallet-sessions/x/response',
      requestUri: '',
    }
    const uri = makeOpenid4vpUri(asked, 'av://')
    // The private part of the key stays on the server.
    expect(uri).not.toContain(asked.key.d)
    const wallet = new Openid4vpClient({ callbacks: {} as never })
    const { params } = wallet.parseOpenid4vpAuthorizationRequest({ authorizationRequest: uri })
    const read = await wallet.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: params })
    expect(read.client.prefix).toBe('redirect_uri')
    expect(read.authorizationRequestPayload).toMatchObject({
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      response_uri: asked.responseUri,
      nonce: exampleNonce,
    })
    expect(read.dcql?.query).toEqual({
      credentials: [
        {
          id: 'age',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.av.1' },
          claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'], intent_to_retain: false }],
        },
      ],
    })
  })
})
