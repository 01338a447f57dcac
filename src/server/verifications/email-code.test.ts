import { beforeEach, describe, expect, it } from 'vitest'
import { codeSentSchema, givenPassSchema } from '../../contract/third-party.ts'
import { sql } from '../platform/database/index.ts'
import { inArabicDigits } from '../testing/arabic-digits.ts'
import { listEvents } from '../testing/kept.ts'
import {
  createVerification,
  from,
  fromAnywhere,
  newAddress,
  type Person,
  postJson,
  readRefusal,
  register,
  requestPass,
  submitWhole,
} from '../testing/people.ts'
import { mailsTo } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { mailVerificationCode } from './codes.ts'
import { forgetPassesJob, gateCode } from './index.ts'

const third = 'sam@example.com'
const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const test = soundAppForFile({ emailCode: true })
let ada: Person
let id: string
beforeEach(async () => {
  // Starts a new window of every rate limit for each test.
  test.clock.advance(24 * hourMs)
  ada = await register(test)
  id = (await createVerification(test, ada)).id
})

/** Requests a code at a link, and returns the code in the mail to the third party. */
async function mailedCode(of = id): Promise<string> {
  const before = (await codeMails()).length
  expect((await requestPass(test, of, third)).status).toBe(200)
  const mails = await codeMails()
  expect(mails).toHaveLength(before + 1)
  return /^\d{6}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

async function codeMails() {
  test.clock.advance(1)
  await test.runJobs()
  return (await mailsTo(test, third)).filter(({ subject }) => subject === 'Your confirmation code')
}

function enterCode(code: string, { of = id, email = third, address = newAddress(), headers = {} } = {}) {
  return postJson(test, `/api/public/verifications/${of}/gate/code`, { email, code }, headers, from(address))
}

const not = (code: string) => (code === '000000' ? '111111' : '000000')

async function passes(of = id) {
  return test.database.rows(sql`SELECT email_proof FROM gate_passes WHERE verification_id = ${of}`)
}

const trail = (of = id) => listEvents(test, of)

describe('the right address', () => {
  it('gets a mail that says what the code is worth, and where to type it (GATE-75)', async () => {
    const { host } = new URL(test.platform.settings.publicUrl)
    const where = `Type it only at ${host}. We never call or write to ask for it.`
    const read = async () => (await codeMails()).at(-1)?.text.replaceAll(/\s+/g, ' ')
    await mailedCode()
    expect(await read()).toContain(
      `Anyone with this code can answer for you and open an account with your address. ${where}`,
    )
    await test.database.run(sql`
      UPDATE users SET email = ${third} WHERE id = ${(await register(test)).id}`)
    test.clock.advance(2 * minuteMs)
    await mailedCode()
    expect(await read()).toContain(`Anyone with this code can answer for you. ${where}`)
    await test.database.run(sql`UPDATE users SET email = id || '@example.com' WHERE email = ${third}`)
  })

  it('does not open the link alone, and gets a code that is valid for an hour (GATE-9)', async () => {
    const answer = await requestPass(test, id, ' SAM@example.com ')
    codeSentSchema.strict().parse(await answer.json())
    expect(await passes()).toEqual([])
    expect(await trail()).toEqual(['created by creator', 'invited by system', 'code_sent by system'])
    const mail = (await codeMails()).at(-1)
    expect(mail?.text).toMatch(/^\d{6}$/m)
    expect(mail?.text).not.toMatch(/Łucja|Nowak|Sam|Hinge|verify\//)
  })

  it('opens the link with the digits of an Arabic keyboard (WORDS-2)', async () => {
    expect((await enterCode(inArabicDigits(await mailedCode()))).status).toBe(200)
  })

  it('counts with the marks of direction that a copy from a chat or a page brings, and so does its code (WORDS-19)', async () => {
    const answer = await requestPass(test, id, `\u200f\u2068${third}\u2069`)
    expect(answer.status).toBe(200)
    const code = /^\d{6}$/m.exec((await codeMails()).at(-1)?.text ?? '')?.[0] ?? ''
    const email = `\u202a${third}\u202c`
    expect((await enterCode(`\u2068${code}\u2069`, { email })).status).toBe(200)
  })

  it('gets a code after any number of wrong guesses by strangers at the link (GATE-6)', async () => {
    const guesses = Array.from({ length: 60 }, () =>
      requestPass(test, id, 'guess@example.com', {}, fromAnywhere()),
    )
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(60).fill(403))
    expect(await mailedCode()).not.toBe('')
  })

  it('gets a code that is not stored in the database', async () => {
    const code = await mailedCode()
    const rows = [
      ...(await test.database.rows(sql`SELECT * FROM gate_codes`)),
      ...(await test.database.rows(sql`SELECT detail FROM audit_events`)),
    ]
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${code}"`))
    test.clock.advance(minuteMs)
    await requestPass(test, id, third)
    const queued = await test.database.rows<{ payload: object }>(
      sql`SELECT payload FROM graphile_worker._private_jobs`,
    )
    expect(JSON.stringify(queued)).not.toMatch(/[^-\da-f]\d{6}[^-\da-f]|sam@/i)
    expect(queued).toHaveLength(1)
  })

  it('gets at most five new codes an hour for one link, and fifteen a day (GATE-11)', async () => {
    const knocks = async (times: number) => {
      const statuses: number[] = []
      for (let time = 0; time < times; time += 1) {
        statuses.push((await requestPass(test, id, third)).status)
        await test.database.run(sql`UPDATE gate_codes SET tries = 5 WHERE verification_id = ${id}`)
      }
      return statuses
    }
    expect(await knocks(6)).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await requestPass(test, id, third)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readRefusal(refused)).toEqual([429, 'rate_limited'])
    for (let hour = 0; hour < 2; hour += 1) {
      test.clock.advance(hourMs)
      await knocks(5)
    }
    test.clock.advance(hourMs)
    expect(await knocks(1)).toEqual([429])
    expect((await trail()).filter((event) => event === 'code_sent by system')).toHaveLength(15)
  })

  it('gets at most ten mails with codes an hour over all links, and then still has a valid code (GATE-11, GATE-10)', async () => {
    const links = [id]
    for (let n = 0; n < 2; n += 1)
      links.push((await createVerification(test, await register(test), { type: 'person' })).id)
    const before = (await codeMails()).length
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) {
      for (const link of links.slice(0, 2)) statuses.push((await requestPass(test, link, third)).status)
      test.clock.advance(minuteMs)
    }
    expect(statuses).toEqual(Array(12).fill(200))
    const mails = await codeMails()
    expect(mails).toHaveLength(before + 10)
    expect((await requestPass(test, links[2] ?? '', third)).status).toBe(429)
    const codes = new Set(mails.slice(before).map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? ''))
    expect(codes.size).toBe(2)
    test.clock.advance(40 * minuteMs)
    const entered: number[] = []
    for (const code of codes) entered.push((await enterCode(code)).status)
    expect(entered.sort()).toEqual([200, 422])
  })

  it('gets an answer that doesn’t tell when a code was asked for (GATE-73)', async () => {
    const read = async () => {
      const answer = await requestPass(test, id, third)
      const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
      return [answer.status, answer.headers.get('retry-after'), body]
    }
    const first = await read()
    expect(first).toEqual([200, null, { codeSent: true }])
    test.clock.advance(20_000)
    expect(await read()).toEqual(first)
    test.clock.advance(minuteMs)
    expect(await read()).toEqual(first)
  })

  it('gets a refusal that names the whole window of a limit that other people share (GATE-73)', async () => {
    const spend = () => test.database.run(sql`UPDATE gate_codes SET tries = 5 WHERE verification_id = ${id}`)
    const readWait = async (of = id) => (await requestPass(test, of, third)).headers.get('retry-after')
    for (let hour = 0; hour < 3; hour += 1) {
      for (let time = 0; time < 5; time += 1) {
        test.clock.advance(5 * minuteMs)
        expect(await readWait()).toBeNull()
        await spend()
      }
      expect(await readWait()).toBe('3600')
      test.clock.advance(hourMs)
    }
    expect(await readWait()).toBe(String(24 * 60 * 60))
    const links = []
    for (let n = 0; n < 3; n += 1)
      links.push((await createVerification(test, await register(test), { type: 'person' })).id)
    for (let time = 0; time < 10; time += 1) {
      test.clock.advance(minuteMs)
      expect(await readWait(links[time % 2])).toBeNull()
    }
    expect(await readWait(links[2])).toBe('3600')
  })

  it('gets one mail with one code for all requests within a minute (GATE-10)', async () => {
    const before = (await codeMails()).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestPass(test, id, third)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    test.clock.advance(minuteMs - 2)
    await requestPass(test, id, third)
    expect(await codeMails()).toHaveLength(before + 1)
  })

  it('gets no code for a link that closes during the request', async () => {
    await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    const asked = { verificationId: id, clientIp: newAddress() }
    expect(await mailVerificationCode(test.platform, gateCode, asked)).toEqual({ refused: 'link_closed' })
    expect(await test.database.rows(sql`SELECT id FROM gate_codes WHERE verification_id = ${id}`)).toEqual([])
  })

  it('gets no mail when the link has closed since', async () => {
    const before = (await codeMails()).length
    await requestPass(test, id, third)
    expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)).status).toBe(204)
    expect(await codeMails()).toHaveLength(before)
    expect(await readRefusal(await enterCode('123456'))).toEqual([410, 'link_closed'])
  })
})

