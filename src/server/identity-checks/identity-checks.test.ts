import { beforeEach, describe, expect, it } from 'vitest'
import { ownerViewSchema } from '../../contract/verification.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { IdentityProviderUnavailable } from '../platform/identity-provider/index.ts'
import { withoutRandom } from '../testing/kept.ts'
import {
  ageCreation,
  correctAddress,
  create,
  createVerification,
  enter,
  invite,
  type Person,
  personCreation,
  postJson,
  register,
  type ThirdParty,
} from '../testing/people.ts'
import { askCheck, checkPage, checkSeen, goodDocument, openCheckDesk } from '../testing/simulated-stripe.ts'
import { openForFile, testAppForFile } from '../testing/test-app.ts'
import { beginCheck } from './identity-check.ts'
import { findIdentityCheck } from './store.ts'

const off = testAppForFile()
const desk = openForFile(openCheckDesk)
let ada: Person
beforeEach(async () => {
  ada = await register(desk)
})

const findResult = (owner: Parameters<typeof findIdentityCheck>[1], name = 'Łucja Nowak') =>
  desk.database.transaction((tx) => findIdentityCheck(tx, owner, name))

/** Adds a kept proof of the account's own ID; returns a function that checks whether it still exists. */
async function keepProofOf({ id }: Person): Promise<() => Promise<boolean>> {
  await desk.database.run(sql`
    INSERT INTO kept_proofs (id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on)
    VALUES (${id}, ${id}, 'Łucja Nowak', true, '{}', ${desk.clock.now()}, '2027-03-11')`)
  return async () => (await desk.database.row(sql`SELECT id FROM kept_proofs WHERE user_id = ${id}`)) !== null
}
const today = () => toCalendarDate(desk.clock.now())
const readSession = (page: string) => desk.simulator.world.state.identitySessions[page.split('/').pop() ?? '']

