import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import type { OwnerView, VerificationList } from '../../contract/verification.ts'
import { describeTrailEntry } from '../../words/record.ts'
import { sql } from '../platform/database/index.ts'
import {
  correctAddress,
  create,
  createVerification,
  enter,
  give,
  type Person,
  personCreation,
  post,
  readRefusal,
  register,
  registerUnconfirmed,
  requestPass,
  subscribe,
  wholeSubmission,
} from '../testing/people.ts'
import { openMailedApp } from '../testing/smtp-server.ts'
import { expectSoundTrails, openForFile } from '../testing/test-app.ts'

const test = openForFile(() => openMailedApp({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 }))
let ada: Person
afterAll(() => expectSoundTrails(test))
beforeEach(async () => {
  ada = await register(test)
  await send()
  test.server.received.length = 0
})
afterEach(() => {
  test.server.refusal = null
})

/** Runs the due jobs, and those waiting for a retry. */
async function send() {
  await test.database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0`)
  await test.send()
}
const fetchView = async (id: string) =>
  (await (await test.app.request(`/api/verifications/${id}`, ada)).json()) as OwnerView
/** The state of the invitation, which must be the same on the owner's page and in the history. */
async function fetchState(id: string) {
  const { items } = (await (await test.app.request('/api/verifications', ada)).json()) as VerificationList
  const { invitation } = await fetchView(id)
  expect(items.find((item) => item.id === id)?.invitation).toEqual(invitation)
  return invitation?.state
}
async function readTrail(id: string) {
  const rows = await test.database.rows<Parameters<typeof describeTrailEntry>[0]>(sql`
    SELECT event, detail FROM audit_events WHERE verification_id = ${id} AND event <> 'viewed' ORDER BY sequence`)
  return rows.map(describeTrailEntry)
}
const correct = (id: string, thirdPartyEmail: string, by: Pick<Person, 'headers'> = ada) =>
  correctAddress(test, by, id, thirdPartyEmail)
describe('the trail and the owner’s page', () => {
  it('show a queued invitation, and the page shows it as accepted once the server accepted it (OWNER-6, TRAIL-7)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    expect(await fetchState(id)).toBe('queued')
    expect(await readTrail(id)).toEqual(['Created', 'Invitation queued'])
    await send()
    expect(await fetchState(id)).toBe('accepted')
    expect(await readTrail(id)).toEqual(['Created', 'Invitation queued'])
    expect(test.server.received).toHaveLength(1)
  })

  it('show that a server refuses the address permanently, and it isn’t asked again (TRAIL-7)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    test.server.refusal = { at: 'rcpt', code: 550, text: '5.1.1 No such user' }
    await send()
    test.server.refusal = null
    await send()
    expect(await fetchState(id)).toBe('address_refused')
    expect(await readTrail(id)).toEqual(['Created', 'Invitation queued'])
    expect(test.server.received).toEqual([])
  })

  it('show a delay while a server asks to wait, and finally that the mail wasn’t accepted', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    test.server.refusal = { at: 'rcpt', code: 451, text: '4.7.1 Try later' }
    await send()
    await send()
    expect(await fetchState(id)).toBe('delayed')
    const before = test.clock.now()
    test.clock.advance(4 * 24 * 60 * 60 * 1000)
    await send()
    expect(await fetchState(id)).toBe('gave_up')
    test.clock.set(before)
  })
})

describe('a corrected address', () => {
  it('gets the link, and is the only address that opens the gate (GATE-13)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const corrected = await correct(id, ' Sammy@Example.com ')
    expect([corrected.status, await corrected.json()]).toEqual([200, { invitation: 'queued' }])
    await send()
    // The invitation to the old address hadn't been sent, and is cancelled.
    expect(test.server.received.map(({ to }) => to.toLowerCase())).toEqual(['sammy@example.com'])
    expect((await requestPass(test, id, 'sam@example.com')).status).toBe(403)
    expect((await requestPass(test, id, 'sammy@example.com')).status).toBe(200)
    expect(await readTrail(id)).toContain('Email address corrected')
    expect((await fetchView(id)).thirdPartyEmail.toLowerCase()).toBe('sammy@example.com')
  })

  it('isn’t shown as having got the mail that went to the old one', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    await send()
    expect(await fetchState(id)).toBe('accepted')
    const confirmedAt = (at: Date | null) =>
      test.database.run(sql`UPDATE users SET email_confirmed_at = ${at} WHERE id = ${ada.id}`)
    await confirmedAt(null)
    await correct(id, 'somebody@example.com')
    expect((await fetchView(id)).invitation).toEqual({ state: 'unconfirmed', at: null })
    expect(await fetchState(id)).toBe('unconfirmed')
    await confirmedAt(test.clock.now())
    const inviting = async (thirdPartyEmail: string) => {
      const answer = await create(test, ada, { ...personCreation(test), thirdPartyEmail })
      return (await answer.json()) as { id: string }
    }
    // The next mailbox has used up its mails: another request doesn't change the known state.
    await subscribe(test, ada, 'enterprise')
    for (let n = 0; n < 5; n += 1) await inviting('full@example.com')
    const { id: full } = await inviting('full@example.com')
    expect(await fetchState(full)).toBe('limited')
    const again = () => test.app.request(`/api/verifications/${id}/invitation`, { method: 'POST', ...ada })
    expect((await again()).status).toBe(204)
    expect(await fetchState(id)).toBe('queued')
    await send()
    expect(await fetchState(id)).toBe('accepted')
    await test.app.request(`/api/verifications/${id}/cancel`, { method: 'POST', headers: ada.headers })
    expect(await fetchState(id)).toBeUndefined()
  })

  it('ends the passes of the old one, and destroys the files uploaded with them (GATE-13)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const old = await enter(test, id)
    const whole = await wholeSubmission(test, old)
    expect((await correct(id, 'sammy@example.com')).status).toBe(200)
    expect(await readRefusal((await post(test, old, whole)) as Response)).toMatchObject([
      401,
      expect.anything(),
    ])
    const { token } = (await (await requestPass(test, id, 'sammy@example.com')).json()) as { token: string }
    const fresh = { verificationId: id, headers: { authorization: `Bearer ${token}` } }
    const form = await test.app.request(`/api/public/verifications/${id}/form`, fresh)
    expect(((await form.json()) as ThirdPartyView).uploads).toEqual({ selfie: null, id: null })
    // The old person's photo, named by its link, isn't accepted for the new person.
    const mixed = { ...(await wholeSubmission(test, fresh)), selfieUrl: whole['selfieUrl'] ?? '' }
    expect((await post(test, fresh, mixed)).status).not.toBe(200)
  })

  it('refuses the old one, entered concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createVerification(test, await (async () => (ada = await register(test)))(), {
        type: 'person',
      })
      const old = await enter(test, id)
      const [, ...answers] = await Promise.all([
        correct(id, 'sammy@example.com'),
        ...Array.from({ length: 4 }, () => requestPass(test, id, 'sam@example.com')),
        give(test, old, 'selfie').then(
          () => null,
          () => null,
        ),
      ])
      expect(answers.length).toBe(5)
      const left = await test.database.rows(sql`
        SELECT token_sha256 FROM gate_passes WHERE verification_id = ${id}
        UNION ALL SELECT id::text FROM documents WHERE verification_id = ${id} AND stored_at IS NOT NULL AND destroyed_at IS NULL`)
      expect(left).toEqual([])
    }
  })

  it('can be set only by the creator, to a real address, three times an hour, and while the link is open', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const eve = await register(test)
    expect(await readRefusal(await correct(id, 'eve@example.com', eve))).toEqual([
      404,
      'verification_not_visible',
    ])
    expect(await readRefusal(await correct('nonsense', 'a@example.com'))).toEqual([
      404,
      'verification_not_visible',
    ])
    expect((await correct(id, 'eve@example.com', { headers: { authorization: '' } })).status).toBe(401)
    expect(await readRefusal(await correct(id, 'no address'))).toEqual([400, 'validation_failed'])
    expect((await fetchView(id)).thirdPartyEmail).toBe('Sam@Example.com')
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await correct(id, `n${n}@example.com`)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(17)
    const { id: closed } = await createVerification(test, eve, { type: 'person' })
    await test.app.request(`/api/verifications/${closed}/cancel`, { method: 'POST', headers: eve.headers })
    expect(await readRefusal(await correct(closed, 'a@example.com', eve))).toEqual([410, 'link_closed'])
  })

  it('causes no mail or event if it is the same', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    await send()
    const corrected = await correct(id, 'SAM@example.com')
    expect([corrected.status, await corrected.json()]).toEqual([200, { invitation: null }])
    await send()
    expect(test.server.received).toHaveLength(1)
    expect(await readTrail(id)).toHaveLength(2)
  })

  it('gets no mail from a creator whose own address isn’t confirmed, who is told so', async () => {
    const eve = await registerUnconfirmed(test)
    const { id } = await createVerification(test, eve, { type: 'person' })
    const corrected = await correct(id, 'somebody@example.com', eve)
    expect([corrected.status, await corrected.json()]).toEqual([200, { invitation: 'unconfirmed' }])
    await send()
    expect(test.server.received.map(({ to }) => to)).not.toContain('somebody@example.com')
    expect(await readTrail(id)).toEqual(['Created', 'Email address corrected'])
  })
})
