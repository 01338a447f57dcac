import { beforeEach, describe, expect, it } from 'vitest'
import { makeSignatureHeader } from '../../../simulators/stripe/webhooks.ts'
import { type Person, register } from '../testing/people.ts'
import { checkPage, checkSeen, goodDocument, openCheckDesk } from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'

const desk = openForFile(openCheckDesk)
let mallory: Person
let session: string
beforeEach(async () => {
  mallory = await register(desk, 'Mallory Attacker')
  session = (await checkPage(desk, mallory)).split('/').pop() ?? ''
  await desk.settle()
})

const claim = (id = session) =>
  JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'identity.verification_session.verified',
    data: {
      object: {
        id,
        object: 'identity.verification_session',
        status: 'verified',
        verified_outputs: { first_name: 'Łucja', last_name: 'Nowak', dob: { year: 1990, month: 4, day: 17 } },
      },
    },
  })
const send = (body: string, signature?: string) =>
  desk.app.request('/functions/v1/identity-webhook', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature ? { 'Stripe-Signature': signature } : {}) },
  })
const signed = (body: string, at = desk.clock.now().getTime(), secret = desk.simulator.webhookSecret) =>
  makeSignatureHeader(body, secret, at)

describe('a person who forges the result of an identity check', () => {
  it('is refused without a signature, with another secret’s, over another body, and at the wrong time, and nothing changes (PROVIDER-4)', async () => {
    const before = await desk.readKept()
    const now = desk.clock.now().getTime()
    for (const signature of [
      undefined,
      'v1=none',
      signed(claim(), now, 'whsec_guessed'),
      signed(claim('vs_other')),
      signed(claim(), now - 6 * 60_000),
      signed(claim(), now + 6 * 60_000),
    ]) {
      const answer = await send(claim(), signature)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'webhook_refused' }])
    }
    await desk.settle()
    expect(await desk.readKept()).toBe(before)
  })

  it('can’t use a signed message: the provider is asked, and has no result (PROVIDER-4)', async () => {
    expect((await send(claim(), signed(claim()))).status).toBe(200)
    await desk.settle()
    expect((await checkSeen(desk, mallory)).check).toMatchObject({ state: 'open', ageOver18: null })
  })

  it('has no effect with an unknown session, or by repeating an old message', async () => {
    const before = await desk.readKept()
    expect((await send(claim('vs_foreign'), signed(claim('vs_foreign')))).status).toBe(200)
    await desk.settle()
    expect(await desk.readKept()).toBe(before)

    await desk.showDocument(`${desk.simulator.origin}/identity/${session}`, {
      ...goodDocument,
      birthDate: '2010-01-01',
    })
    await desk.settle()
    const ended = await desk.readKept()
    for (let copy = 0; copy < 3; copy++) await send(claim(), signed(claim()))
    await desk.settle()
    expect(await desk.readKept()).toBe(ended)
    expect((await checkSeen(desk, mallory)).check).toMatchObject({ state: 'checked', ageOver18: false })
  })

  it('can’t see another person’s check, or begin one in their place', async () => {
    const other = await register(desk)
    expect((await checkSeen(desk, other)).check).toBeNull()
    expect((await checkPage(desk, other)).split('/').pop()).not.toBe(session)
  })
})
