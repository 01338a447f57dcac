import { X509Certificate } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSignedRequest } from '../../../simulators/wallet/answer-request.ts'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import { answerElsewhere, issueElsewhere } from '../../../simulators/wallet/other-wallet.ts'
import { toReaderKey } from '../../../simulators/wallet/reader-certificates.ts'
import { walletSessionLifeMs } from '../../domain/wallet.ts'
import { createWallets } from '../platform/wallet/index.ts'
import { postJson, type ThirdParty } from '../testing/people.ts'
import {
  answerRequest,
  begun,
  meetWithWallets,
  postFields,
  sessionNow,
  signWalletRequests,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'

const type = 'org.iso.18013.5.1.mDL'

describe('a signed request that a wallet fetches (WALLET-18)', () => {
  const test = testAppForFile()
  let issuer: Issuer
  let thirdParty: ThirdParty
  beforeEach(async () => {
    ;({ issuer, thirdParty } = await meetWithWallets(test))
    await signWalletRequests(test, issuer)
  })

  const beginQr = () => begun(test, thirdParty, { way: 'qr', credentialType: type })
  const get = (id: string) => test.app.request(`/api/wallet-sessions/${id}/request`)
  const fetchWith = (id: string, wallet_nonce: string) =>
    test.app.request(`/api/wallet-sessions/${id}/request`, {
      method: 'POST',
      body: new URLSearchParams({ wallet_nonce, wallet_metadata: '{}' }),
    })

  it('is a request object with the nonce of each fetch; of two answers one counts', async () => {
    const session = await beginQr()
    const fetched = [
      await fetchWith(session.id, 'n1'),
      await fetchWith(session.id, 'n2'),
      await get(session.id),
    ]
    for (const each of fetched) {
      expect(each.status).toBe(200)
      expect(each.headers.get('content-type')).toBe('application/oauth-authz-req+jwt')
    }
    const requests = await Promise.all(fetched.map(async (each) => readSignedRequest(await each.text())))
    expect(requests.map(({ wallet_nonce }) => wallet_nonce)).toEqual(['n1', 'n2', undefined])
    const answers = await Promise.all(
      requests
        .slice(0, 2)
        .map(async (request) =>
          postFields(test, session.id, await answerRequest(test, issuer, request, 'yes')),
        ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const [taken] = answers.filter(({ status }) => status === 200)
    expect(await taken?.json()).toEqual({ redirect_uri: `${test.platform.settings.publicUrl}/wallet-return` })
    expect(await sessionNow(test, session)).toMatchObject({ state: 'proven' })
  })

  it('tells nothing but that it is over, whatever the address once was (WALLET-4)', async () => {
    const over = await beginQr()
    await test.app.request(`/api/wallet-sessions/${over.id}`, {
      method: 'DELETE',
      headers: toBearer(over.secret),
    })
    const inPage = await begun(test, thirdParty, { way: 'api', credentialType: type })
    const expired = await beginQr()
    test.clock.advance(walletSessionLifeMs)
    const read = async (id: string) => {
      const answer = await get(id)
      return { status: answer.status, problem: (await answer.json()) as object }
    }
    const unknown = await read('0190aaaa-0000-7000-8000-000000000000')
    expect(unknown.status).toBe(410)
    for (const id of [over.id, inPage.id, expired.id, 'x'])
      expect(await read(id)).toEqual({
        ...unknown,
        problem: { ...unknown.problem, requestId: expect.anything() },
      })
  })

  it('is answered in the page by the wallet of another library', async () => {
    const credential = await issueElsewhere({ credentialType: type }, test.clock.now())
    const origin = test.platform.settings.publicUrl
    test.platform.wallets = createWallets({
      roots: new Map([[type, [new X509Certificate(credential.root)]]]),
      keys: new Map([[type, await toReaderKey()]]),
      origin,
    })
    const session = await begun(test, thirdParty, { way: 'api', credentialType: type })
    const requests = 'requests' in session.request ? session.request.requests : []
    const [signed] = requests
    if (!signed) throw new Error('no request')
    expect(signed.protocol).toBe('openid4vp-v1-signed')
    const answer = await answerElsewhere(credential, signed, origin)
    const path = `/api/wallet-sessions/${session.id}/answer`
    expect((await postJson(test, path, answer, toBearer(session.secret))).status).toBe(200)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'proven' })
    expect((await postJson(test, path, answer, toBearer(session.secret))).status).toBe(410)
  })
})
