import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KeptProofView } from '../../contract/kept-proof.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { askedChoices } from '../../domain/evidence/evidence.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, password } from '../testing/auth-caller.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { readStatus, withoutRandom } from '../testing/kept.ts'
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
  register,
  registerPaying,
  registerUnconfirmed,
  type ThirdParty,
  uploadDocument,
  wholeSubmission,
} from '../testing/people.ts'
import { askToRead, giveToRead, keepProof, showKeptProof, typed } from '../testing/reading-people.ts'
import { readFacts } from '../testing/records.ts'
import { pictureOfDocument } from '../testing/sample-files.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { endKeptProof, forgetReadingsJob } from './index.ts'

const test = soundAppForFile()
const asksFor = askedChoices.id_or_kept
const { fullName, dateOfBirth } = typed
let day: Date
beforeAll(() => {
  day = test.clock.now()
})
// A reading counts for the day of the tests.
beforeEach(() => test.clock.set(day))

const keep = async (by: Person, json: object) => keepProof(test, by, json)
const forget = async (by: Person) => test.app.request('/api/kept-proof', { method: 'DELETE', ...by })
const show = (by: Person) => showKeptProof(test, by)

/** Has a creator's passport read for the claims that the tests type. */
async function readPassport(by: Person): Promise<string> {
  const documentId = await uploadDocument(test, by, 'id', await pictureOfDocument('passport'))
  await readAnswer(askToRead(test, by, documentId))
  await test.runJobs()
  return documentId
}

async function keepPassport(by: Person): Promise<KeptProofView> {
  const documentId = await readPassport(by)
  return (await readAnswer<{ kept: KeptProofView }>(keep(by, { documentId, fullName, dateOfBirth }))).kept
}

/** A whole age request based on the creator's kept proof, signed on the current day. */
function withKept(keptProofId: string): object {
  return { ...creationWithoutPictures(test), asksFor, keptProofId }
}

const countRows = () =>
  test.database.row(sql`
    SELECT (SELECT count(*) FROM verifications) AS verifications,
      (SELECT count(*) FROM subscription_usage) AS usage`)

/** Sends a request to a person with a kept proof, and returns their pass to it. */
async function inviteWithKept(to: Person, more: object = {}): Promise<ThirdParty> {
  const creator = await registerPaying(test, 'annual', 'Ada Lovelace')
  const asked = {
    ...personCreation(test),
    asksFor,
    thirdPartyEmail: to.email,
    thirdPartyName: fullName,
    ...more,
  }
  const { id } = await readAnswer<{ id: string }>(create(test, creator, asked), 201)
  return enter(test, id, to.email)
}

async function answerWith(by: ThirdParty, keptProofId: string): Promise<Response> {
  const whole = await wholeSubmission(test, by)
  return post(test, by, { ...whole, signature: fullName, selfieUrl: '', idUrl: '', keptProofId })
}

