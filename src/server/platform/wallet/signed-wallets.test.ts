import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  getBinding,
  type OpenidRequest,
  readDigitalRequest,
  readSignedRequest,
} from '../../../../simulators/wallet/answer-request.ts'
import {
  answerElsewhere,
  answerOpenidElsewhere,
  issueElsewhere,
  type OtherCredential,
  presentElsewhere,
} from '../../../../simulators/wallet/other-wallet.ts'
import { toReaderKey } from '../../../../simulators/wallet/reader-certificates.ts'
import type { CredentialType } from '../../../domain/wallet.ts'
import { askWallet } from '../../testing/ask-wallet.ts'
import { createWallets } from './index.ts'
import { toClientId } from './session-transcript.ts'
import { openid4vpSignedProtocol } from './signed-request.ts'
import type { AskedWallet, Wallets } from './wallets.ts'

const origin = 'https://assent.example'
const now = new Date('2026-03-11T12:00:00.000Z')
const type: CredentialType = 'org.iso.18013.5.1.mDL'
const session = `${origin}/api/wallet-sessions/0190aaaa-0000-7000-8000-000000000000`

/** Requests signed with the operator's key, answered by the wallet of another library. */
describe('a signed request to a wallet', () => {
  let credential: OtherCredential
  let signed: Wallets
  let unsigned: Wallets
  beforeAll(async () => {
    credential = await issueElsewhere({ credentialType: type }, now)
    const roots = new Map([[type, [new X509Certificate(credential.root)]]])
    const keys = new Map([[type, await toReaderKey()]])
    signed = createWallets({ roots, keys, origin })
    unsigned = createWallets({ roots, origin })
  })

  const ask = (way: AskedWallet['way']) =>
    askWallet(signed, { asksName: true, way, requestUri: `${session}/request` })
  const proof = { over18: true, name: { surname: 'Nowak', givenNames: 'Anna' } }

  async function findRequest(wallets: Wallets, asked: AskedWallet, protocol: string) {
    const request = await wallets.request(asked, now)
    const found = 'requests' in request ? request.requests.find((each) => each.protocol === protocol) : null
    if (!found) throw new Error(`no request for ${protocol}`)
    return found
  }

  it.each([openid4vpSignedProtocol, 'openid4vp-v1-unsigned', 'org-iso-mdoc'])(
    'is one of three of the same kind in the page, each with its answer: %s (WALLET-16)',
    async (protocol) => {
      const asked = ask('api')
      const request = await findRequest(signed, asked, protocol)
      const answer = await answerElsewhere(credential, request, origin)
      expect(await signed.judge(asked, answer, now)).toMatchObject(proof)
    },
  )

  it('isn’t in the page without a key, nor an answer to it taken (WALLET-16)', async () => {
    const asked = ask('api')
    const request = await unsigned.request(asked, now)
    expect('requests' in request && request.requests.map(({ protocol }) => protocol)).toEqual([
      'openid4vp-v1-unsigned',
      'org-iso-mdoc',
    ])
    const answer = await answerElsewhere(
      credential,
      await findRequest(signed, asked, openid4vpSignedProtocol),
      origin,
    )
    expect(await unsigned.judge(asked, answer, now)).toEqual({ refusal: 'unreadable' })
  })

  it('is refused by a wallet at another origin (WALLET-16)', async () => {
    const { protocol, data } = await findRequest(signed, ask('api'), openid4vpSignedProtocol)
    await expect(readDigitalRequest(protocol, data, 'https://elsewhere.example')).rejects.toThrow(/origin/)
    expect(await readDigitalRequest(protocol, data, origin)).toMatchObject({ response_mode: 'dc_api.jwt' })
  })

  it('is a short address by link and QR code, which names where it is (WALLET-16)', async () => {
    for (const way of ['link', 'qr'] as const) {
      const request = await signed.request(ask(way), now)
      const uri = 'uri' in request ? request.uri : ''
      expect(uri).toMatch(/^haip-vp:\/\/\?client_id=x509_hash%3A|^haip-vp:\/\/\?client_id=x509_hash:/)
      expect(new URL(uri).searchParams.get('request_uri')).toBe(`${session}/request`)
      expect(uri.length).toBeLessThanOrEqual(240 + origin.length - 22)
    }
  })

  async function fetchObject(asked: AskedWallet, nonce?: string) {
    const object = await signed.requestObject(asked, now, nonce)
    if (!object) throw new Error('no request object')
    return readSignedRequest(object)
  }

  function answerPosted(request: OpenidRequest, clientId = request.client_id ?? '') {
    const { response_uri: responseUri = '' } = request
    const handOver = { kind: 'posted', clientId, responseUri, ...getBinding(request) } as const
    return answerOpenidElsewhere(credential, request, handOver)
  }

  it('is fetched with the nonce of each fetch, and answered (WALLET-16)', async () => {
    const asked = ask('qr')
    const request = await fetchObject(asked, 'n1')
    expect(request).toMatchObject({ wallet_nonce: 'n1', response_mode: 'direct_post.jwt' })
    expect((await fetchObject(asked)).wallet_nonce).toBeUndefined()
    expect(await signed.judge(asked, { fields: await answerPosted(request) }, now)).toMatchObject(proof)
  })

  it('isn’t there for a page’s own request, nor without a key (WALLET-16)', async () => {
    expect(await signed.requestObject(ask('api'), now)).toBeNull()
    expect(await unsigned.requestObject(ask('qr'), now)).toBeNull()
  })

  it('takes no answer for the unsigned client, nor does an unsigned one for the signed (WALLET-16)', async () => {
    const asked = ask('qr')
    const request = await fetchObject(asked)
    const forUnsigned = await answerPosted(request, toClientId(asked.responseUri))
    expect(await signed.judge(asked, { fields: forUnsigned }, now)).toEqual({
      refusal: 'not_for_this_request',
    })
    const forSigned = await answerPosted(request)
    expect(await unsigned.judge(asked, { fields: forSigned }, now)).toEqual({
      refusal: 'not_for_this_request',
    })
  })

  it('takes no answer to the request of another session, or encrypted to its key (WALLET-16)', async () => {
    const [asked, other] = [ask('qr'), ask('qr')]
    const fields = await answerPosted(await fetchObject(other))
    expect(await signed.judge(asked, { fields }, now)).toEqual({ refusal: 'unreadable' })
    const sameKey = { ...asked, nonce: other.nonce.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }
    const toOther = await answerPosted(await fetchObject({ ...asked, nonce: sameKey.nonce }))
    expect(await signed.judge(asked, { fields: toOther }, now)).toEqual({ refusal: 'not_for_this_request' })
  })

  it('isn’t signed from the end of its certificate on (WALLET-16)', async () => {
    const key = await toReaderKey()
    const roots = new Map([[type, [new X509Certificate(credential.root)]]])
    const ended = createWallets({ roots, keys: new Map([[type, { ...key, endsAt: now }]]), origin })
    const request = await ended.request(ask('qr'), now)
    expect('uri' in request && request.uri).toMatch(/^openid4vp:\/\/\?response_type=/)
  })
})

