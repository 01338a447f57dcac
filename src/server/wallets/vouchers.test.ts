import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { askedChoices } from '../../domain/evidence/evidence.ts'
import { voucherSessionLifeMs } from '../../domain/voucher.ts'
import { readVouchers } from '../outside-services.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { readStatus } from '../testing/kept.ts'
import {
  correctAddress,
  type Person,
  postJson,
  readRefusal,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import {
  askVoucher,
  begunVoucher,
  endpointPaths,
  meetWithVouchers,
  returnFrom,
  startSimulatedVouchers,
  vouchFor,
  walkThrough,
} from '../testing/simulated-voucher.ts'
import { begun, sessionNow, takeSimulatedWallets, toBearer } from '../testing/simulated-wallet.ts'
import { openForFile, soundAppForFile } from '../testing/test-app.ts'
import { forgetWalletsJob } from './index.ts'

const named = { ...askedChoices.usual, voucherInsteadOfId: true as const, walletName: true as const }

describe('a bank or an age key that vouches for a person', () => {
  const test = soundAppForFile()
  const simulated = openForFile(() => startSimulatedVouchers())
  let creator: Person
  let thirdParty: ThirdParty
  beforeEach(async () => {
    ;({ creator, thirdParty } = await meetWithVouchers(test, simulated, { asksFor: named }))
  })

  const proofs = () => test.database.rows<Record<string, unknown>>(sql`SELECT * FROM wallet_proofs`)
  const sessions = () => test.database.rows<Record<string, unknown>>(sql`SELECT * FROM wallet_sessions`)
  const events = () =>
    test.database.rows<{ event: string; detail: unknown }>(sql`
      SELECT event, detail FROM audit_events WHERE verification_id = ${thirdParty.verificationId}
        AND (event LIKE 'voucher%' OR event = 'not_completed') ORDER BY sequence`)

  it('is listed where it is configured, and asked only then (VOUCHER-1)', async () => {
    const listed = async () => (await test.app.request('/api/vouchers')).json()
    expect(await listed()).toEqual({
      offered: [
        { id: 'age-key', name: 'Simulated age key', kind: 'age_key', countries: [], hasName: false },
        { id: 'bank', name: 'Simulated bank', kind: 'bank', countries: ['GB'], hasName: true },
      ],
    })
    const without = await readVouchers({ vouchersDir: null, localOnly: true })
    expect(without.offered).toEqual([])
    for (const beginning of [{ voucher: 'other' }, { voucher: 'age-key', asksName: true }])
      expect(await readRefusal(await askVoucher(test, thirdParty, beginning))).toEqual([
        409,
        'voucher_not_offered',
      ])
  })

  it('leaves verdicts, its name and kind, the time and hashes, and nothing else of the person (VOUCHER-6)', async () => {
    const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(silentLogger, level))
    let token = ''
    simulated.changes.answer = ({ path, body }) => {
      if (path === endpointPaths.token) token = (body as { id_token: string }).id_token
    }
    const session = await begunVoucher(test, thirdParty, { asksName: true })
    const answer = await walkThrough(session.url)
    const answered = await returnFrom(test, session, answer)
    expect(await answered.json()).toEqual({
      state: 'proven',
      refusal: null,
      proof: {
        id: session.id,
        credentialType: null,
        voucherKind: 'bank',
        issuerName: 'Simulated bank',
        nameAgrees: true,
        provenAt: test.clock.now().toISOString(),
      },
    })
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await proofs()).toEqual([
      {
        id: session.id,
        userId: null,
        verificationId: null,
        setVerificationId: thirdParty.verificationId,
        setSha256: hash,
        credentialType: null,
        issuerName: null,
        voucherName: 'Simulated bank',
        voucherKind: 'bank',
        subjectMark: expect.any(String),
        nameVerdict: 'agrees',
        nameMark: expect.any(String),
        responseSha256: hash,
        provenAt: test.clock.now(),
        spentOn: null,
        spentAt: null,
      },
    ])
    expect(await sessions()).toEqual([
      expect.objectContaining({
        voucher: 'bank',
        state: 'proven',
        requestKey: null,
        claimedName: null,
        today: null,
      }),
    ])
    expect(await events()).toEqual([{ event: 'voucher_proven', detail: { voucher: 'bank' } }])

    await test.app.request(`/voucher-return/bank?${answer.query}`)
    const code = new URLSearchParams(answer.query).get('code') ?? ''
    const trail = await test.database.rows(sql`SELECT * FROM audit_events`)
    const calls = logged.flatMap((spy) => spy.mock.calls)
    expect(calls.length).toBeGreaterThan(0)
    const kept = JSON.stringify([await proofs(), await sessions(), trail, calls])
    const { sub = '' } = decodeJwt(token)
    expect(sub).toHaveLength(24)
    for (const secret of [code, sub, token.slice(-40), 'O’Neill', session.secret, 'given_name'])
      expect(kept).not.toContain(secret)
  })

  it.each([
    ['Sam O’Neill', true],
    ['SAM PATRICK ONEILL', true],
    ['O’Neill Sam', true],
    ['Anna Nowak', false],
    ['太郎 山田', null],
    [' ', null],
  ])(
    'has the name compared with the one that the creator typed: %s (VOUCHER-5)',
    async (name, nameAgrees) => {
      const { proof } = await vouchFor(test, thirdParty, { asksName: true, name })
      expect(proof).toMatchObject({ nameAgrees })
    },
  )

  it('is asked for the name only if the creator’s choice has it (VOUCHER-5)', async () => {
    const { proof } = await vouchFor(test, thirdParty)
    expect(proof).not.toHaveProperty('nameAgrees')
    const { thirdParty: other } = await meetWithVouchers(test, simulated, { type: 'person' })
    expect(await readRefusal(await askVoucher(test, other, { asksName: true }))).toEqual([
      409,
      'voucher_not_offered',
    ])
  })

  it('completes only in the browser that began it, in any of its tabs (VOUCHER-7)', async () => {
    const session = await begunVoucher(test, thirdParty)
    const answer = await walkThrough(session.url)
    const other = await begunVoucher(test, creator)
    for (const secret of [other.secret, 'x'.repeat(43), ''])
      expect(await readRefusal(await returnFrom(test, { ...session, secret }, answer))).toEqual([
        404,
        'wallet_session_not_found',
      ])
    // Somebody else's answer in a browser that began its own: the state differs.
    expect(await readRefusal(await returnFrom(test, other, answer))).toEqual([422, 'wallet_answer_refused'])
    expect(await sessionNow(test, other)).toMatchObject({ state: 'open' })
    expect(await sessionNow(test, session)).toMatchObject({ state: 'open' })
    expect(await (await returnFrom(test, session, answer)).json()).toMatchObject({ state: 'proven' })
    expect(await sessionNow(test, session)).toMatchObject({ state: 'proven', proof: { id: session.id } })
  })

  it('counts once of fifty returns at once (VOUCHER-7)', async () => {
    const session = await begunVoucher(test, thirdParty)
    const answer = await walkThrough(session.url)
    const before = simulated.asked.get(endpointPaths.token) ?? 0
    const returns = await Promise.all(Array.from({ length: 50 }, () => returnFrom(test, session, answer)))
    expect(returns.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(returns.filter(({ status }) => status === 410)).toHaveLength(49)
    expect(await proofs()).toHaveLength(1)
    expect(simulated.asked.get(endpointPaths.token)).toBe(before + 1)
  })

  it('is refused at the address of another provider, and stays open (VOUCHER-7)', async () => {
    const session = await begunVoucher(test, thirdParty)
    const answer = await walkThrough(session.url)
    const mixed = await returnFrom(test, session, { ...answer, voucher: 'age-key' })
    expect(await readRefusal(mixed)).toEqual([422, 'wallet_answer_refused'])
    expect(await proofs()).toEqual([])
    expect(await sessionNow(test, session)).toMatchObject({ state: 'open' })
  })

  it('counts in the newer of two tabs that began, and in time (VOUCHER-7)', async () => {
    const [first, second] = [await begunVoucher(test, thirdParty), await begunVoucher(test, thirdParty)]
    const answer = await walkThrough(first.url)
    expect((await returnFrom(test, first, answer)).status).toBe(410)
    expect(await sessionNow(test, first)).toMatchObject({ state: 'replaced' })
    expect(await (await returnFrom(test, second, await walkThrough(second.url))).json()).toMatchObject({
      state: 'proven',
    })
    const late = await begunVoucher(test, thirdParty)
    const lateAnswer = await walkThrough(late.url)
    test.clock.advance(voucherSessionLifeMs)
    expect((await returnFrom(test, late, lateAnswer)).status).toBe(410)
    expect(await sessionNow(test, late)).toMatchObject({ state: 'expired' })
    expect(await proofs()).toHaveLength(1)
  })

  it('doesn’t end the request to a wallet of the same browser', async () => {
    await takeSimulatedWallets(test)
    const session = await begun(test, thirdParty)
    expect((await returnFrom(test, session, { query: 'code=x' })).status).toBe(410)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'open' })
  })

  const ends = {
    'was cancelled': () => end('verifications', 'cancel', creator),
    'was refused': () => end('public/verifications', 'decline', thirdParty, { reason: null }),
    'was submitted': () => submitWhole(test, thirdParty),
    'went to another address': () =>
      correctAddress(test, creator, thirdParty.verificationId, 'other@example.com'),
  }
  const end = (of: string, how: string, { headers }: Person | ThirdParty, body = {}) =>
    postJson(test, `/api/${of}/${thirdParty.verificationId}/${how}`, body, headers)

  it.each(Object.entries(ends))(
    'leaves nothing where the request %s in the meantime (VOUCHER-7)',
    async (how, endNow) => {
      const session = await begunVoucher(test, thirdParty)
      const answer = await walkThrough(session.url)
      expect((await endNow()).status).toBeLessThan(300)
      const refused =
        how === 'went to another address' ? [404, 'wallet_session_not_found'] : [410, 'link_closed']
      expect(await readRefusal(await returnFrom(test, session, answer))).toEqual(refused)
      expect(await proofs()).toEqual([])
      expect(await events()).toEqual([])
    },
  )

  it.each<[string, unknown, (session: { id: string; secret: string }) => unknown]>([
    ['verification ends', 'link_closed', () => end('verifications', 'cancel', creator)],
    ['person begins anew', 'wallet_session_over', () => begunVoucher(test, thirdParty)],
    [
      'person cancels',
      'wallet_session_over',
      ({ id, secret }) =>
        test.app.request(`/api/wallet-sessions/${id}`, { method: 'DELETE', headers: toBearer(secret) }),
    ],
  ])('leaves nothing where the %s while the provider is asked (VOUCHER-7)', async (_, code, interrupt) => {
    const session = await begunVoucher(test, thirdParty)
    const answer = await walkThrough(session.url)
    const { judge } = test.platform.vouchers
    test.platform.vouchers = {
      ...test.platform.vouchers,
      async judge(...given) {
        await interrupt(session)
        return judge(...given)
      },
    }
    expect(await readRefusal(await returnFrom(test, session, answer))).toEqual([410, code])
    expect(await proofs()).toEqual([])
  })

  it('ends the request of a person under 18, and the creator learns only that it ended (VOUCHER-5, EVIDENCE-13)', async () => {
    const session = await vouchFor(test, thirdParty, { press: 'Continue as minor' })
    expect(session).toMatchObject({ state: 'under_age', refusal: null, proof: null })
    expect(await events()).toEqual([{ event: 'not_completed', detail: {} }])
    expect(await proofs()).toEqual([])
    const view = await test.app.request(`/api/verifications/${thirdParty.verificationId}`, creator)
    const told = await view.text()
    expect(JSON.parse(told)).toMatchObject({ status: 'rejected' })
    // The text that both would have signed is for every reader.
    const { consentText: _, ...shown } = JSON.parse(told)
    expect(JSON.stringify(shown)).not.toMatch(/under|bank|voucher_|not_completed/i)
    expect((await askVoucher(test, thirdParty)).status).toBe(410)
  })

  it('ends nothing where the age is unknown, the person cancels, or the provider is away (VOUCHER-5, VOUCHER-9)', async () => {
    const minor = await vouchFor(test, thirdParty, { voucher: 'age-key', press: 'Continue as minor' })
    expect(minor).toMatchObject({ state: 'refused', refusal: 'age_unknown' })
    expect(await vouchFor(test, thirdParty, { press: 'Cancel' })).toMatchObject({
      state: 'cancelled',
      refusal: null,
    })
    simulated.changes.answer = (context) => {
      if (context.path === endpointPaths.token) context.status = 503
    }
    expect(await vouchFor(test, thirdParty)).toMatchObject({ state: 'refused', refusal: 'provider_away' })
    expect(await readStatus(test, thirdParty.verificationId)).toBe('pending')
    // A record must not say that an answer was refused where the provider failed.
    expect(await events()).toEqual([{ event: 'voucher_refused', detail: { reason: 'age_unknown' } }])
    simulated.restore()
    expect(await vouchFor(test, thirdParty)).toMatchObject({ state: 'proven' })
  })

  it('that is away before the person goes there replaces no request (VOUCHER-9)', async () => {
    const session = await begunVoucher(test, thirdParty, { voucher: 'age-key' })
    simulated.changes.answer = (context) => {
      if (context.path === endpointPaths.par) context.status = 503
    }
    expect(await readRefusal(await askVoucher(test, thirdParty))).toEqual([503, 'voucher_away'])
    const answer = await walkThrough(session.url)
    expect(await (await returnFrom(test, session, { ...answer, voucher: 'age-key' })).json()).toMatchObject({
      state: 'proven',
      proof: { voucherKind: 'age_key' },
    })
  })

  it('is begun five times a day for each person and link (VOUCHER-7)', async () => {
    for (const who of [creator, thirdParty]) {
      for (let at = 0; at < 5; at += 1) await begunVoucher(test, who, { voucher: 'age-key' })
      expect((await askVoucher(test, who, { voucher: 'age-key' })).status).toBe(429)
    }
    test.clock.advance(dayMs)
    const anew = await meetWithVouchers(test, simulated, { type: 'person' })
    expect((await askVoucher(test, anew.thirdParty, { voucher: 'age-key' })).status).toBe(201)
  })

  it('is forgotten with a corrected address, an ended request, and unused after a day (VOUCHER-8)', async () => {
    await vouchFor(test, thirdParty)
    expect(await proofs()).toHaveLength(1)
    await correctAddress(test, creator, thirdParty.verificationId, 'other@example.com')
    expect(await proofs()).toEqual([])
    const anew = await meetWithVouchers(test, simulated, { type: 'person' })
    await vouchFor(test, anew.thirdParty)
    await vouchFor(test, anew.creator)
    const { verificationId } = anew.thirdParty
    await postJson(test, `/api/verifications/${verificationId}/cancel`, {}, anew.creator.headers)
    const [kept] = (await proofs()).filter(({ userId }) => userId === null)
    expect(kept?.['subjectMark'] ?? null).toBeNull()
    await runDue(test, forgetWalletsJob)
    expect(await proofs()).toEqual([expect.objectContaining({ userId: anew.creator.id })])
    test.clock.advance(dayMs + 1)
    await runDue(test, forgetWalletsJob)
    expect(await proofs()).toEqual([])
    expect(await sessions()).toEqual([])
  })
})
