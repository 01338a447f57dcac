import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { listAllFeedback } from './feedback.ts'
import { sql } from './platform/database/index.ts'
import { createLogger } from './platform/logging/index.ts'
import { from, newAddress, register } from './testing/people.ts'
import { type TestApp, testAppForFile } from './testing/test-app.ts'

const test = testAppForFile()
beforeEach(() => test.database.run(sql`DELETE FROM user_feedback`))

type Sent = { headers?: Record<string, string>; address?: string; app?: TestApp['app'] }

/** Posts a text as JSON from a new address. */
function sendText(body: string, { headers = {}, address = newAddress(), app = test.app }: Sent = {}) {
  const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  return app.request('/api/feedback', request, from(address))
}
const send = (feedback: unknown, sent: Sent = {}) => sendText(JSON.stringify(feedback), sent)

const kept = () => listAllFeedback(test.database)

/** The status and code of a refusal, after checking that the feedback was neither stored nor repeated. */
async function readRefusal(answer: Response, privateText = 'Really fine') {
  const body = await answer.text()
  expect(await kept()).toEqual([])
  expect(body).not.toContain(privateText)
  return [answer.status, JSON.parse(body).code]
}

describe('feedback', () => {
  it('of a signed-in person is stored with their user id, the rating, the comment and the time (FEEDBACK-2)', async () => {
    const ada = await register(test)
    const answer = await send({ rating: 4, comment: 'Calm and quick.' }, ada)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(await kept()).toEqual([
      { userId: ada.id, rating: 4, comment: 'Calm and quick.', createdAt: test.clock.now() },
    ])
  })

  it('of a signed-out person is stored as anonymous (FEEDBACK-2)', async () => {
    expect((await send({ rating: 1 })).status).toBe(204)
    expect(await kept()).toMatchObject([{ userId: 'anonymous', rating: 1, comment: null }])
  })

  it('stores HTML, line breaks and every script unchanged (FEEDBACK-3)', async () => {
    const comment = `  <script>alert('1')</script>\n\t"'; DROP TABLE user_feedback; -- Łódź 🙂 عربي  `
    expect((await send({ rating: 2, comment })).status).toBe(204)
    expect(await kept()).toMatchObject([{ comment }])
  })

  it('is deleted with its account, and anonymous feedback stays (FEEDBACK-5)', async () => {
    const ada = await register(test)
    await send({ rating: 5, comment: 'Mine' }, ada)
    await send({ rating: 3, comment: 'Anonymous' })
    await test.database.run(sql`DELETE FROM users WHERE id = ${ada.id}`)
    expect(await kept()).toMatchObject([{ userId: 'anonymous', comment: 'Anonymous' }])
  })

  it('is listed for the operator newest first (FEEDBACK-7)', async () => {
    await send({ rating: 3, comment: 'Before' })
    test.clock.advance(1000)
    await send({ rating: 3, comment: 'After' })
    expect((await kept()).map(({ comment }) => comment)).toEqual(['After', 'Before'])
  })
})

describe('feedback without a valid rating', () => {
  it.each([
    {},
    { rating: null },
    { rating: 0 },
    { rating: 6 },
    { rating: 1.5 },
    { rating: '5' },
    { rating: [5] },
    { Rating: 5 },
  ])('is refused, such as %j with a comment (FEEDBACK-1)', async (feedback) => {
    const answer = await send({ ...feedback, comment: 'Really fine' })
    expect(await answer.clone().json()).toMatchObject({
      errors: [{ path: 'rating', message: 'Choose a rating. The comment can stay empty.' }],
    })
    expect(await readRefusal(answer)).toEqual([400, 'validation_failed'])
  })

  it('is refused even with a rating hidden in __proto__', async () => {
    const hidden = await sendText('{"__proto__": {"rating": 5}, "comment": "Really fine"}')
    expect(await readRefusal(hidden)).toEqual([400, 'validation_failed'])
    const constructed = await sendText('{"constructor": {"prototype": {"rating": 5}}}')
    expect(await readRefusal(constructed)).toEqual([400, 'validation_failed'])
    expect(Object.hasOwn(Object.prototype, 'rating')).toBe(false)
  })

  it.each(['', '{', 'rating=5'])('is refused as unreadable with the body %j', async (body) => {
    expect(await readRefusal(await sendText(body))).toEqual([400, 'body_unreadable'])
  })

  it.each(['null', '5', '[]', '"5"'])('is refused as invalid with the JSON %s', async (body) => {
    expect(await readRefusal(await sendText(body))).toEqual([400, 'validation_failed'])
  })
})