describe('a check by a provider', () => {
  it('is off by default, and then none can be begun (PROVIDER-1)', async () => {
    const eve = await register(off)
    const answer = await off.app.request('/api/identity-check', {
      method: 'POST',
      headers: { ...eve.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ fullName: 'Eve', today: today() }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'identity_check_off' }])
    const seen = await off.app.request('/api/identity-check', { headers: eve.headers })
    expect(await seen.json()).toEqual({ provider: null, check: null })
  })

  it('keeps only the three verdicts about an account’s document and face, and has the provider erase the rest (PROVIDER-2, PROVIDER-5, PROVIDER-6)', async () => {
    const page = await checkPage(desk, ada)
    expect(await desk.showDocument(page, goodDocument)).toBe('http://localhost:3000/dashboard')
    await desk.settle()

    const checkedAt = desk.clock.now()
    expect(await checkSeen(desk, ada)).toEqual({
      provider: 'Stripe Identity',
      check: {
        state: 'checked',
        fault: null,
        ageOver18: true,
        nameAgrees: true,
        faceMatched: true,
        checkedAt: checkedAt.toISOString(),
      },
    })
    expect(await findResult({ userId: ada.id })).toEqual({
      ageOver18: true,
      nameAgrees: true,
      faceMatched: true,
      provider: 'Stripe Identity',
      checkedAt,
    })
    const kept = await desk.readKept()
    for (const gone of ['1990', 'Nowak', 'Łucja']) expect(withoutRandom(kept)).not.toContain(gone)
    expect(kept).not.toContain(readSession(page)?.id)
    expect(kept).toMatch(/"sessionSha256":"[0-9a-f]{64}"/)
    expect(kept).toMatch(/"erasedAt":"20/)
    expect(readSession(page)).toMatchObject({ redaction: 'redacted', outputs: null })
  })

  it('counts in what its account signs from then on: age, name and face (EVIDENCE-2)', async () => {
    await desk.showDocument(await checkPage(desk, ada), goodDocument)
    await desk.settle()
    const { id } = await createVerification(desk, ada)
    const view = await desk.app.request(`/api/verifications/${id}`, { headers: ada.headers })
    const { known } = ownerViewSchema.parse(await view.json()).howKnown
    expect(known.map(({ fact, step, agrees }) => `${fact} ${step} ${agrees ?? '-'}`)).toEqual([
      'age provider -',
      'name provider true',
      'face provider true',
      'mailbox code -',
    ])
  })

  it('prevents every creation by an account whose owner it finds to be under 18 (PROVIDER-7)', async () => {
    await desk.showDocument(await checkPage(desk, ada), { ...goodDocument, birthDate: '2012-01-01' })
    await desk.settle()
    for (const creation of [personCreation(desk), await ageCreation(desk, ada)]) {
      const answer = await create(desk, ada, creation)
      expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'under_age' }])
    }
  })

  it('asks the provider for a document and a matching face (PROVIDER-2)', async () => {
    expect(readSession(await checkPage(desk, ada))?.requiresSelfie).toBe(true)
  })

  it('gives no verdict on a name other than the one compared (PROVIDER-5)', async () => {
    await desk.showDocument(await checkPage(desk, ada), goodDocument)
    await desk.settle()
    expect((await findResult({ userId: ada.id }, 'Bob Fake'))?.nameAgrees).toBeNull()
  })

  it('reports a different name', async () => {
    await desk.showDocument(await checkPage(desk, ada), { ...goodDocument, surname: 'Kowalska' })
    await desk.settle()
    expect(await findResult({ userId: ada.id })).toMatchObject({ nameAgrees: false, ageOver18: true })
  })

  it.each([
    ['an age under 18', { birthDate: '2012-01-01' }, false],
    ['another name', { surname: 'Kowalska' }, false],
    ['what the account said', {}, true],
  ])(
    'that finds %s ends, or leaves, the account’s kept proof of its ID (ONCE-6)',
    async (_, found, stays) => {
      const isKept = await keepProofOf(ada)
      await desk.showDocument(await checkPage(desk, ada), { ...goodDocument, ...found })
      await desk.settle()
      expect(await isKept()).toBe(stays)
    },
  )

  it.each(['document_expired', 'selfie_face_mismatch', 'consent_declined'])(
    'that ends in %s gives the reason but no result, and continues at the same page (PROVIDER-3)',
    async (outcome) => {
      const page = await checkPage(desk, ada)
      await desk.showDocument(page, { ...goodDocument, outcome })
      await desk.settle()
      expect((await checkSeen(desk, ada)).check).toMatchObject({ state: 'open', fault: outcome })
      expect(await findResult({ userId: ada.id })).toBeNull()
      expect(await checkPage(desk, ada)).toBe(page)
    },
  )

  it('gives no result and is erased when it finds no birth date (PROVIDER-6)', async () => {
    const page = await checkPage(desk, ada)
    await desk.showDocument(page, { ...goodDocument, birthDate: '' })
    await desk.settle()
    expect((await checkSeen(desk, ada)).check).toMatchObject({ state: 'failed', fault: 'birth_date_missing' })
    expect(await findResult({ userId: ada.id })).toBeNull()
    expect(readSession(page)).toMatchObject({ redaction: 'redacted' })
  })

  it('can’t begin on a day that isn’t today in any time zone (PROVIDER-9)', async () => {
    for (const days of [-2, 2]) {
      const answer = await askCheck(desk, ada, {
        today: toCalendarDate(new Date(desk.clock.now().getTime() + days * dayMs)),
      })
      expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'day_not_today' }])
    }
    const inWords = await askCheck(desk, ada, { today: 'tomorrow' })
    expect(inWords.status).toBe(400)
    expect(await findResult({ userId: ada.id })).toBeNull()
  })

  it('is begun once for any number of concurrent requests (PROVIDER-3)', async () => {
    const pages = await Promise.all(
      Array.from({ length: 5 }, async () => (await askCheck(desk, ada)).json() as Promise<{ url: string }>),
    )
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    expect((await askCheck(desk, ada)).status).toBe(429)

    const bea = await register(desk)
    const begun = await Promise.all(
      Array.from({ length: 50 }, () =>
        beginCheck(desk.platform, { userId: bea.id }, { claimedName: 'Bea Lis', today: today() }),
      ),
    )
    expect(new Set(begun.map((one) => ('url' in one ? one.url : 'refused'))).size).toBe(1)
    const rows = await desk.database.rows(sql`SELECT id FROM identity_checks WHERE user_id = ${bea.id}`)
    expect(rows).toHaveLength(1)
  })

  it('is refused while the provider doesn’t answer, and can begin later', async () => {
    const { identityProvider } = desk.platform
    const unavailable = async () => {
      throw new IdentityProviderUnavailable('test')
    }
    desk.platform.identityProvider = { ...identityProvider, start: unavailable, collect: unavailable }
    const answer = await askCheck(desk, ada)
    desk.platform.identityProvider = identityProvider
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'identity_provider_unavailable' },
    ])
    expect(await checkPage(desk, ada)).toContain('/identity/vs_')
  })

  it('completes even if every webhook is lost (PROVIDER-4)', async () => {
    desk.simulator.webhooks.disturbance.drop = true
    const page = await checkPage(desk, ada)
    await desk.showDocument(page, goodDocument)
    desk.simulator.webhooks.disturbance.drop = false
    await desk.settle()
    expect((await checkSeen(desk, ada)).check?.state).toBe('open')
    desk.clock.advance(6 * 60_000)
    await desk.sweep()
    expect((await checkSeen(desk, ada)).check?.state).toBe('checked')
  })

  it('completes though the provider keeps refusing to erase five hundred older ones (PROVIDER-4)', async () => {
    const { identityProvider } = desk.platform
    const erase = async (sessionId: string) => {
      if (sessionId.startsWith('stuck')) throw new IdentityProviderUnavailable('test')
      await identityProvider.erase(sessionId)
    }
    desk.platform.identityProvider = { ...identityProvider, erase }
    const bea = await register(desk)
    await desk.database.run(sql`
      INSERT INTO identity_checks (user_id, provider, state, name_sha256, session_id, session_sha256, begun_on, started_at, ended_at)
      SELECT ${bea.id}, 'stripe', 'cancelled', repeat('0', 64), 'stuck' || n, encode(sha256(n::text::bytea), 'hex'),
        ${today()}, ${desk.clock.now()}, ${desk.clock.now()} FROM generate_series(1, 500) n`)
    desk.clock.advance(1000)
    desk.simulator.webhooks.disturbance.drop = true
    await desk.showDocument(await checkPage(desk, ada), goodDocument)
    desk.simulator.webhooks.disturbance.drop = false
    desk.clock.advance(6 * 60_000)
    for (let round = 0; round < 2; round += 1) await desk.sweep()
    desk.platform.identityProvider = identityProvider
    await desk.database.run(sql`DELETE FROM identity_checks WHERE user_id = ${bea.id}`)
    expect((await checkSeen(desk, ada)).check?.state).toBe('checked')
  })

  it('is cancelled and erased if it isn’t finished within a day (PROVIDER-6)', async () => {
    const page = await checkPage(desk, ada)
    desk.clock.advance(25 * 3_600_000)
    await desk.sweep()
    expect(await desk.readKept()).not.toContain(readSession(page)?.id)
    expect(readSession(page)).toMatchObject({ redaction: 'redacted', status: 'canceled' })
  })
})

