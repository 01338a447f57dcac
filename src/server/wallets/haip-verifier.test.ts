import { beforeEach, describe, expect, it } from 'vitest'
import { type OpenidRequest, readSignedRequest } from '../../../simulators/wallet/answer-request.ts'
import type { AnswerKind } from '../../../simulators/wallet/answers.ts'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import type { BegunWalletSession } from '../../contract/wallet.ts'
import type { ThirdParty } from '../testing/people.ts'
import {
  answerRequest,
  begun,
  meetWithWallets,
  postFields,
  sessionNow,
  signWalletRequests,
} from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'

/**
 * The OpenID Foundation's conditions for a verifier's endpoints, by their names, in our own words:
 * openid-certification/conformance-suite at commit 12f2a4da. Those of the request itself are in
 * src/server/platform/wallet/haip-verifier.test.ts, with the files that they come from.
 */
describe('the endpoints of a verifier under HAIP', () => {
  const test = testAppForFile({ publicUrl: 'https://assent.example' })
  let issuer: Issuer
  let thirdParty: ThirdParty
  beforeEach(async () => {
    ;({ issuer, thirdParty } = await meetWithWallets(test))
    await signWalletRequests(test, issuer)
  })

  const begin = (way: 'link' | 'qr') =>
    begun(test, thirdParty, { way, credentialType: 'org.iso.18013.5.1.mDL' })

  const readAddress = ({ request }: BegunWalletSession) =>
    new URL(new URL('uri' in request ? request.uri : '').searchParams.get('request_uri') ?? '')

  const get = (session: BegunWalletSession) => test.app.request(readAddress(session).pathname)
  const post = (session: BegunWalletSession, fields: Record<string, string>) =>
    test.app.request(readAddress(session).pathname, {
      method: 'POST',
      headers: { accept: 'application/oauth-authz-req+jwt' },
      body: new URLSearchParams(fields),
    })
  const read = async (fetched: Response) => readSignedRequest(await fetched.text())

  async function answer(session: BegunWalletSession, kind: AnswerKind, request?: OpenidRequest) {
    const asked = request ?? (await read(await get(session)))
    const { pathname } = new URL(asked.response_uri ?? '')
    expect(pathname).toBe(`/api/wallet-sessions/${session.id}/response`)
    return postFields(test, session.id, await answerRequest(test, issuer, asked, kind))
  }

  it('EnsureRequestUriIsHttps, EnsureRequestUriHasNoFragment: serve requests at such an address (WALLET-11)', async () => {
    const { href, protocol } = readAddress(await begin('qr'))
    expect(protocol).toBe('https:')
    expect(href).not.toContain('#')
  })

  it('EnsureValidResponseUriForAuthorizationEndpointRequest: take answers at such an address (WALLET-11)', async () => {
    const { response_uri: address = '' } = await read(await get(await begin('qr')))
    expect(new URL(address).protocol).toBe('https:')
    expect(address).not.toContain('#')
  })

  it('VP1FinalVerifierRequestUriFetchedTwice, FetchRequestUriAndExtractRequestObject: serve a request again (WALLET-11)', async () => {
    const session = await begin('qr')
    const [first, second] = [await read(await get(session)), await read(await get(session))]
    expect(second).toEqual(first)
    expect((await answer(session, 'yes', second)).status).toBe(200)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'proven' })
  })

  it('PostToRequestUriAndExtractRequestObject: serve a request by POST, with status 200 (WALLET-11)', async () => {
    const session = await begin('link')
    const fetched = await post(session, { wallet_nonce: 'n1' })
    expect(fetched.status).toBe(200)
    expect(await read(fetched)).toMatchObject({ response_mode: 'direct_post.jwt' })
  })

  it('EnsureContentTypeApplicationOauthAuthzReqJwt: say that it is a request object (WALLET-11)', async () => {
    const session = await begin('link')
    for (const fetched of [await post(session, { wallet_nonce: 'n1' }), await get(session)])
      expect(fetched.headers.get('content-type')?.split(';')[0]).toBe('application/oauth-authz-req+jwt')
  })

  it('EnsureWalletNonceClaimMatchesPostedValue: give a wallet its own nonce back (WALLET-11)', async () => {
    const nonce = 'x'.repeat(43)
    expect((await read(await post(await begin('qr'), { wallet_nonce: nonce }))).wallet_nonce).toBe(nonce)
  })

  it('EnsureNoWalletNonceInRequestObject: give none back to a wallet that sent none (WALLET-11)', async () => {
    const session = await begin('qr')
    for (const fetched of [await get(session), await post(session, {})])
      expect(await read(fetched)).not.toHaveProperty('wallet_nonce')
  })

  it('VP1FinalCheckEncryptionKeyNotReused: want each answer encrypted for another key (WALLET-11)', async () => {
    const requests = [await read(await get(await begin('qr'))), await read(await get(await begin('qr')))]
    const [one, other] = requests.map(({ client_metadata }) => client_metadata.jwks.keys[0].x)
    expect(one).not.toBe(other)
  })

  it.each([
    ['link', 'yes'],
    ['qr', 'yes'],
    ['qr', 'no'],
    ['link', 'cancelled'],
  ] as const)(
    'EnsureHttpStatusCodeIs200, EnsureContentTypeJson, ValidateDirectPostResponse, VP1FinalEnsureDirectPostResponseHasRedirectUriForHaip, ValidateDirectPostResponseRedirectUriWhenPresent: say in JSON nothing but an address of this service to go on to, by %s after “%s” (WALLET-11)',
    async (way, kind) => {
      const answered = await answer(await begin(way), kind)
      expect(answered.status).toBe(200)
      expect(answered.headers.get('content-type')?.split(';')[0]).toBe('application/json')
      expect(await answered.json()).toEqual({
        redirect_uri: expect.stringMatching(/^https:\/\/assent\.example\/wallet-return/),
      })
    },
  )

  it('EnsureHttpStatusCodeIs4xx, VP1FinalVerifierInvalidSessionTranscript: refuse an answer to another nonce (WALLET-11)', async () => {
    const session = await begin('qr')
    const { status } = await answer(session, 'other nonce')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'refused', proof: null })
  })
})