describe('an account’s kept proof of its own ID', () => {
  it('contains the findings of the reading for a year, but neither number nor birth date (ONCE-1, ONCE-2)', async () => {
    const ada = await register(test)
    const documentId = await readPassport(ada)
    expect(await show(ada)).toBeNull()
    const { kept } = await readAnswer<{ kept: KeptProofView }>(
      keep(ada, { documentId, fullName, dateOfBirth }),
    )
    expect(kept).toEqual({
      id: expect.any(String),
      fullName,
      birthDateAgrees: true,
      document: 'passport',
      issuingState: 'POL',
      day: '2026-03-11',
      endsOn: '2027-03-11',
    })
    expect(await show(ada)).toEqual(kept)
    const row = await test.database.row(
      sql`SELECT to_jsonb(k) AS row FROM kept_proofs k WHERE id = ${kept.id}`,
    )
    for (const read of ['EA4815162', '900417', '1990-04-17', '2031'])
      expect(withoutRandom(JSON.stringify(row))).not.toContain(read)
  })

  it('replaces the previous one, and is the only one (ONCE-1)', async () => {
    const ada = await register(test)
    const first = await keepPassport(ada)
    const documentId = await readPassport(ada)
    await Promise.all(Array.from({ length: 20 }, () => keep(ada, { documentId, fullName, dateOfBirth })))
    expect((await show(ada))?.id).not.toBe(first.id)
    expect(
      await test.database.row(sql`SELECT count(*) AS n FROM kept_proofs WHERE user_id = ${ada.id}`),
    ).toEqual({ n: 1 })
  })

  it('is refused unless exactly these claims were read in the account’s own ID (ONCE-1)', async () => {
    const ada = await register(test)
    const eve = await register(test)
    const documentId = await readPassport(ada)
    const unread = await uploadDocument(test, ada, 'id', await pictureOfDocument('us-licence'))
    for (const [by, asked] of [
      [ada, { documentId, fullName: 'Anna Nowak', dateOfBirth }],
      [ada, { documentId, fullName, dateOfBirth: '1990-04-18' }],
      [ada, { documentId, fullName, dateOfBirth: null }],
      [ada, { documentId: unread, fullName, dateOfBirth }],
      [eve, { documentId, fullName, dateOfBirth }],
    ] as const)
      expect(await readRefusal(await keep(by, asked))).toEqual([422, 'kept_proof_unusable'])
    expect([await show(ada), await show(eve)]).toEqual([null, null])
  })

  it('is deleted at once at its owner’s request, and when it expires (ONCE-5)', async () => {
    const ada = await register(test)
    await keepPassport(ada)
    expect((await forget(ada)).status).toBe(204)
    expect(await show(ada)).toBeNull()
    expect((await forget(ada)).status).toBe(204)

    const { id } = await keepPassport(ada)
    test.clock.advance(369 * dayMs)
    await runDue(test, forgetReadingsJob)
    expect(await test.database.row(sql`SELECT id FROM kept_proofs WHERE id = ${id}`)).toBeNull()
  })

  it('ends when an ID of the account shows an age under 18, and can’t be renewed from one read before (ONCE-6)', async () => {
    const ada = await register(test)
    await keepPassport(ada)
    const documentId = await readPassport(ada)
    const picture = await pictureOfDocument('passport-of-a-minor')
    await readAnswer(askToRead(test, ada, await uploadDocument(test, ada, 'id', picture)))
    await test.runJobs()
    expect(await show(ada)).toBeNull()
    expect(await readRefusal(await keep(ada, { documentId, fullName, dateOfBirth }))).toEqual([
      422,
      'kept_proof_unusable',
    ])
  })

  it('can’t be stored while it is being ended (ONCE-6)', async () => {
    const ada = await register(test)
    const documentId = await readPassport(ada)
    let asked: Response | null | undefined
    const keeping = await test.database.transaction(async (tx) => {
      await endKeptProof(tx, { userId: ada.id })
      const answer = keep(ada, { documentId, fullName, dateOfBirth }).then((response) => {
        asked = response
      })
      const isWaiting = async () =>
        (await test.database.row(sql`
          SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%document_readings%'`)) !==
        null
      while (!asked && !(await isWaiting())) await nextTurn()
      return { answer }
    })
    await keeping.answer
    expect(asked && (await readRefusal(asked))).toEqual([422, 'kept_proof_unusable'])
    expect(await show(ada)).toBeNull()
  })

  it('ends when its owner uploads an ID of a minor to a link (ONCE-6)', async () => {
    const ravi = await register(test)
    const eve = await register(test)
    await keepPassport(ravi)
    await keepPassport(eve)
    await giveToRead(test, await inviteWithKept(ravi), await pictureOfDocument('passport-of-a-minor'))
    await test.runJobs()
    expect(await show(ravi)).toBeNull()
    expect(await show(eve)).not.toBeNull()
  })

  it('is refused to an account created after an ID uploaded to a link showed an age under 18 (ONCE-6, ONCE-11)', async () => {
    const email = 'newcomer@example.com'
    const by = await inviteWithKept({ email } as Person)
    await giveToRead(test, by, await pictureOfDocument('passport'))
    await giveToRead(
      test,
      await inviteWithKept({ email } as Person),
      await pictureOfDocument('passport-of-a-minor'),
    )
    await test.runJobs()
    const auth = createAuthCaller(test)
    await auth.signUp(email)
    await auth.confirm(email)
    const newcomer = (await logInAgain(test, { email }, password)) as Person
    const row = await test.database.row<{ id: string }>(sql`
      SELECT document_id AS id FROM document_readings WHERE verification_id = ${by.verificationId}`)
    expect(
      await readRefusal(await keep(newcomer, { documentId: row?.id, fullName, dateOfBirth: null })),
    ).toEqual([422, 'kept_proof_unusable'])
  })
})