describe('the EU’s app, which answers in clear (WALLET-18)', () => {
  const av: CredentialType = 'eu.europa.ec.av.1'
  const asked = (wallets: Wallets, way: AskedWallet['way'] = 'qr') =>
    askWallet(wallets, { credentialType: av, way })

  it('is asked so only by configuration, and only by link and QR code', async () => {
    const credential = await issueElsewhere({ credentialType: av }, now)
    const roots = new Map([
      [av, [new X509Certificate(credential.root)]],
      [type, [new X509Certificate(credential.root)]],
    ] as const)
    const clear = createWallets({ roots, origin, takesClearAge: true })
    const encrypted = createWallets({ roots, origin })
    const readMode = async (wallets: Wallets, of: AskedWallet) => {
      const request = await wallets.request(of, now)
      return 'uri' in request ? new URL(request.uri).searchParams.get('response_mode') : 'in the page'
    }
    expect(await readMode(clear, asked(clear))).toBe('direct_post')
    expect(await readMode(encrypted, asked(encrypted))).toBe('direct_post.jwt')
    expect(await readMode(clear, { ...asked(clear), credentialType: type })).toBe('direct_post.jwt')
    expect(await readMode(clear, asked(clear, 'api'))).toBe('in the page')
  })

  it('proves an age, and nobody else may answer in clear', async () => {
    const credential = await issueElsewhere({ credentialType: av }, now)
    const roots = new Map([[av, [new X509Certificate(credential.root)]]])
    const clear = createWallets({ roots, origin, takesClearAge: true })
    const of = asked(clear)
    const handOver = {
      kind: 'posted',
      clientId: toClientId(of.responseUri),
      responseUri: of.responseUri,
      nonce: of.nonce,
      thumbprint: null,
    } as const
    const response = await presentElsewhere(credential, av, ['age_over_18'], handOver)
    const fields = { vp_token: JSON.stringify({ age: [response.toString('base64url')] }) }
    expect(await clear.judge(of, { fields }, now)).toMatchObject({ over18: true })
    const encrypted = createWallets({ roots, origin })
    expect(await encrypted.judge(of, { fields }, now)).toEqual({ refusal: 'unreadable' })
    const other = { ...of, nonce: clear.makeRequestSecrets().nonce }
    expect(await clear.judge(other, { fields }, now)).toEqual({ refusal: 'not_for_this_request' })
    for (const vp_token of ['', 'x', '{}', '{"age":[]}', '{"age":["a","b"]}', '{"age":"x","b":"y"}', '[1]'])
      expect(await clear.judge(of, { fields: { vp_token } }, now)).toEqual({ refusal: 'unreadable' })
  })
})
