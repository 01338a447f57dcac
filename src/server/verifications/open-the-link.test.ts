import { beforeEach, describe, expect, it } from 'vitest'
import { givenPassSchema, publicVerificationSchema } from '../../contract/third-party.ts'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { listEvents } from '../testing/kept.ts'
import {
  createVerification,
  from,
  fromAnywhere,
  newAddress,
  readProblem,
  register,
  requestPass,
} from '../testing/people.ts'
import { askInNewWindow } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
let { ada, id } = {} as Awaited<ReturnType<typeof askInNewWindow>>
beforeEach(async () => {
  ;({ ada, id } = await askInNewWindow(test))
})

describe('a link', () => {
  const look = async (of: string, headers: Record<string, string> = {}) =>
    test.app.request(`/api/public/verifications/${of}`, { headers })

  it('shows its kind and state, without personal data (GATE-3)', async () => {
    const answer = await look(id)
    expect(publicVerificationSchema.strict().parse(await answer.json())).toEqual({
      type: 'age',
      state: 'pending',
      owner: false,
    })
  })

  it('recognises its owner', async () => {
    expect(await (await look(id, ada.headers)).json()).toMatchObject({ owner: true })
    expect(await (await look(id, (await register(test)).headers)).json()).toMatchObject({ owner: false })
  })

  it('records an opening by a stranger once an hour, and none by its owner (TRAIL-8)', async () => {
    await look(id, ada.headers)
    await Promise.all([look(id), look(id), look(id)])
    const opened = await test.database.rows(sql`
      SELECT actor FROM audit_events WHERE verification_id = ${id} AND event = 'opened'`)
    expect(opened).toEqual([{ actor: 'visitor' }])
    expect((await listEvents(test, id)).filter((event) => event.startsWith('opened'))).toHaveLength(3)
  })

  it('is not found at an unknown id, or at one that is none (GATE-3)', async () => {
    const absent = { status: 404, code: 'verification_not_found' }
    for (const nowhere of ['00000000-0000-4000-8000-000000000000', 'nonsense', "'"]) {
      expect(await readProblem(await look(nowhere))).toMatchObject(absent)
      expect(await readProblem(await requestPass(test, nowhere, 'sam@example.com'))).toMatchObject({
        status: 404,
      })
    }
  })
})

describe('the gate', () => {
  it('opens for the address in any case and with surrounding white space (GATE-4)', async () => {
    const answer = await requestPass(test, id, '  SAM@example.COM\n')
    const { token, expiresAt } = givenPassSchema.parse(await answer.json())
    expect(Date.parse(expiresAt) - test.clock.now().getTime()).toBe(60 * 60 * 1000)
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await test.database.rows(sql`SELECT * FROM gate_passes WHERE verification_id = ${id}`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await listEvents(test, id)).toEqual([
      'created by creator',
      'invited by system',
      'gate_passed by third_party',
    ])
  })

  it('stays closed for another address, with the specified message (GATE-5)', async () => {
    const problem = await readProblem(await requestPass(test, id, 'eve@example.com'))
    expect(problem).toMatchObject({
      status: 403,
      title: "Email doesn't match",
      detail: "The email you entered doesn't match the one this verification was sent to",
    })
    expect(JSON.stringify(problem)).not.toMatch(/eve@|sam@/i)
    expect(await listEvents(test, id)).toEqual([
      'created by creator',
      'invited by system',
      'gate_refused by visitor',
    ])
  })

  it('asks for an address when none is given (GATE-4)', async () => {
    expect(await readProblem(await requestPass(test, id, '   '))).toMatchObject({
      title: 'Email required',
      detail: 'Please enter your email address',
    })
    expect(await readProblem(await requestPass(test, id, 'x'.repeat(100_000)))).toMatchObject({ status: 413 })
    expect(await readProblem(await requestPass(test, id, 'x'.repeat(321)))).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('refuses the sixth guess even if it is right, even after a restart, and opens again later (GATE-6)', async () => {
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await requestPass(test, id, `guess-${guess}@example.com`)).status).toBe(403)
    }
    const sixth = await requestPass(test, id, 'sam@example.com')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(sixth)).toMatchObject({
      status: 429,
      code: 'gate_locked',
      detail: expect.stringMatching(/^Please try again in \d+ minutes\.$/),
    })

    const restarted = { ...test, app: createApp({ ...test.platform }) }
    const again = await requestPass(restarted, id, 'sam@example.com')
    expect(await readProblem(again)).toMatchObject({ code: 'gate_locked' })
    expect(await listEvents(test, id)).toEqual([
      'created by creator',
      'invited by system',
      ...Array(5).fill('gate_refused by visitor'),
    ])

    test.clock.advance(15 * 60 * 1000 + 1)
    expect((await requestPass(test, id, 'sam@example.com')).status).toBe(200)
  })

  it('compares at most five of fifty simultaneous guesses (GATE-6)', async () => {
    const guesses = Array.from({ length: 50 }, (_, n) => requestPass(test, id, `guess-${n}@example.com`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
  })

  it('resets the guesses after a right one (GATE-6)', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) await requestPass(test, id, 'typo@example.com')
      expect((await requestPass(test, id, 'sam@example.com')).status).toBe(200)
    }
  })

  it('counts one address over all links (GATE-6)', async () => {
    const address = from(newAddress())
    const links: string[] = []
    for (let n = 0; n < 8; n += 1)
      links.push((await createVerification(test, await register(test), { type: 'person' })).id)
    const statuses: number[] = []
    for (let guess = 0; guess < 32; guess += 1) {
      const link = links[guess % 8] ?? ''
      statuses.push((await requestPass(test, link, 'guess@example.com', {}, address)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(403), 429, 429])
  })

  it('accepts fifty guesses an hour at one link from all addresses together (GATE-6)', async () => {
    const guess = async () => (await requestPass(test, id, 'guess@example.com', {}, fromAnywhere())).status
    const statuses: number[] = []
    for (let n = 0; n < 51; n += 1) statuses.push(await guess())
    expect(statuses).toEqual([...Array(50).fill(403), 429])
    test.clock.advance(60 * 60 * 1000 + 1)
    expect(await guess()).toBe(403)
  })

  it('does not open for the owner (GATE-12, SUBMIT-10)', async () => {
    const answer = await requestPass(test, id, 'sam@example.com', ada.headers)
    expect(await readProblem(answer)).toMatchObject({ status: 403, code: 'owner_cannot_submit' })
  })
})
