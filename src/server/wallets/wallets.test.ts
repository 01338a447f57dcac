import { beforeEach, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import { credentialTypes, walletSessionLifeMs } from '../../domain/wallet.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import {
  correctAddress,
  invite,
  type Person,
  postJson,
  readAnswer,
  register,
  type ThirdParty,
} from '../testing/people.ts'
import {
  answerWallet,
  askWallet,
  begun,
  meetWithWallets,
  sessionNow,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app.ts'
import { findProofOf, forgetWalletsJob } from './index.ts'

describe('a proof of age by a wallet', () => {
  const test = testAppForFile()
  let issuer: Issuer
  let creator: Person
  let thirdParty: ThirdParty
  beforeEach(async () => {
    ;({ issuer, creator, thirdParty } = await meetWithWallets(test))
  })

  const proofs = () => test.database.rows(sql`SELECT * FROM wallet_proofs`)
  const events = () =>
    test.database.rows<{ event: string; detail: unknown }>(
      sql`SELECT event, detail FROM audit_events WHERE verification_id = ${thirdParty.verificationId}
        AND (event LIKE 'wallet%' OR event = 'not_completed') ORDER BY sequence`,
    )

  it('lists the accepted credentials', async () => {
    const answer = await test.app.request('/api/wallets')
    expect(await answer.json()).toEqual({ offered: credentialTypes })
  })

  it.each(['cancelled', 'no'] as const)(
    'has the wallet open a page with nothing to complete after the answer: %s (WALLET-18)',
    async (kind) => {
      const session = await begun(test, creator, { way: 'link' })
      expect(await readAnswer(answerWallet(test, issuer, session, kind))).toEqual({
        redirect_uri: `${test.platform.settings.publicUrl}/wallet-return`,
      })
    },
  )

  it('keeps the verdict, the kind of credential, the issuer and a hash, but no attribute (WALLET-3)', async () => {
    const session = await begun(test, thirdParty)
    expect(await sessionNow(test, session)).toEqual({ state: 'open', refusal: null, proof: null })
    expect((await answerWallet(test, issuer, session, 'yes')).status).toBe(200)

    const kept = await proofs()
    expect(kept).toEqual([
      {
        id: session.id,
        userId: null,
        verificationId: null,
        setVerificationId: thirdParty.verificationId,
        setSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        credentialType: 'eu.europa.ec.av.1',
        issuerName: 'Simulated issuer',
        voucherName: null,
        voucherKind: null,
        subjectMark: null,
        nameVerdict: null,
        nameMark: null,
        responseSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        provenAt: test.clock.now(),
        spentOn: null,
        spentAt: null,
      },
    ])
    expect(await sessionNow(test, session)).toEqual({
      state: 'proven',
      refusal: null,
      proof: {
        id: session.id,
        credentialType: 'eu.europa.ec.av.1',
        voucherKind: null,
        issuerName: 'Simulated issuer',
        provenAt: test.clock.now().toISOString(),
      },
    })
    const { verificationId } = thirdParty
    const { setSha256 } = kept[0] as { setSha256: string }
    expect(kept).toMatchObject([await findProofOf(test.database, { verificationId, setSha256 })])
    expect(await events()).toEqual([
      { event: 'wallet_proven', detail: { credentialType: 'eu.europa.ec.av.1' } },
    ])
    await expectSoundTrails(test)
  })

  it.each(['openid4vp-v1-unsigned', 'org-iso-mdoc'])(
    'arrives through the browser by %s (WALLET-2)',
    async (protocol) => {
      const session = await begun(test, thirdParty, { way: 'api', credentialType: 'org.iso.18013.5.1.mDL' })
      const answer = await answerWallet(test, issuer, session, 'yes', protocol)
      expect(await answer.json()).toMatchObject({ state: 'proven' })
      expect(await proofs()).toHaveLength(1)
    },
  )

  it('is complete on the same phone only when the browser that began it returns (WALLET-4)', async () => {
    const session = await begun(test, thirdParty, { way: 'link' })
    const answered = (await (await answerWallet(test, issuer, session, 'yes')).json()) as {
      redirect_uri: string
    }
    expect(await sessionNow(test, session)).toMatchObject({ state: 'answered', proof: null })
    expect(await proofs()).toEqual([])

    const returned = new URL(answered.redirect_uri)
    expect(returned.origin + returned.pathname + returned.search).toBe('http://localhost:3000/wallet-return')
    const fields = new URLSearchParams(returned.hash.slice(1))
    expect(fields.get('session')).toBe(session.id)
    const path = `/api/wallet-sessions/${session.id}/return`
    const body = { responseCode: fields.get('response_code') }
    expect((await postJson(test, path, body)).status).toBe(404)
    expect((await postJson(test, path, { responseCode: 'x' }, toBearer(session.secret))).status).toBe(410)
    expect(await proofs()).toEqual([])

    const done = await postJson(test, path, body, toBearer(session.secret))
    expect(await done.json()).toMatchObject({ state: 'proven', proof: { id: session.id } })
    expect((await postJson(test, path, body, toBearer(session.secret))).status).toBe(410)
    expect(await proofs()).toHaveLength(1)
  })

  it('ends the request of a third party under 18, and the creator learns only that it ended (WALLET-6, EVIDENCE-13)', async () => {
    const session = await begun(test, thirdParty)
    expect((await answerWallet(test, issuer, session, 'no')).status).toBe(200)
    expect(await sessionNow(test, session)).toEqual({ state: 'under_age', refusal: null, proof: null })
    expect(await proofs()).toEqual([])
    expect(await events()).toEqual([{ event: 'not_completed', detail: {} }])
    const view = await test.app.request(`/api/verifications/${thirdParty.verificationId}`, {
      headers: creator.headers,
    })
    const told = await view.text()
    expect(JSON.parse(told)).toMatchObject({ status: 'rejected' })
    // The text that both would have signed is for every reader.
    const { consentText: _, ...shown } = JSON.parse(told)
    expect(JSON.stringify(shown)).not.toMatch(/under|age_over|not_completed/i)
    const files = await test.database.rows(sql`
      SELECT 1 FROM documents WHERE user_id = ${creator.id} AND destroyed_at IS NULL`)
    expect(files).toEqual([])
    expect((await askWallet(test, thirdParty)).status).toBe(410)
    await expectSoundTrails(test)
  })

  it('of an age under 18 ends the kept proof of the creator’s account, or of the link’s address (ONCE-6)', async () => {
    const own = await register(test)
    await test.database.run(sql`UPDATE verifications SET third_party_email = ${own.email}
      WHERE id = ${thirdParty.verificationId}`)
    for (const { id } of [creator, own])
      await test.database.run(sql`
        INSERT INTO kept_proofs (id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on)
        VALUES (${id}, ${id}, 'Łucja Nowak', true, '{}', ${test.clock.now()}, '2027-03-11')`)
    const kept = async () => (await test.database.rows(sql`SELECT 1 FROM kept_proofs`)).length
    await answerWallet(test, issuer, await begun(test, thirdParty), 'yes')
    expect(await kept()).toBe(2)
    await answerWallet(test, issuer, await begun(test, thirdParty), 'no')
    expect(await kept()).toBe(1)
    const session = await begun(test, creator)
    await answerWallet(test, issuer, session, 'no')
    expect(await kept()).toBe(0)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'under_age', proof: null })
  })

  it('is deleted with the third party whose address the creator corrects (WALLET-7)', async () => {
    await answerWallet(test, issuer, await begun(test, thirdParty), 'yes')
    const open = await begun(test, thirdParty)
    const corrected = await correctAddress(test, creator, thirdParty.verificationId, 'other@example.com')
    expect(corrected.status).toBe(200)
    expect(await proofs()).toEqual([])
    expect((await answerWallet(test, issuer, open, 'yes')).status).toBe(410)
    expect(await proofs()).toEqual([])
  })

  it('is deleted if it isn’t used (WALLET-8)', async () => {
    const other = await invite(test, creator)
    for (const who of [creator, thirdParty, other])
      await answerWallet(test, issuer, await begun(test, who), 'yes')
    await runDue(test, forgetWalletsJob)
    expect(await proofs()).toHaveLength(3)
    await postJson(test, `/api/verifications/${other.verificationId}/cancel`, {}, creator.headers)
    test.clock.advance(dayMs + 1)
    await runDue(test, forgetWalletsJob)
    expect(await proofs()).toEqual([
      expect.objectContaining({ setVerificationId: thirdParty.verificationId }),
    ])
    expect(await test.database.rows(sql`SELECT 1 FROM wallet_sessions`)).toEqual([])
  })

  it('can be cancelled, and requested again', async () => {
    const session = await begun(test, thirdParty)
    const taken = await test.app.request(`/api/wallet-sessions/${session.id}`, {
      method: 'DELETE',
      headers: toBearer(session.secret),
    })
    expect(taken.status).toBe(204)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'cancelled' })
    expect((await answerWallet(test, issuer, session, 'yes')).status).toBe(410)
    expect((await answerWallet(test, issuer, await begun(test, thirdParty), 'yes')).status).toBe(200)
  })

  it('expires if the request isn’t answered within five minutes', async () => {
    const session = await begun(test, thirdParty)
    test.clock.advance(walletSessionLifeMs)
    expect(await sessionNow(test, session)).toEqual({ state: 'expired', refusal: null, proof: null })
  })
})
