import { describe, expect, it } from 'vitest'
import type { RecordFacts } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, password } from '../testing/auth-caller.ts'
import {
  correctAddress,
  create,
  createVerification,
  invite,
  personCreation,
  prepareSubmission,
  readRefusal,
  requestPass,
} from '../testing/people.ts'
import { completeRecord, personForEach } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const ada = personForEach(test, 'annual')

/** Other spellings of an address with the same mailbox. */
function spellings(address: string): string[] {
  const [local = '', domain = ''] = address.split('@')
  return [address, ` ${address.toUpperCase()} `, `${local}+sam@${domain}`, `${local}@${domain}.`]
}

describe('a creator who plays both people', () => {
  it('can’t send a request to their own address, however it is spelled (CREATE-22)', async () => {
    for (const thirdPartyEmail of spellings(ada.email)) {
      const answer = await create(test, ada, { ...personCreation(test), thirdPartyEmail })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(((await answer.json()) as { code: string }).code).toMatch(/own_address|validation_failed/)
    }
    const row = await test.database.row(
      sql`SELECT count(*)::int AS n FROM verifications WHERE user_id = ${ada.id}`,
    )
    expect(row).toEqual({ n: 0 })
  })

  it('uses up none of the allowance with that', async () => {
    await create(test, ada, { ...personCreation(test), thirdPartyEmail: ada.email })
    const row = await test.database.row(
      sql`SELECT count(*)::int AS n FROM subscription_usage WHERE user_id = ${ada.id}`,
    )
    expect(row).toEqual({ n: 0 })
  })

  it('can’t correct an address to their own (CREATE-22)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const answer = await correctAddress(test, ada, id, ada.email.toUpperCase())
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'own_address' }])
    const row = await test.database.row(
      sql`SELECT third_party_email AS email FROM verifications WHERE id = ${id}`,
    )
    expect(row).toEqual({ email: 'Sam@Example.com' })
  })

  /** Changes the creator's address as an unrefused change of address does. */
  const become = (email: string) =>
    test.database.run(sql`UPDATE users SET email = ${email} WHERE id = ${ada.id}`)
  it('is refused at gate and code once their address is the third party’s (GATE-70)', async () => {
    const { id } = await createVerification(test, ada)
    await become('sam+other@example.com')
    expect(await readRefusal(await requestPass(test, id, 'sam@example.com'))).toEqual([
      403,
      'owner_cannot_submit',
    ])
    test.platform.settings.emailCode = true
    try {
      expect(await readRefusal(await requestPass(test, id, 'sam@example.com'))).toEqual([
        403,
        'owner_cannot_submit',
      ])
    } finally {
      test.platform.settings.emailCode = false
    }
  })

  it('can’t submit with a pass from before their address became the third party’s (GATE-70)', async () => {
    const thirdParty = await invite(test, ada)
    const submit = await prepareSubmission(test, thirdParty)
    await become('sam@example.com')
    expect(await readRefusal(await submit())).toEqual([403, 'owner_cannot_submit'])
    const row = await test.database.row(
      sql`SELECT status FROM verifications WHERE id = ${thirdParty.verificationId}`,
    )
    expect(row).toEqual({ status: 'pending' })
  })

  const auth = createAuthCaller(test)

  /** A new person who asks for another address. */
  async function askForAddress(own: string, wished: string) {
    await auth.signUp(own)
    const ida = await auth.confirm(own)
    const by = { ...ada, id: ida.userId, headers: { authorization: `Bearer ${ida.accessToken}` } }
    const wish = () =>
      auth.call('PUT', '/auth/v1/user', {
        token: ida.accessToken,
        body: { email: wished, current_password: password },
      })
    test.clock.advance(61_000)
    expect((await wish()).status).toBe(200)
    return { by, ida, wish }
  }

  it('can still log in with a mailed link while they can’t change their address (GATE-70)', async () => {
    const { by } = await askForAddress('kim@example.org', 'lee@example.org')
    await createVerification(test, by, { thirdPartyEmail: 'lee@example.org' })
    await auth.post('/otp', { email: 'kim@example.org', create_user: true })
    expect((await auth.press(await auth.mailedLink('kim@example.org'), {})).status).toBe(200)
  })

  it('can’t change their address to the recipient of one of their open requests, at the request or at its links (GATE-70)', async () => {
    const { by, ida, wish } = await askForAddress('ida@example.org', 'jo@example.org')
    const { id } = await createVerification(test, by, { thirdPartyEmail: 'J.O@example.org' })
    expect((await wish()).body).toMatchObject({ code: 'email_asked' })
    const readLink = async (address: string) => {
      const mail = (await auth.mails()).find(({ to, subject }) => to === address && /address$/.test(subject))
      return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    }
    for (const address of ['ida@example.org', 'jo@example.org']) {
      expect((await auth.press(await readLink(address), {})).body).toMatchObject({ code: 'email_asked' })
    }
    const findEmail = () => test.database.row(sql`SELECT email FROM users WHERE id = ${ida.userId}`)
    expect(await findEmail()).toEqual({ email: 'ida@example.org' })
    await test.app.request(`/api/verifications/${id}/cancel`, { method: 'POST', headers: by.headers })
    for (const address of ['ida@example.org', 'jo@example.org']) {
      expect((await auth.press(await readLink(address), {})).status).toBe(200)
    }
    expect(await findEmail()).toEqual({ email: 'jo@example.org' })
  })

  it('gets, with another mailbox, only a record that names the missing facts (EVIDENCE-2)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const answer = await test.app.request(`/api/records/${id}/files/record.json`, ada)
    const { facts } = (await answer.json()) as { facts: RecordFacts }
    const steps = facts.known.map(({ fact, party, step }) => `${party} ${fact} ${step}`)
    expect(steps.filter((row) => row.startsWith('thirdParty'))).toEqual([
      'thirdParty age declared',
      'thirdParty name declared',
      'thirdParty face declared',
      'thirdParty mailbox typed',
    ])
    expect(facts.known.every(({ agrees }) => agrees === undefined)).toBe(true)
  })
})
