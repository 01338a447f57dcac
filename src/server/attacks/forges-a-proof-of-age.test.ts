import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerKind } from '../../../simulators/wallet/answers.ts'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import type { WalletRefusal } from '../../domain/wallet.ts'
import { sql } from '../platform/database/index.ts'
import { createVerification, enter, postJson, register, type ThirdParty } from '../testing/people.ts'
import {
  answerWallet,
  type Beginning,
  begun,
  postFields,
  sessionNow,
  takeSimulatedWallets,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app.ts'

/**
 * The faults by which an answer differs from a good one, with the kind of answer and the resulting refusal
 * (create-wallets.test.ts has them all in every combination).
 */
const wrongs: [string, AnswerKind, WalletRefusal][] = [
  ['of another nonce', 'other nonce', 'not_for_this_request'],
  ['to another client or origin', 'other verifier', 'not_for_this_request'],
  ['of an unknown issuer', 'unknown issuer', 'issuer_unknown'],
  ['that ships its own root', 'own root', 'issuer_unknown'],
  ['whose signer is of another country than its root', 'other country', 'issuer_unknown'],
  ['whose signer’s certificate is not made for signing it', 'signer without purpose', 'signer_refused'],
  ['whose signer’s certificate has expired', 'expired signer', 'signer_refused'],
  ['of a credential that has expired', 'expired credential', 'credential_expired'],
  ['of a credential that is not yet valid', 'future credential', 'credential_not_yet_valid'],
  ['of a copied credential, signed by another device', 'other device key', 'not_for_this_request'],
  ['whose device makes a MAC only', 'device mac', 'not_for_this_request'],
  ['with a flipped claim', 'flipped claim', 'changed'],
  ['without a document', 'no document', 'wrong_credential'],
  ['with two documents', 'two documents', 'wrong_credential'],
  ['whose type differs from the signed one', 'other signed type', 'wrong_credential'],
  ['that says "true" as a text', 'text true', 'no_answer'],
  ['that says 1', 'number one', 'no_answer'],
  ['that says only "over 21"', 'only over 21', 'no_answer'],
  ['with more attributes than were asked for', 'too much', 'too_much'],
  ['in clear where an encrypted one was asked for', 'in clear', 'unreadable'],
]

/** Through the browser only some, because the faults are the same. */
const ways: [string, Beginning, string?, typeof wrongs?][] = [
  ['a QR code', { way: 'qr' }],
  ['the browser, by ISO/IEC 18013-7', { way: 'api' }, 'org-iso-mdoc', wrongs.slice(-3)],
]

describe('a person who forges a proof of age', () => {
  const test = testAppForFile()
  let issuer: Issuer
  let thirdParty: ThirdParty
  beforeAll(async () => {
    issuer = await takeSimulatedWallets(test)
    thirdParty = await enter(test, (await createVerification(test, await register(test))).id)
  })
  beforeEach(async () => {
    await test.database.run(sql`DELETE FROM rate_limits`)
    await test.database.run(sql`DELETE FROM wallet_sessions`)
    await test.database.run(sql`DELETE FROM wallet_proofs`)
  })

  const proofs = () => test.database.rows(sql`SELECT * FROM wallet_proofs`)
  const kept = async () =>
    JSON.stringify(await test.database.rows(sql`SELECT * FROM wallet_sessions`)) +
    JSON.stringify(await test.database.rows(sql`SELECT * FROM audit_events`))

  describe.each(ways)('by %s', (_name, way, protocol, some = wrongs) => {
    it.each(some)(
      'has an answer %s refused, and no part of it is stored (WALLET-9)',
      async (_what, kind, refusal) => {
        const session = await begun(test, thirdParty, { ...way, credentialType: 'org.iso.18013.5.1.mDL' })
        const answer = await answerWallet(test, issuer, session, kind, protocol)
        expect(answer.status).toBe(way.way === 'api' ? 200 : 422)
        expect(await sessionNow(test, session)).toEqual({ state: 'refused', refusal, proof: null })
        expect(await proofs()).toEqual([])
        // The other attributes in the answer.
        expect(await kept()).not.toMatch(/Nowak|1990-04-17|birth_date/)
        // The session has used up its one answer.
        expect((await answerWallet(test, issuer, session, 'yes', protocol)).status).toBe(410)
        expect(await proofs()).toEqual([])
      },
    )

    it('sees that they cancelled, and can begin again', async () => {
      const session = await begun(test, thirdParty, way)
      expect((await answerWallet(test, issuer, session, 'cancelled', protocol)).status).toBe(200)
      expect(await sessionNow(test, session)).toEqual({ state: 'cancelled', refusal: null, proof: null })
      expect(
        (await answerWallet(test, issuer, await begun(test, thirdParty, way), 'yes', protocol)).status,
      ).toBe(200)
    })
  })

  it('gets nowhere with malformed answers', async () => {
    for (const data of ['x', null, { response: 'x' }, { response: ['x'] }, { vp_token: {} }]) {
      const session = await begun(test, thirdParty, { way: 'api' })
      const path = `/api/wallet-sessions/${session.id}/answer`
      const answer = await postJson(test, path, { protocol: 'org-iso-mdoc', data }, toBearer(session.secret))
      expect(await answer.json()).toMatchObject({ state: 'refused', refusal: 'unreadable' })
    }
    const posted = await begun(test, thirdParty)
    expect((await postFields(test, posted.id, {})).status).toBe(422)
    expect(await proofs()).toEqual([])
    await expectSoundTrails(test)
  })
})