describe('a request based on its creator’s kept proof', () => {
  it('has no picture, and its record states when and how the facts were established (ONCE-4)', async () => {
    let ada = await registerPaying(test, 'annual')
    const kept = await keepPassport(ada)
    const knownAt = test.clock.now().toISOString()
    test.clock.advance(90 * dayMs)
    ada = await logInAgain(test, ada)
    const { id } = await readAnswer<{ id: string }>(create(test, ada, withKept(kept.id)), 201)
    const sam = await enter(test, id)
    expect((await post(test, sam, await wholeSubmission(test, sam))).status).toBe(200)
    const facts = await readFacts(test, id, ada)
    expect(facts.known.filter(({ party }) => party === 'creator')).toMatchObject([
      { fact: 'age', step: 'document', at: knownAt },
      { fact: 'name', step: 'document', at: knownAt, agrees: true },
      { fact: 'mailbox' },
    ])
    expect(facts.sources.creator).toMatchObject([
      { step: 'document', document: 'passport', day: '2026-03-11', kept: true },
    ])
    expect(facts.asked).toEqual(asksFor)
    expect(facts.evidence.map(({ party }) => party)).toEqual(['third_party', 'third_party'])
  })

  it('keeps its content when its creator later deletes the proof (ONCE-5)', async () => {
    const ada = await registerPaying(test, 'annual')
    const { id } = await readAnswer<{ id: string }>(
      create(test, ada, withKept((await keepPassport(ada)).id)),
      201,
    )
    await forget(ada)
    const view = await test.app.request(`/api/verifications/${id}`, ada)
    expect(ownerViewSchema.parse(await view.json()).howKnown.sources.creator).toMatchObject([{ kept: true }])
  })

  it('is refused after expiry, by another account, after deletion, for another name or birth date, beside a picture, and if not asked for (ONCE-3, ONCE-4)', async () => {
    let ada = await registerPaying(test, 'annual')
    const eve = await registerPaying(test, 'annual')
    const { id } = await keepPassport(ada)
    const expectRefused = async (by: Person, more: object = {}, code = 'kept_proof_unusable') => {
      const creation = { ...withKept(id), ...more }
      const before = await countRows()
      expect(await readRefusal(await create(test, by, creation))).toEqual([422, code])
      expect(await countRows()).toEqual(before)
    }
    await expectRefused(eve)
    for (const name of ['Anna Nowak', 'Nowak', 'Łucja Maria Nowak', 'Ł Nowak'])
      await expectRefused(ada, { fullName: name, signature: name })
    await expectRefused(ada, { dateOfBirth: '1990-04-18' })
    for (const category of ['selfie', 'id'] as const) {
      const given = await uploadDocument(test, ada, category, await pictureOfDocument('passport'))
      await expectRefused(ada, { [`${category}DocumentId`]: given })
    }
    await expectRefused(ada, { asksFor: askedChoices.usual })
    await expectRefused(
      ada,
      { asksFor: { ...askedChoices.wallet_alone, keptInstead: true } },
      'asks_impossible',
    )
    test.clock.advance(365 * dayMs)
    ada = await logInAgain(test, ada)
    await expectRefused(ada)
    test.clock.set(new Date(day.getTime() + 364 * dayMs))
    ada = await logInAgain(test, ada)
    expect((await create(test, ada, withKept(id))).status).toBe(201)
    await forget(ada)
    await expectRefused(ada)
  })
})

