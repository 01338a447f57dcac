import { beforeEach, describe, expect, it } from 'vitest'
import type { Issuer } from '../../../simulators/wallet/issuer.ts'
import type { Draft } from '../../contract/draft.ts'
import { type AsksFor, askedChoices, type EvidenceSource } from '../../domain/evidence/evidence.ts'
import { unspentProofLifeMs } from '../../domain/wallet.ts'
import { sql } from '../platform/database/index.ts'
import { makeDraft } from '../testing/drafts.ts'
import {
  ageCreation,
  create,
  invite,
  type Person,
  putJson,
  readAnswer,
  register,
  type ThirdParty,
} from '../testing/people.ts'
import {
  answerWallet,
  askWallet,
  type Beginning,
  begun,
  meetWithWallets,
  sessionNow,
} from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { toProofSource } from './index.ts'

const withName: AsksFor = { ...askedChoices.id_or_wallet, walletName: true }
const licence = { credentialType: 'org.iso.18013.5.1.mDL', asksName: true } as const

describe('a name by a wallet', () => {
  // Long sessions, because a day passes in one test.
  const test = testAppForFile({ accessTokenLifeSeconds: 2 * 24 * 60 * 60 })
  let issuer: Issuer
  let creator: Person
  let thirdParty: ThirdParty
  beforeEach(async () => {
    ;({ issuer, creator } = await meetWithWallets(test))
    thirdParty = await invite(test, creator, { asksFor: withName })
  })

  const holder = (given_name: string, family_name: string) => ({
    given_name,
    family_name,
    birth_date: '1990-04-17',
  })

  async function answerAs(
    who: Person | ThirdParty,
    name: ReturnType<typeof holder>,
    beginning: Beginning = licence,
  ) {
    const session = await begun(test, who, beginning)
    await answerWallet(test, issuer, session, 'yes', 'org-iso-mdoc', name)
    return session
  }

  it.each([
    ['Sam', 'O’Neill', true],
    ['SAM PATRICK', 'ONEILL', true],
    ['Anna', 'Nowak', false],
    ['山田', '太郎', null],
  ])(
    'is compared with the name that the creator typed, and not kept: %s %s (WALLET-3)',
    async (given, family, nameAgrees) => {
      const session = await answerAs(thirdParty, holder(given, family))
      expect(await sessionNow(test, session)).toMatchObject({ state: 'proven', proof: { nameAgrees } })
      const kept = [
        await test.database.rows(sql`SELECT * FROM wallet_sessions`),
        await test.database.rows(sql`SELECT * FROM wallet_proofs`),
        await test.database.rows(sql`SELECT * FROM audit_events`),
      ]
      expect(JSON.stringify(kept)).not.toMatch(/O’Neill|ONEILL|Nowak|山田|1990-04-17/)
    },
  )

  it('isn’t asked for unless the creator’s choice has it, or of a credential without a name (WALLET-2)', async () => {
    const other = await invite(test, creator)
    expect((await askWallet(test, other, licence)).status).toBe(409)
    const proofOfAge = { ...licence, credentialType: 'eu.europa.ec.av.1' } as const
    expect((await askWallet(test, thirdParty, proofOfAge)).status).toBe(409)
    expect((await askWallet(test, other, { ...licence, asksName: false })).status).toBe(201)
  })

  it('leaves the name declared where its person proves the age alone (EVIDENCE-8)', async () => {
    await answerAs(thirdParty, holder('Anna', 'Nowak'), { ...licence, asksName: false })
    const proofs = await test.database.rows(sql`SELECT name_verdict, name_mark FROM wallet_proofs`)
    expect(proofs).toEqual([{ nameVerdict: null, nameMark: null }])
  })

  it('counts only for the name that was compared, signed with (EVIDENCE-8)', async () => {
    const fullName = 'Sam O’Neill'
    await answerAs(creator, holder('Sam', 'O’Neill'), { ...licence, fullName })
    const [proof] = await test.database.rows<Parameters<typeof toProofSource>[1]>(
      sql`SELECT credential_type, issuer_name, name_verdict, name_mark, response_sha256, proven_at FROM wallet_proofs`,
    )
    if (!proof) throw new Error('no proof was kept')
    const { signing } = test.platform
    const tell = (typed: string, signature: string) =>
      toProofSource(signing, proof, { fullName: typed, signature }).nameAgrees
    expect(tell(fullName, 'sam o’neill')).toBe(true)
    expect(tell(fullName, 'Anna Nowak')).toBeNull()
    expect(tell('Sam O’Neil', 'Sam O’Neil')).toBeNull()
    const differing = { ...proof, nameVerdict: 'differs' } as const
    expect(toProofSource(signing, differing, { fullName, signature: 'Anna' }).nameAgrees).toBe(false)
  })

  it('isn’t in a record whose request doesn’t ask for it, although its creator proved it (EVIDENCE-5)', async () => {
    const creation = await ageCreation(test, creator)
    const session = await answerAs(creator, holder('Łucja', 'Nowak'), {
      ...licence,
      fullName: creation.fullName,
    })
    const asksFor = askedChoices.id_or_wallet
    const created = await create(test, creator, { ...creation, asksFor, walletProofId: session.id })
    const { id } = (await created.json()) as { id: string }
    const row = await test.database.row<{ sources: EvidenceSource[] }>(
      sql`SELECT creator_sources AS sources FROM verifications WHERE id = ${id}`,
    )
    expect(row?.sources).toEqual([expect.objectContaining({ step: 'wallet' })])
    expect(row?.sources[0]).not.toHaveProperty('nameAgrees')
  })

  it('of a PID goes with a birth date that is judged on the person’s own day (WALLET-6)', async () => {
    const turning = { ...holder('Sam', 'O’Neill'), birth_date: '2008-03-12' }
    const pid = { ...licence, credentialType: 'eu.europa.ec.eudi.pid.1' } as const
    // The test's clock shows noon in UTC on 11 March 2026; in Kiribati it is the 12th.
    const adult = await answerAs(thirdParty, turning, { ...pid, today: '2026-03-12' })
    expect(await sessionNow(test, adult)).toMatchObject({ state: 'proven' })
    const minor = await answerAs(thirdParty, turning, { ...pid, today: '2026-03-11' })
    expect(await sessionNow(test, minor)).toMatchObject({ state: 'under_age' })
    expect((await askWallet(test, creator, { ...pid, today: '2026-03-14' })).status).toBe(400)
  })

  it('is known in the draft as long as the proof can be used there (WALLET-14)', async () => {
    const fullName = 'Sam O’Neill'
    const { id } = await answerAs(creator, holder('Anna', 'Nowak'), { ...licence, fullName })
    const find = async (by: Person, typed: string) => {
      const draft = makeDraft({ values: { walletProofId: id, fullName: typed } })
      expect((await putJson(test, '/api/drafts/age', draft, by.headers)).status).toBe(200)
      const path = '/api/drafts/age'
      const found: { draft: Draft | null } = await readAnswer(test.app.request(path, { headers: by.headers }))
      await test.app.request(path, { method: 'DELETE', headers: by.headers })
      return found.draft?.walletProof
    }
    const proof = { id, issuerName: expect.any(String), voucherKind: null, nameAgrees: false }
    expect(await find(creator, fullName)).toEqual({ ...proof, comparedName: fullName })
    expect(await find(creator, 'Anna Nowak')).toEqual({ ...proof, comparedName: null })
    expect(await find(await register(test), fullName)).toBeNull()
    test.clock.advance(unspentProofLifeMs)
    expect(await find(creator, fullName)).toBeNull()
  })
})
