import { beforeEach, describe, expect, it } from 'vitest'
import { ownerViewSchema } from '../../contract/verification.ts'
import type { AsksFor } from '../../domain/evidence/evidence.ts'
import type { RecordFacts } from '../../domain/record/record.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import {
  create,
  creationWithoutPictures,
  enter,
  logInAgain,
  type Person,
  personCreation,
  post,
  postJson,
  readAnswer,
  readRefusal,
  registerPaying,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import { readFacts, setHold, viewRecord } from '../testing/records.ts'
import { meetWithVouchers, startSimulatedVouchers, vouchFor } from '../testing/simulated-voucher.ts'
import { openForFile, soundAppForFile } from '../testing/test-app.ts'

/** Age alone, by any voucher; and age and name, which an age key can't give. */
const byVoucher: AsksFor = { age: 'wallet', walletInsteadOfId: false, voucherInsteadOfId: true, face: false }
const byName: AsksFor = { ...byVoucher, walletName: true }

describe('two people for whom vouchers take the place of pictures', () => {
  const test = soundAppForFile()
  const simulated = openForFile(() => startSimulatedVouchers())
  let creator: Person
  beforeEach(async () => {
    ;({ creator } = await meetWithVouchers(test, simulated, { type: 'person' }))
  })

  const prove = async (who: Person | ThirdParty, how: Parameters<typeof vouchFor>[2] = {}) =>
    (await vouchFor(test, who, how)).id
  /** The bank with the creator's own name. */
  const asLucja = { asksName: true, name: 'Łucja Nowak', fullName: 'Łucja Nowak' }
  const byKey = { voucher: 'age-key' }

  const createWith = (walletProofId: string | null, asksFor: AsksFor = byVoucher) =>
    create(test, creator, { ...creationWithoutPictures(test), asksFor, walletProofId })

  async function inviteWith(walletProofId: string, asksFor: AsksFor = byVoucher): Promise<ThirdParty> {
    const { id } = await readAnswer<{ id: string }>(createWith(walletProofId, asksFor), 201)
    return enter(test, id)
  }

  async function submit(by: ThirdParty, more: Record<string, string> = {}): Promise<Response> {
    const { selfieUrl: _, idUrl: __, ...rest } = await wholeSubmission(test, by)
    await test.database.run(sql`DELETE FROM documents WHERE attached_at IS NULL`)
    return post(test, by, { ...rest, ...more })
  }

  const isAt = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/)
  const listSteps = (known: RecordFacts['known']) =>
    known.flatMap(({ fact, party, step }) => (fact === 'mailbox' ? [] : [[fact, party, step]]))

  const readMarks = async (id: string) => {
    const of = await test.database.row<{ mark: string | null }>(
      sql`SELECT creator_identity_mark AS mark FROM verifications WHERE id = ${id}`,
    )
    const own = await test.database.rows<{ subjectMark: string | null }>(
      sql`SELECT subject_mark FROM wallet_proofs WHERE set_verification_id = ${id} OR spent_on = ${id}`,
    )
    return [of?.mark ?? null, ...own.map(({ subjectMark }) => subjectMark)]
  }

  it('finish with a bank and an age key, and the record says who vouched for each (VOUCHER-11, EVIDENCE-5, SUBMIT-12)', async () => {
    const thirdParty = await inviteWith(await prove(creator))
    expect((await submit(thirdParty)).status).toBe(422)
    await prove(thirdParty, byKey)
    expect((await submit(thirdParty)).status).toBe(200)
    const { sources, known } = await readFacts(test, thirdParty.verificationId, creator)
    const [byBank, ofKey] = (['bank', 'age_key'] as const).map((by) => ({ step: 'provider', by, at: isAt }))
    expect(sources).toEqual({
      creator: [{ ...byBank, provider: 'Simulated bank' }],
      thirdParty: [{ ...ofKey, provider: 'Simulated age key' }],
    })
    expect(listSteps(known)).toEqual([
      ['age', 'creator', 'provider'],
      ['name', 'creator', 'declared'],
      ['age', 'thirdParty', 'provider'],
      ['name', 'thirdParty', 'declared'],
    ])
    expect(await test.database.rows(sql`SELECT 1 FROM documents WHERE attached_at IS NOT NULL`)).toEqual([])
  })

  it('have no photo or ID for a legal hold to keep (HOLD-1)', async () => {
    const thirdParty = await inviteWith(await prove(creator))
    await prove(thirdParty, byKey)
    await readAnswer(submit(thirdParty))
    await test.runJobs()
    const id = thirdParty.verificationId
    expect((await viewRecord(test, id, creator)).can.hold).toBe(false)
    expect(await readRefusal(await setHold(test, id, creator))).toEqual([409, 'hold_without_files'])
  })

  it('have their names in the record where both agreed to that (VOUCHER-11, EVIDENCE-8)', async () => {
    const thirdParty = await inviteWith(await prove(creator, asLucja), byName)
    await prove(thirdParty, { asksName: true })
    expect((await submit(thirdParty)).status).toBe(200)
    const { sources, known } = await readFacts(test, thirdParty.verificationId, creator)
    const byBank = { step: 'provider', provider: 'Simulated bank', by: 'bank', nameAgrees: true, at: isAt }
    expect(sources).toEqual({ creator: [byBank], thirdParty: [byBank] })
    expect(listSteps(known).every(([, , step]) => step === 'provider')).toBe(true)
  })

  const ways = {
    'the bank with the name': [true, asLucja, { asksName: true }],
    'the bank with another name': [
      false,
      { ...asLucja, name: 'Anna Kowalska' },
      { asksName: true, name: 'Anna Kowalska' },
    ],
    'the bank with a name in other letters': [
      false,
      { ...asLucja, name: '太郎 山田' },
      { asksName: true, name: '太郎 山田' },
    ],
    'the bank without the name': [false, {}, {}],
    'an age key': [false, byKey, byKey],
  } as const
  it.each(Object.entries(ways))(
    'use %s where age and name are asked (VOUCHER-11)',
    async (_, [isEnough, byCreator, byThirdParty]) => {
      const created = await createWith(await prove(creator, byCreator), byName)
      expect(created.status).toBe(isEnough ? 201 : 422)
      const thirdParty = await inviteWith(await prove(creator, asLucja), byName)
      await prove(thirdParty, byThirdParty)
      const submitted = await submit(thirdParty)
      expect(submitted.status).toBe(isEnough ? 200 : 422)
    },
  )

  it('can’t use a bank where only a wallet was chosen, or nothing was (VOUCHER-11)', async () => {
    const chosen: AsksFor[] = [
      { age: 'wallet', walletInsteadOfId: true, face: false },
      { age: 'declared', walletInsteadOfId: false, face: true },
    ]
    for (const asksFor of chosen)
      expect((await createWith(await prove(creator, asLucja), asksFor)).status).toBe(422)
  })

  it('can’t choose what no provider is configured for (VOUCHER-1)', async () => {
    const id = await prove(creator, asLucja)
    test.platform.vouchers = { ...test.platform.vouchers, offered: [] }
    expect(await readRefusal(await createWith(id))).toEqual([422, 'asks_impossible'])
  })

  it('can’t choose a name that nobody here can confirm: the other person couldn’t finish (VOUCHER-1)', async () => {
    const { vouchers } = test.platform
    const asking = (asksFor: AsksFor) => create(test, creator, { ...personCreation(test), asksFor })
    test.platform.vouchers = { ...vouchers, offered: vouchers.offered.filter(({ hasName }) => !hasName) }
    expect(await readRefusal(await asking(byName))).toEqual([422, 'asks_impossible'])
    expect((await asking(byVoucher)).status).toBe(201)
    test.platform.vouchers = vouchers
    expect((await asking(byName)).status).toBe(201)
  })

  it('use a creator’s proof for one request, once, within a day (VOUCHER-8, WALLET-5)', async () => {
    const stranger = await registerPaying(test)
    for (const id of [null, await prove(stranger, asLucja)]) expect((await createWith(id)).status).toBe(422)
    const own = await prove(creator, asLucja)
    const answers = await Promise.all(Array.from({ length: 5 }, () => createWith(own)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await createWith(own)).status).toBe(422)
    const late = await prove(creator, asLucja)
    test.clock.advance(dayMs - 1)
    creator = await logInAgain(test, creator)
    test.clock.advance(1)
    expect(await readRefusal(await createWith(late))).toEqual([422, 'wallet_proof_missing'])
  })

  it('are told, and the record too, that both are one person to their bank (EVIDENCE-18, EVIDENCE-19)', async () => {
    const thirdParty = await inviteWith(await prove(creator, asLucja))
    await prove(thirdParty, { name: 'Łucja Nowak' })
    expect(await readRefusal(await submit(thirdParty))).toEqual([409, 'shared_untold'])
    const form = await readAnswer<{ shared: string[] }>(
      test.app.request(`/api/public/verifications/${thirdParty.verificationId}/form`, thirdParty),
    )
    expect(form.shared).toEqual(['same_identity'])
    expect((await submit(thirdParty, { shared: 'same_identity' })).status).toBe(200)
    expect(await readMarks(thirdParty.verificationId)).toEqual([null, null, null])
    expect((await readFacts(test, thirdParty.verificationId, creator)).odd).toContainEqual({
      oddity: 'same_identity',
    })
  })

  it('share no identity with another name, or by an age key (EVIDENCE-18)', async () => {
    for (const how of [{ name: 'Sam O’Neill' }, byKey]) {
      const thirdParty = await inviteWith(await prove(creator, asLucja))
      await prove(thirdParty, how)
      expect((await submit(thirdParty)).status).toBe(200)
    }
  })

  it('leave hashes that differ for each request, until it ends (EVIDENCE-20)', async () => {
    const first = await inviteWith(await prove(creator, asLucja))
    await prove(first, { name: 'Łucja Nowak' })
    await test.database.run(sql`DELETE FROM rate_limits`)
    const second = await inviteWith(await prove(creator, asLucja))
    const [ofFirst, ofSecond] = [
      await readMarks(first.verificationId),
      await readMarks(second.verificationId),
    ]
    const [mark, ...ofProofs] = ofFirst
    expect(mark).toEqual(expect.any(String))
    expect(ofProofs.sort()).toEqual([mark, null].sort())
    expect(ofSecond).toEqual([expect.any(String), null])
    expect(ofSecond[0]).not.toBe(mark)
    await postJson(test, `/api/verifications/${first.verificationId}/cancel`, {}, creator.headers)
    expect((await readMarks(first.verificationId)).filter(Boolean)).toEqual([])
  })

  it('see how their own and the other’s age is known (EVIDENCE-9)', async () => {
    const thirdParty = await inviteWith(await prove(creator, asLucja))
    const view = await test.app.request(`/api/verifications/${thirdParty.verificationId}`, creator)
    const { known } = ownerViewSchema.parse(await view.json()).howKnown
    expect(known[0]).toMatchObject({ fact: 'age', party: 'creator', step: 'provider' })
  })
})
