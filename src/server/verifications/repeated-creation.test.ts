import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type JsonValue, writeCanonicalJson } from '../../domain/canonical-json.ts'
import { forgetKeysJob } from '../idempotency.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { ageCreation, create, type Person, personCreation, register, subscribe } from '../testing/people.ts'
import { mailsTo } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile({ accessTokenLifeSeconds: 3 * 24 * 60 * 60 })
let ada: Person
let key: string
beforeEach(async () => {
  ada = await register(test)
  key = randomUUID()
})

/** Sends a creation with an Idempotency-Key header of this value. */
function createUnder(spelling: string, creation: unknown, by = ada) {
  return create(test, { ...by, headers: { ...by.headers, 'idempotency-key': spelling } } as Person, creation)
}
const repeatedly = (creation: unknown, by = ada) => createUnder(`"${key}"`, creation, by)

async function readAnswer(response: Response) {
  return [response.status, await response.json()] as [number, Record<string, unknown>]
}

/** Counts a person's verifications, the spent allowance, and the creations and invitations in their trails. */
async function listKept({ id }: Person) {
  return test.database.row(sql`
    SELECT (SELECT count(*) FROM verifications WHERE user_id = ${id}) AS verifications,
      (SELECT count(*) FROM subscription_usage WHERE user_id = ${id}) AS usage,
      (SELECT count(*) FROM audit_events WHERE event IN ('created', 'invited') AND verification_id IN
        (SELECT id FROM verifications WHERE user_id = ${id})) AS events`)
}
const one = { verifications: 1, usage: 1, events: 2 }

async function forget() {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetKeysJob, {}))
  await test.runJobs()
}

describe('a creation that is sent again with its Idempotency-Key', () => {
  it('gets the first answer: the same verification, no second allowance, no second invitation (CREATE-12)', async () => {
    const creation = await ageCreation(test, ada)
    const [status, first] = await readAnswer(await repeatedly(creation))
    expect(status).toBe(201)
    expect(await readAnswer(await repeatedly(creation))).toEqual([201, first])
    expect(await listKept(ada)).toEqual(one)
    await test.runJobs()
    const mails = await mailsTo(test, 'sam@example.com')
    expect(mails.filter(({ text }) => text.includes(String(first['id'])))).toHaveLength(1)
  })

  it('is refused with 422 when its content differs, and stores nothing more', async () => {
    await subscribe(test, ada)
    expect((await repeatedly(personCreation(test))).status).toBe(201)
    for (const other of [{ ...personCreation(test), platformName: 'Tinder' }, await ageCreation(test, ada)]) {
      const refused = await repeatedly(other)
      expect(refused.headers.get('content-type')).toBe('application/problem+json')
      expect(await readAnswer(refused)).toMatchObject([422, { code: 'idempotency_key_reused' }])
    }
    expect(await listKept(ada)).toEqual(one)
  })

  it('counts as equal with its members in another order and white space around its texts', async () => {
    const creation = personCreation(test)
    const [, first] = await readAnswer(await repeatedly(creation))
    const respelt = Object.fromEntries(
      Object.entries({ ...creation, signature: ' Łucja Nowak ' }).toReversed(),
    )
    expect(await readAnswer(await repeatedly(respelt))).toEqual([201, first])
  })

  it('makes one verification when fifty are sent at once, and all fifty get its answer (CREATE-12)', async () => {
    await subscribe(test, ada, 'annual')
    const creation = personCreation(test)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => readAnswer(await repeatedly(creation))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(201)
    expect(await listKept(ada)).toEqual(one)
  })

  it.each(['person', 'age'] as const)(
    'gets the answer that 0.2.0 kept, with the consent text of its page: %s (CREATE-12, RUN-45)',
    async (type) => {
      const creation = type === 'age' ? await ageCreation(test, ada) : personCreation(test)
      const sent = { ...creation, thirdPartyEmail: 'sam@example.com', consentTextVersion: '2026-12' }
      const asksFor = { age: 'declared', walletInsteadOfId: false, face: true }
      const payload = { ...sent, asksFor, ...(type === 'age' ? { walletProofId: null } : {}) } as JsonValue
      const answer = { id: randomUUID(), invitation: 'queued', verificationLink: 'http://localhost:3000/x' }
      await test.database.run(sql`
        INSERT INTO idempotency_keys (user_id, key, payload_sha256, answer, created_at)
        VALUES (${ada.id}, ${key}, ${hashHex(writeCanonicalJson(payload))}, ${JSON.stringify(answer)}, ${test.clock.now()})`)
      expect(await readAnswer(await repeatedly(sent))).toEqual([201, answer])
      const code = 'idempotency_key_reused'
      expect(await readAnswer(await repeatedly({ ...sent, validity: '24_hours' }))).toMatchObject([
        422,
        { code },
      ])
      expect(await listKept(ada)).toEqual({ verifications: 0, usage: 0, events: 0 })
    },
  )

  it('is tried again after a refusal, which stored nothing', async () => {
    await subscribe(test, ada, 'monthly', 'pending')
    expect((await repeatedly(personCreation(test))).status).toBe(402)
    await test.database.run(sql`UPDATE subscriptions SET status = 'active' WHERE user_id = ${ada.id}`)
    expect((await repeatedly(personCreation(test))).status).toBe(201)
    expect(await listKept(ada)).toEqual(one)
  })

  it('is a separate creation when another person sends the same key', async () => {
    const eve = await register(test)
    const [, hers] = await readAnswer(await repeatedly(personCreation(test), eve))
    const [status, mine] = await readAnswer(await repeatedly(personCreation(test)))
    expect(status).toBe(201)
    expect(mine['id']).not.toBe(hers['id'])
    expect([await listKept(ada), await listKept(eve)]).toEqual([one, one])
  })

  it('is remembered for 24 hours and then deleted (CREATE-12)', async () => {
    await subscribe(test, ada)
    await repeatedly(personCreation(test))
    test.clock.advance(dayMs)
    await forget()
    await repeatedly(personCreation(test))
    expect(await listKept(ada)).toEqual(one)
    test.clock.advance(1)
    await forget()
    expect((await repeatedly(personCreation(test))).status).toBe(201)
    expect(await listKept(ada)).toEqual({ verifications: 2, usage: 2, events: 4 })
  })
})

describe('an Idempotency-Key', () => {
  it('may be left out, and then every creation is a new one', async () => {
    await subscribe(test, ada)
    for (let n = 0; n < 2; n += 1) expect((await create(test, ada, personCreation(test))).status).toBe(201)
    expect(await listKept(ada)).toEqual({ verifications: 2, usage: 2, events: 4 })
  })

  it('is the same with and without the quotes of a structured field', async () => {
    const [, first] = await readAnswer(await createUnder(key, personCreation(test)))
    expect(await readAnswer(await createUnder(`"${key}"`, personCreation(test)))).toEqual([201, first])
  })

  it('is refused if it is empty, overlong or a list, or has spaces, quotes or other letters, and nothing is stored', async () => {
    for (const spelling of ['', '""', '"', 'a"b', 'a b', 'ü', 'x'.repeat(129), '"a", "b"']) {
      const refused = await createUnder(spelling, personCreation(test))
      expect(await readAnswer(refused)).toMatchObject([400, { code: 'idempotency_key_invalid' }])
    }
    expect(await listKept(ada)).toEqual({ verifications: 0, usage: 0, events: 0 })
  })
})