describe('an answer based on its third party’s kept proof', () => {
  it('has no picture if the request allows it (ONCE-3, ONCE-4)', async () => {
    const ravi = await register(test)
    const { id } = await keepPassport(ravi)
    const by = await inviteWithKept(ravi)
    const { howKnown } = await readAnswer<{ howKnown: { known: object[]; sources: object } }>(
      answerWith(by, id),
    )
    expect(howKnown.known).toContainEqual(
      expect.objectContaining({ fact: 'age', party: 'thirdParty', step: 'document' }),
    )
    expect(howKnown.known).not.toContainEqual(expect.objectContaining({ fact: 'face', party: 'thirdParty' }))
    expect(howKnown.sources).toMatchObject({ thirdParty: [{ kept: true, day: '2026-03-11' }] })
  })

  it('is refused after expiry, by another account, after deletion, for another name, beside a picture, and if not asked for (ONCE-3, ONCE-4)', async () => {
    const ravi = await register(test)
    const eve = await register(test)
    const { id } = await keepPassport(ravi)
    const expectRefused = async (by: ThirdParty) => {
      expect(await readRefusal(await answerWith(by, id))).toEqual([422, 'kept_proof_unusable'])
      expect(await readStatus(test, by.verificationId)).toBe('pending')
    }
    await expectRefused(await inviteWithKept(eve))
    await expectRefused(await inviteWithKept(ravi, { thirdPartyName: 'Ravi Kumar' }))
    await expectRefused(await inviteWithKept(ravi, { asksFor: askedChoices.usual }))
    const unconfirmed = await registerUnconfirmed(test)
    await test.database.run(sql`UPDATE kept_proofs SET user_id = ${unconfirmed.id} WHERE id = ${id}`)
    await expectRefused(await inviteWithKept(unconfirmed))
    await test.database.run(sql`UPDATE kept_proofs SET user_id = ${ravi.id} WHERE id = ${id}`)
    const refuseMailbox = (at: Date | null) =>
      test.database.run(sql`UPDATE users SET email_refused_at = ${at} WHERE id = ${ravi.id}`)
    await refuseMailbox(day)
    await expectRefused(await inviteWithKept(ravi))
    await refuseMailbox(null)
    test.clock.advance(365 * dayMs)
    await expectRefused(await inviteWithKept(ravi))
    test.clock.set(day)
    const open = await inviteWithKept(ravi)
    const pictures = await wholeSubmission(test, open)
    for (const without of ['selfieUrl', 'idUrl']) {
      const both = { ...pictures, signature: fullName, keptProofId: id, [without]: '' }
      expect(await readRefusal(await post(test, open, both))).toEqual([422, 'kept_proof_unusable'])
    }
    await forget(ravi)
    await expectRefused(open)
    expect((await post(test, open, await wholeSubmission(test, open))).status).toBe(200)
  })

  it('is refused for a closed account, even before it is erased (ONCE-3)', async () => {
    const ravi = await register(test)
    const { id } = await keepPassport(ravi)
    const by = await inviteWithKept(ravi)
    const closing = await postJson(
      test,
      '/api/account/closing',
      { password: 'Correct-Horse-7' },
      ravi.headers,
    )
    expect(closing.status).toBe(200)
    expect(await readRefusal(await answerWith(by, id))).toEqual([422, 'kept_proof_unusable'])
  })

  it('can use an ID uploaded to a link for answers only, because it was compared with no birth date (ONCE-1)', async () => {
    const ravi = await registerPaying(test, 'annual')
    const eve = await register(test)
    const by = await inviteWithKept(ravi)
    await giveToRead(test, by, await pictureOfDocument('passport'))
    await test.runJobs()
    const row = await test.database.row<{ id: string }>(sql`
      SELECT document_id AS id FROM document_readings WHERE verification_id = ${by.verificationId}`)
    const asked = { documentId: row?.id, fullName, dateOfBirth: null }
    expect(await readRefusal(await keep(eve, asked))).toEqual([422, 'kept_proof_unusable'])
    const { kept } = await readAnswer<{ kept: KeptProofView }>(keep(ravi, asked))
    expect(kept).toMatchObject({ birthDateAgrees: false, endsOn: '2027-03-11' })
    expect(await readRefusal(await create(test, ravi, withKept(kept.id)))).toEqual([
      422,
      'kept_proof_unusable',
    ])
    expect((await answerWith(by, kept.id)).status).toBe(200)
  })

  it('is submitted at most once by concurrent requests while its owner deletes the proof (ONCE-5)', async () => {
    const ravi = await register(test)
    const { id } = await keepPassport(ravi)
    const by = await inviteWithKept(ravi)
    const whole = {
      ...(await wholeSubmission(test, by)),
      signature: fullName,
      selfieUrl: '',
      idUrl: '',
      keptProofId: id,
    }
    const sent = Array.from({ length: 50 }, (_, n) => (n === 5 ? forget(ravi) : post(test, by, whole)))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await readStatus(test, by.verificationId)).toBe(statuses.includes(200) ? 'verified' : 'pending')
    expect(await show(ravi)).toBeNull()
  })
})