describe('a third party’s check', () => {
  let verificationId: string
  let sam: ThirdParty
  beforeEach(async () => {
    sam = await invite(desk, ada, { type: 'person' })
    verificationId = sam.verificationId
  })
  const document = { ...goodDocument, givenNames: 'Sam', surname: 'O’Neill' }

  it('compares the name that the creator typed, and returns to the link (PROVIDER-2)', async () => {
    const page = await checkPage(desk, sam, { verificationId })
    expect(await desk.showDocument(page, document)).toBe(`http://localhost:3000/verify/${verificationId}`)
    await desk.settle()
    expect(await findResult({ verificationId }, 'Sam O’Neill')).toMatchObject({
      ageOver18: true,
      nameAgrees: true,
    })
    expect((await checkSeen(desk, sam, verificationId)).check?.state).toBe('checked')
    expect(await findResult({ userId: ada.id })).toBeNull()
  })

  it('of an address corrected since doesn’t count for the right person, finished or not (PROVIDER-7)', async () => {
    await desk.showDocument(await checkPage(desk, sam, { verificationId }), document)
    await desk.settle()
    const left = await checkPage(desk, sam, { verificationId })
    await correctAddress(desk, ada, verificationId, 'right@example.com')
    expect(await findResult({ verificationId }, 'Sam O’Neill')).toBeNull()
    await desk.showDocument(left, { ...document, birthDate: '2012-01-01' })
    await desk.settle()
    const row = await desk.database.row(sql`SELECT status FROM verifications WHERE id = ${verificationId}`)
    expect(row).toEqual({ status: 'pending' })
  })

  it('is forgotten with a private no, finished or not (NO-1)', async () => {
    await desk.showDocument(await checkPage(desk, sam, { verificationId }), document)
    await desk.settle()
    const left = await checkPage(desk, sam, { verificationId })
    const no = `/api/public/verifications/${verificationId}/private-no`
    expect((await postJson(desk, no, {}, sam.headers)).status).toBe(204)
    await desk.showDocument(left, document)
    await desk.settle()
    expect(await findResult({ verificationId }, 'Sam O’Neill')).toBeNull()
  })

  it('ends the request when it finds a person under 18, and its creator learns only that it wasn’t completed (PROVIDER-7)', async () => {
    const page = await checkPage(desk, sam, { verificationId })
    await desk.showDocument(page, { ...document, birthDate: '2008-03-13' })
    await desk.settle()
    const view = await desk.app.request(`/api/verifications/${verificationId}`, { headers: ada.headers })
    const seen = await view.text()
    expect(JSON.parse(seen).status).not.toBe('pending')
    expect(withoutRandom(seen)).not.toMatch(/under|2008|identity_check/i)
    expect(readSession(page)).toMatchObject({ redaction: 'redacted' })
  })

  it.each([
    ['a person under 18', '2008-03-13'],
    ['another birth date than the profile', '1985-01-31'],
  ])('ends the kept proof of their account when it finds %s (ONCE-6)', async (_, birthDate) => {
    const own = await register(desk)
    const isKept = await keepProofOf(own)
    const { id } = await createVerification(desk, await register(desk), {
      type: 'person',
      thirdPartyEmail: own.email,
    })
    const asked = await enter(desk, id, own.email)
    await desk.showDocument(await checkPage(desk, asked, { verificationId: id }), {
      ...document,
      birthDate,
    })
    await desk.settle()
    expect(await isKept()).toBe(false)
  })

  it('is dropped when it ends after the request (PROVIDER-7)', async () => {
    const page = await checkPage(desk, sam, { verificationId })
    await desk.app.request(`/api/verifications/${verificationId}/cancel`, {
      method: 'POST',
      headers: ada.headers,
    })
    await desk.showDocument(page, document)
    await desk.settle()
    expect(await findResult({ verificationId }, 'Sam O’Neill')).toBeNull()
    expect(readSession(page)).toMatchObject({ redaction: 'redacted' })
  })
})

describe('18 in a check', () => {
  it.each([
    {
      where: 'in Honolulu, ten hours before it',
      now: '2026-03-15T09:30:00Z',
      today: '2026-03-14',
      isAdult: false,
    },
    {
      where: 'in Auckland, half a day before London',
      now: '2026-03-14T12:30:00Z',
      today: '2026-03-15',
      isAdult: true,
    },
    {
      where: 'on Baker Island, at the end of the day before',
      now: '2026-03-15T11:59:00Z',
      today: '2026-03-14',
      isAdult: false,
    },
  ])('counts 18 on the day that it is $where (PROVIDER-9)', async ({ now, today, isAdult }) => {
    desk.clock.set(new Date(now))
    const lea = await register(desk)
    await desk.showDocument(await checkPage(desk, lea, { today }), {
      ...goodDocument,
      birthDate: '2008-03-15',
    })
    await desk.settle()
    expect((await checkSeen(desk, lea)).check?.ageOver18).toBe(isAdult)
  })
})