it('answers another address as without codes, and mails nothing', async () => {
  const before = (await codeMails()).length
  expect(await readRefusal(await requestPass(test, id, 'eve@example.com'))).toEqual([403, 'email_mismatch'])
  expect(await codeMails()).toHaveLength(before)
  expect(await test.database.rows(sql`SELECT id FROM gate_codes WHERE verification_id = ${id}`)).toEqual([])
})

describe('the mailed code', () => {
  it('opens the gate, and the record states that (GATE-9)', async () => {
    const code = await mailedCode()
    const answer = await enterCode(` ${code.slice(0, 3)} ${code.slice(3)}\n`, { email: 'SAM@example.com ' })
    expect(answer.status).toBe(200)
    const { token } = givenPassSchema.strict().parse(await answer.json())
    expect(await passes()).toEqual([{ emailProof: 'code' }])
    const passed = await test.database.row(sql`
      SELECT actor, detail FROM audit_events WHERE verification_id = ${id} AND event = 'gate_passed'`)
    expect(passed).toEqual({ actor: 'third_party', detail: { emailProof: 'code' } })
    const sam = { verificationId: id, headers: { authorization: `Bearer ${token}` } }
    expect((await submitWhole(test, sam)).status).toBe(200)
    const row = await test.database.row(sql`SELECT status, email_proof FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ status: 'verified', emailProof: 'code' })
  })

  it('is refused at the sixth guess even if it is right (GATE-10)', async () => {
    const code = await mailedCode()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await readRefusal(await enterCode(not(code)))).toEqual([422, 'code_wrong'])
    }
    expect(await readRefusal(await enterCode(code))).toEqual([422, 'code_wrong'])
    expect(await passes()).toEqual([])
    expect((await trail()).slice(4)).toEqual(Array(5).fill('code_refused by visitor'))
    expect((await enterCode(await mailedCode())).status).toBe(200)
  })

  it('allows at most five of fifty simultaneous guesses (GATE-10)', async () => {
    const code = await mailedCode()
    const guesses = Array.from({ length: 50 }, () => enterCode(not(code)))
    expect((await Promise.all(guesses)).every(({ status }) => status === 422)).toBe(true)
    expect((await trail()).filter((event) => event === 'code_refused by visitor')).toHaveLength(5)
    expect(await readRefusal(await enterCode(code))).toEqual([422, 'code_wrong'])
  })

  it('opens the gate once, even if it is entered fifty times at the same time', async () => {
    const code = await mailedCode()
    const statuses = (await Promise.all(Array.from({ length: 50 }, () => enterCode(code)))).map(
      (a) => a.status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(49)
    expect(await passes()).toHaveLength(1)
    expect(await readRefusal(await enterCode(code))).toEqual([422, 'code_wrong'])
    expect((await trail()).slice(4)).toEqual(['gate_passed by third_party'])
  })

  it('expires an hour after it was last mailed', async () => {
    const code = await mailedCode()
    // One millisecond passed until the mail was there.
    test.clock.advance(hourMs - 1)
    expect(await readRefusal(await enterCode(code))).toEqual([422, 'code_wrong'])
    expect(await passes()).toEqual([])
    expect((await enterCode(await mailedCode())).status).toBe(200)
  })

  it('is mailed again on request, is then valid for another hour, but keeps its five tries, of which the fifth counts (GATE-10)', async () => {
    const code = await mailedCode()
    for (let guess = 0; guess < 4; guess += 1) await enterCode(not(code))
    test.clock.advance(50 * minuteMs)
    expect(await mailedCode()).toBe(code)
    test.clock.advance(50 * minuteMs)
    expect((await enterCode(code)).status).toBe(200)
    expect(await mailedCode()).not.toBe(code)
  })

  it('opens no other link to the same person (GATE-10)', async () => {
    const other = (await createVerification(test, await register(test))).id
    const [code, theirs] = [await mailedCode(), await mailedCode(other)]
    expect(await readRefusal(await enterCode(code, { of: other }))).toEqual([422, 'code_wrong'])
    // Even if one link's code is copied to the row of another.
    await test.database.run(sql`
      UPDATE gate_codes SET code_mac = (SELECT code_mac FROM gate_codes WHERE verification_id = ${id})
      WHERE verification_id = ${other}`)
    expect(await readRefusal(await enterCode(code, { of: other }))).toEqual([422, 'code_wrong'])
    expect(await passes(other)).toEqual([])
    expect(theirs).toMatch(/^\d{6}$/)
    expect((await enterCode(code)).status).toBe(200)
  })

  it('needs the address that it was mailed to; another one gets the same refusal and costs no try', async () => {
    const code = await mailedCode()
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await enterCode(code, { email: 'eve@example.com' })
      expect(await readRefusal(answer)).toEqual([422, 'code_wrong'])
    }
    expect((await enterCode(code)).status).toBe(200)
  })

  it('can be guessed thirty times from one address, for all links together', async () => {
    const address = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 32; guess += 1) {
      statuses.push((await enterCode('123456', { address })).status)
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429, 429])
  })

  it('cannot be nothing, a word, or more than a code', async () => {
    await mailedCode()
    for (const wrong of ['', "'; --"])
      expect(await readRefusal(await enterCode(wrong))).toEqual([422, 'code_wrong'])
    expect(await readRefusal(await enterCode('1'.repeat(41)))).toEqual([400, 'validation_failed'])
    expect(await passes()).toEqual([])
  })

  it('is refused for the owner, and for a link that does not exist', async () => {
    const code = await mailedCode()
    expect(await readRefusal(await enterCode(code, { headers: ada.headers }))).toEqual([
      403,
      'owner_cannot_submit',
    ])
    for (const of of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
      expect(await readRefusal(await enterCode(code, { of }))).toEqual([404, 'verification_not_found'])
    }
    expect((await enterCode(code)).status).toBe(200)
  })
})

it('codes are refused when they are not enabled', async () => {
  test.platform.settings.emailCode = false
  try {
    expect(await readRefusal(await enterCode('123456'))).toEqual([422, 'code_wrong'])
    givenPassSchema.parse(await (await requestPass(test, id, third)).json())
    expect(await passes()).toEqual([{ emailProof: 'matched' }])
  } finally {
    test.platform.settings.emailCode = true
  }
})

it('expired codes are deleted', async () => {
  await mailedCode()
  const count = async () =>
    (await test.database.rows(sql`SELECT id FROM gate_codes WHERE verification_id = ${id}`)).length
  const run = async () => {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetPassesJob, {}))
    await test.runJobs()
  }
  await run()
  expect(await count()).toBe(1)
  test.clock.advance(hourMs)
  await run()
  expect(await count()).toBe(0)
})
