import { describe, expect, it, vi } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { listEvents, withoutRandom } from '../testing/kept.ts'
import {
  create,
  createVerification,
  type Person,
  personCreation,
  postJson,
  readRefusal,
  register,
} from '../testing/people.ts'
import { mailsTo, personForEach } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { cancelInvitations } from './invitation.ts'

const test = soundAppForFile({ accessTokenLifeSeconds: 24 * 60 * 60 })
const ada = personForEach(test)

const resend = (id: string, by: Pick<Person, 'headers'> = ada) =>
  postJson(test, `/api/verifications/${id}/invitation`, {}, by.headers)
const cancel = (id: string) => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)

/** The invitations to one verification that reached the third party. */
async function invitations(id: string) {
  await test.runJobs()
  return (await mailsTo(test, 'sam@example.com')).filter(({ text }) => text.includes(id))
}

async function invited(id: string) {
  return test.database.rows(sql`
    SELECT actor, detail FROM audit_events WHERE verification_id = ${id} AND event = 'invited' ORDER BY sequence`)
}

describe('a creation', () => {
  it('mails the link to the third party, without personal data (CREATE-17)', async () => {
    const { id, verificationLink } = await createVerification(test, ada)
    await test.runJobs()
    const mail = (await test.platform.mailer.outbox?.listNewest(50))?.find(({ text }) => text.includes(id))
    expect(mail).toMatchObject({ from: 'assent@localhost', subject: 'You’ve been asked for a verification' })
    expect(mail?.to.toLowerCase()).toBe('sam@example.com')
    expect(mail?.text).toContain(`${verificationLink}\n`)
    expect(mail?.html).toContain(verificationLink)
    const whole = JSON.stringify({ ...mail, to: '' })
    expect(withoutRandom(whole)).not.toMatch(/Łucja|Nowak|Sam|Hinge|1990|age verification/i)
    expect(whole).not.toContain(ada.email)
    expect(await invited(id)).toEqual([{ actor: 'system', detail: { channel: 'email' } }])
  })

  it('mails nothing when it is refused', async () => {
    await createVerification(test, ada, { type: 'age' })
    const before = (await mailsTo(test, 'sam@example.com')).length
    await test.runJobs()
    const answer = await create(test, ada, { ...personCreation(), signature: '' })
    expect(answer.status).toBe(422)
    await test.runJobs()
    expect(await mailsTo(test, 'sam@example.com')).toHaveLength(before + 1)
  })

  it('mails nothing when its link closed before the mail was sent', async () => {
    const { id } = await createVerification(test, ada)
    expect((await cancel(id)).status).toBe(204)
    expect(await invitations(id)).toEqual([])
  })
})

describe('an invitation', () => {
  it('is sent again when its creator asks, at most three times an hour and six times a day (CREATE-18)', async () => {
    const { id } = await createVerification(test, ada)
    const three = async () => {
      for (let time = 0; time < 3; time += 1) expect((await resend(id)).status).toBe(204)
      const fourth = await resend(id)
      expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await readRefusal(fourth)).toEqual([429, 'rate_limited'])
    }
    await three()
    test.clock.advance(60 * 60 * 1000)
    await three()
    test.clock.advance(60 * 60 * 1000)
    expect(await readRefusal(await resend(id))).toEqual([429, 'rate_limited'])
    expect(await invitations(id)).toHaveLength(7)
    const invited = (await listEvents(test, id)).filter((event) => event.startsWith('invited'))
    expect(invited).toEqual(['invited by system', ...Array(6).fill('invited by creator')])
  })

  it('is sent at most three times for twenty simultaneous requests', async () => {
    const { id } = await createVerification(test, ada)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => resend(id)))).map((a) => a.status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(3)
    expect((await listEvents(test, id)).filter((event) => event.startsWith('invited'))).toHaveLength(4)
  })

  it('can be resent only by its creator; others get the answer for an unknown id', async () => {
    const { id } = await createVerification(test, ada)
    const eve = await register(test)
    const nowhere = '00000000-0000-4000-8000-000000000000'
    for (const path of [id, nowhere, 'nonsense']) {
      expect(await readRefusal(await resend(path, eve))).toEqual([404, 'verification_not_visible'])
    }
    expect(await readRefusal(await resend(id, { headers: { authorization: '' } }))).toEqual([
      401,
      'authentication_required',
    ])
    expect(await invited(id)).toHaveLength(1)
  })

  it('to a closed link is refused', async () => {
    const { id } = await createVerification(test, ada)
    await cancel(id)
    expect(await readRefusal(await resend(id))).toEqual([410, 'link_closed'])
    expect(await invited(id)).toHaveLength(1)
    expect(await invitations(id)).toEqual([])
  })
})

describe('a mail whose outcome is recorded while it is cancelled', () => {
  it('waits for the lock, and its outcome is not recorded', async () => {
    const { id } = await createVerification(test, ada)
    let sending: Promise<void> = Promise.resolve()
    await test.database.transaction(async (tx) => {
      await tx.row(sql`SELECT FROM verifications WHERE id = ${id} FOR NO KEY UPDATE`)
      sending = test.runJobs()
      await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 300_000 })
      // Neither holds this lock; otherwise they would deadlock.
      const mail = sql`SELECT id FROM mails WHERE verification_id = ${id} FOR UPDATE NOWAIT`
      expect(await tx.rows(mail)).toHaveLength(1)
      await cancelInvitations(tx, id, test.clock.now())
    })
    await sending
    const mails = await test.database.rows(sql`SELECT outcome FROM mails WHERE verification_id = ${id}`)
    expect(mails).toEqual([{ outcome: 'not_needed' }])
    expect(await listEvents(test, id)).not.toContain('mail_accepted')
    const row = await test.database.row(sql`SELECT invited_at AS at FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ at: null })
  })

  const waiting = () =>
    test.asOwner((owner) =>
      owner.rows(sql`SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()`),
    )
})
