import { beforeEach, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import { walletSessionLifeMs } from '../../domain/wallet.ts'
import { sql } from '../platform/database/index.ts'
import { invite, type Person, postJson, type ThirdParty } from '../testing/people.ts'
import {
  answerWallet,
  askWallet,
  begun,
  makePost,
  meetWithWallets,
  postFields,
  sessionNow,
  takeSimulatedWallets,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'

describe('a person with a real proof of age', () => {
  const test = testAppForFile()
  let issuer: Issuer
  let creator: Person
  let thirdParty: ThirdParty
  let other: ThirdParty
  beforeEach(async () => {
    ;({ issuer, creator, thirdParty } = await meetWithWallets(test))
    other = await invite(test, creator)
  })

  const proofs = () =>
    test.database.rows<{ verificationId: string }>(
      sql`SELECT set_verification_id AS verification_id FROM wallet_proofs`,
    )

  it('can’t give it twice (WALLET-10)', async () => {
    const session = await begun(test, thirdParty)
    const fields = await makePost(test, issuer, session, 'yes')
    expect((await postFields(test, session.id, fields)).status).toBe(200)
    expect((await postFields(test, session.id, fields)).status).toBe(410)
    expect(await proofs()).toHaveLength(1)
  })

  it('can’t move it to another session, not even of the same person (WALLET-10)', async () => {
    const session = await begun(test, thirdParty)
    const fields = await makePost(test, issuer, session, 'yes')
    for (const who of [other, thirdParty, creator]) {
      const victim = await begun(test, who)
      expect((await postFields(test, victim.id, fields)).status).toBe(422)
      expect(await sessionNow(test, victim)).toMatchObject({ state: 'refused' })
    }
    expect(await proofs()).toEqual([])
  })

  it('can’t give it after five minutes (WALLET-10)', async () => {
    const session = await begun(test, thirdParty)
    const fields = await makePost(test, issuer, session, 'yes')
    test.clock.advance(walletSessionLifeMs)
    expect((await postFields(test, session.id, fields)).status).toBe(410)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'expired' })
    expect(await proofs()).toEqual([])
  })

  it('also has five minutes to return from the wallet on the same phone', async () => {
    const session = await begun(test, thirdParty, { way: 'link' })
    const { redirect_uri } = (await (await answerWallet(test, issuer, session, 'yes')).json()) as {
      redirect_uri: string
    }
    const responseCode = new URLSearchParams(new URL(redirect_uri).hash.slice(1)).get('response_code')
    test.clock.advance(walletSessionLifeMs)
    const path = `/api/wallet-sessions/${session.id}/return`
    expect((await postJson(test, path, { responseCode }, toBearer(session.secret))).status).toBe(410)
    expect(await proofs()).toEqual([])
  })

  it('can’t complete in the browser of a person who was only sent the link (WALLET-4)', async () => {
    // The sender has the secret, and the person who opens the link has the code: neither has both.
    const session = await begun(test, thirdParty, { way: 'link' })
    await answerWallet(test, issuer, session, 'yes')
    const path = `/api/wallet-sessions/${session.id}/return`
    const guess = { responseCode: 'A'.repeat(43) }
    expect((await postJson(test, path, guess, toBearer(session.secret))).status).toBe(410)
    const foreign = await begun(test, other, { way: 'link' })
    expect((await postJson(test, path, guess, toBearer(foreign.secret))).status).toBe(404)
    expect(await proofs()).toEqual([])
  })

  it('learns nothing about a session without the secret of its browser (WALLET-4)', async () => {
    const session = await begun(test, thirdParty)
    const foreign = await begun(test, other)
    for (const headers of [
      {},
      thirdParty.headers,
      creator.headers,
      toBearer(foreign.secret),
      toBearer('A'.repeat(43)),
    ]) {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/answer'],
        ['POST', '/return'],
      ] as const) {
        const answer = await test.app.request(`/api/wallet-sessions/${session.id}${path}`, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(method === 'POST'
            ? { body: JSON.stringify({ protocol: 'x', data: {}, responseCode: 'x' }) }
            : {}),
        })
        expect(answer.status).toBe(404)
      }
    }
    expect(await sessionNow(test, session)).toMatchObject({ state: 'open' })
  })

  it('with two tabs can use only the later request (WALLET-10)', async () => {
    const [first, second] = [await begun(test, thirdParty), await begun(test, thirdParty)]
    expect(await sessionNow(test, first)).toMatchObject({ state: 'replaced' })
    expect((await answerWallet(test, issuer, first, 'yes')).status).toBe(410)
    expect((await answerWallet(test, issuer, second, 'yes')).status).toBe(200)
    expect(await proofs()).toHaveLength(1)
  })

  it('has one open session when twenty tabs begin concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, () => askWallet(test, thirdParty)))
    const open = await test.database.rows(sql`SELECT 1 FROM wallet_sessions WHERE state = 'open'`)
    expect(open).toHaveLength(1)
  })

  it('leaves one proof with fifty concurrent answers to one session (WALLET-10)', async () => {
    const session = await begun(test, thirdParty)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        postFields(test, session.id, await makePost(test, issuer, session, 'yes')),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49)
    expect(await proofs()).toEqual([{ verificationId: thirdParty.verificationId }])
  })

  it('can’t keep the server judging answers to one session (WALLET-10)', async () => {
    const session = await begun(test, thirdParty, { way: 'api' })
    const path = `/api/wallet-sessions/${session.id}/answer`
    const give = async () =>
      (await postJson(test, path, { protocol: 'x', data: {} }, toBearer(session.secret))).status
    const statuses = await Promise.all(Array.from({ length: 50 }, give))
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  it('can’t add it to a request that has ended', async () => {
    const session = await begun(test, thirdParty)
    await postJson(test, `/api/verifications/${thirdParty.verificationId}/cancel`, {}, creator.headers)
    expect((await answerWallet(test, issuer, session, 'yes')).status).toBe(410)
    expect(await proofs()).toEqual([])
  })

  it('isn’t asked for it without roots, or without roots for that credential (WALLET-1)', async () => {
    const session = await begun(test, thirdParty)
    const fields = await makePost(test, issuer, session, 'yes')
    await takeSimulatedWallets(test, ['org.iso.18013.5.1.mDL'])
    expect(await (await test.app.request('/api/wallets')).json()).toEqual({
      offered: ['org.iso.18013.5.1.mDL'],
    })
    expect((await askWallet(test, thirdParty)).status).toBe(409)
    await takeSimulatedWallets(test, [])
    expect(await (await test.app.request('/api/wallets')).json()).toEqual({ offered: [] })
    for (const who of [thirdParty, creator]) expect((await askWallet(test, who)).status).toBe(409)
    // Requests made with roots are void without them.
    expect((await postFields(test, session.id, fields)).status).toBe(422)
    expect(await sessionNow(test, session)).toMatchObject({ refusal: 'issuer_unknown' })
    expect(await proofs()).toEqual([])
  })
})