describe('a comment', () => {
  it('is accepted at its maximum length and refused with one more character (FEEDBACK-3)', async () => {
    const answer = await send({ rating: 5, comment: 'Fine'.padEnd(2001, '.') })
    expect(await answer.clone().json()).toMatchObject({
      errors: [{ path: 'comment', message: 'Use at most 2000 characters' }],
    })
    expect(await readRefusal(answer, 'Fine')).toEqual([400, 'validation_failed'])
    expect((await send({ rating: 5, comment: 'Fine'.padEnd(2000, '.') })).status).toBe(204)
    expect((await kept())[0]?.comment).toHaveLength(2000)
  })

  it.each(['bell \u0007', 'nothing \u0000', '\u001b[2J'])(
    'with control characters is refused: %j',
    async (comment) => {
      expect(await readRefusal(await send({ rating: 5, comment }))).toEqual([400, 'validation_failed'])
    },
  )

  it.each([5, true, ['Really fine'], { text: 'Really fine' }])(
    'that isn’t a string is refused: %j',
    async (comment) => {
      expect(await readRefusal(await send({ rating: 5, comment }))).toEqual([400, 'validation_failed'])
    },
  )

  it('never reaches a log, whether it is stored, refused or lost (FEEDBACK-3)', async () => {
    const lines: string[] = []
    const logger = createLogger('debug', { write: (line: string) => void lines.push(line) })
    const secret = 'Ada has no shoes'
    const app = createApp({ ...test.platform, logger })
    expect((await send({ rating: 5, comment: secret }, { app })).status).toBe(204)
    expect((await send({ rating: 6, comment: secret }, { app })).status).toBe(400)
    const database = {
      ...test.platform.database,
      run: () => test.database.run(sql`SELECT ${secret}::integer`),
    }
    const broken = createApp({ ...test.platform, logger, database })
    expect((await send({ rating: 5, comment: secret }, { app: broken })).status).toBe(500)
    expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')).toHaveLength(3)
    expect(lines.join('')).not.toContain('shoes')
  })
})

describe('the author of feedback', () => {
  it('can’t be set by the sender, nor can the time or the id (FEEDBACK-2)', async () => {
    const ada = await register(test)
    const { id, email } = await register(test, 'Somebody Else')
    const claims = {
      user_id: id,
      userId: id,
      account_id: id,
      accountId: id,
      id,
      email,
      created_at: '1999-01-01T00:00:00Z',
      createdAt: '1999-01-01T00:00:00Z',
    }
    expect((await send({ rating: 5, ...claims })).status).toBe(204)
    test.clock.advance(1000)
    expect((await send({ rating: 5, ...claims }, ada)).status).toBe(204)
    expect((await kept()).map(({ userId }) => userId)).toEqual([ada.id, 'anonymous'])
    const rows = await test.database.rows<{ id: string; createdAt: Date }>(
      sql`SELECT id, created_at FROM user_feedback`,
    )
    for (const row of rows) {
      expect(row.id).not.toBe(id)
      expect(row.createdAt.getUTCFullYear()).toBe(2026)
    }
  })

  it.each([
    'Bearer nonsense',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
    'Bearer',
    'Basic YWRhOnNlY3JldA==',
    '',
  ])('is refused, instead of counted as anonymous, with the authorization %j', async (authorization) => {
    const answer = await send({ rating: 5, comment: 'Really fine' }, { headers: { authorization } })
    expect(await readRefusal(answer)).toEqual([401, 'authentication_required'])
  })

  it('is refused with the token of a session that was ended or has expired', async () => {
    const ada = await register(test)
    const bob = await register(test, 'Bob Ended')
    await test.app.request('/auth/v1/logout', { method: 'POST', headers: bob.headers })
    expect(await readRefusal(await send({ rating: 5 }, bob))).toEqual([401, 'authentication_required'])
    test.clock.advance(3601 * 1000)
    expect(await readRefusal(await send({ rating: 5 }, ada))).toEqual([401, 'authentication_required'])
  })
})

describe('the limit on feedback', () => {
  it('is 10 an hour for one account, from any address (FEEDBACK-4)', async () => {
    const ada = await register(test)
    for (let n = 0; n < 10; n += 1) expect((await send({ rating: 5 }, ada)).status).toBe(204)
    const refused = await send({ rating: 5, comment: 'Really fine' }, ada)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await kept()).toHaveLength(10)
    const bob = await register(test, 'Bob Other')
    expect((await send({ rating: 5 }, bob)).status).toBe(204)
    expect((await send({ rating: 5 })).status).toBe(204)
    test.clock.advance(3600 * 1000 - 1)
    expect((await send({ rating: 5 }, ada)).status).toBe(429)
  })

  it('is 20 an hour for signed-out people at one network address (FEEDBACK-4)', async () => {
    const ada = await register(test)
    const address = newAddress()
    for (let n = 0; n < 20; n += 1) expect((await send({ rating: 5 }, { address })).status).toBe(204)
    const refused = await send({ rating: 5 }, { address })
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect(await kept()).toHaveLength(20)
    expect((await send({ rating: 5 }, { address, ...ada })).status).toBe(204)
    test.clock.advance(3600 * 1000)
    expect((await send({ rating: 5 }, { address })).status).toBe(204)
  })

  it('counts refused feedback too', async () => {
    const address = newAddress()
    for (let n = 0; n < 20; n += 1) expect((await send({}, { address })).status).toBe(400)
    expect((await send({ rating: 5 }, { address })).status).toBe(429)
    expect(await kept()).toEqual([])
  })
})
