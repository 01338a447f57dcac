import { describe, expect, it } from 'vitest'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { listTrailRows, storedFiles } from '../testing/kept.ts'
import {
  correctAddress,
  createVerification,
  enter,
  invite,
  post,
  postJson,
  readProblem,
  register,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import { completeRecord, personForEach, viewAsOwner } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { expireJob } from './end-verification.ts'

const test = soundAppForFile()
const ada = personForEach(test)

describe('a cancelled request', () => {
  it('closes the link and destroys the files of both at once (STATE-2, STATE-7)', async () => {
    const { id } = await createVerification(test, ada)
    const sam = await enter(test, id)
    const submission = await wholeSubmission(test, sam)
    const ofBoth = async () =>
      (await storedFiles(test)).filter((file) => file.includes(id) || file.includes(ada.id))
    expect(await ofBoth()).toHaveLength(4)
    const cancelled = await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    expect(cancelled.status).toBe(204)

    expect(await readProblem(await post(test, sam, submission))).toMatchObject({
      status: 410,
      code: 'link_closed',
    })
    expect((await test.app.request(submission['idUrl'] ?? '')).status).toBe(404)
    const shown = await viewAsOwner(test, id, ada)
    expect([shown.status, shown.documents.selfie]).toEqual(['cancelled', { state: 'destroyed' }])
    await test.runJobs()
    expect(await ofBoth()).toHaveLength(0)
    expect(await listTrailRows(test, id)).toEqual([
      'created by creator',
      'invited by system',
      'gate_passed by third_party',
      'uploaded by third_party',
      'uploaded by third_party',
      'cancelled by creator',
      'files_destroyed by system',
      'viewed by creator',
    ])
  })

  it('tells an open form that it has ended, or that its address was corrected, without a step in the trail (FORM-27)', async () => {
    const ask = async (sam: ThirdParty) => {
      const answer = await test.app.request(`/api/public/verifications/${sam.verificationId}/standing`, sam)
      return answer.status === 204 ? 'open' : (await readProblem(answer)).code
    }
    const cancelled = await invite(test, ada)
    const trail = await listTrailRows(test, cancelled.verificationId)
    expect(await ask(cancelled)).toBe('open')
    expect(await listTrailRows(test, cancelled.verificationId)).toEqual(trail)
    await postJson(test, `/api/verifications/${cancelled.verificationId}/cancel`, {}, ada.headers)
    expect(await ask(cancelled)).toBe('link_closed')

    const bea = await register(test)
    const corrected = await invite(test, bea)
    await correctAddress(test, bea, corrected.verificationId, 'right@example.com')
    expect(await ask(corrected)).toBe('gate_token_invalid')
    expect(await ask({ ...corrected, verificationId: cancelled.verificationId })).toBe('gate_token_invalid')
  })

  it('counts the questions of an open form apart from the gate’s guesses (FORM-27)', async () => {
    const sam = await invite(test, await register(test))
    const path = `/api/public/verifications/${sam.verificationId}/standing`
    const answers = await Promise.all(Array.from({ length: 121 }, () => test.app.request(path, sam)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(120)
    expect(answers.find(({ status }) => status !== 204)?.status).toBe(429)
    const again = await enter(test, sam.verificationId)
    const form = `/api/public/verifications/${sam.verificationId}/form`
    expect((await test.app.request(form, again)).status).toBe(200)
  })

  it('can be cancelled only by its creator, and only while pending (STATE-8)', async () => {
    const { id } = await createVerification(test, ada)
    const eve = await register(test)
    const foreign = await postJson(test, `/api/verifications/${id}/cancel`, {}, eve.headers)
    expect(await readProblem(foreign)).toMatchObject({ status: 404, code: 'verification_not_visible' })
    const cancel = () => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410])
    const done = await completeRecord(test, await register(test))
    expect(
      (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${done}`))
        ?.status,
    ).toBe('verified')
  })
})

describe('a link that is not completed', () => {
  async function runExpiry() {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, expireJob, {}))
    await test.runJobs()
  }

  it('closes after 30 days and not earlier, and its files are destroyed (STATE-2, STATE-6)', async () => {
    const { id } = await createVerification(test, ada)
    const done = await completeRecord(test, await register(test))
    const readStatus = async (of: string) =>
      (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${of}`))
        ?.status
    test.clock.advance(30 * dayMs)
    await runExpiry()
    expect(await readStatus(id)).toBe('pending')
    test.clock.advance(1)
    await runExpiry()
    expect([await readStatus(id), await readStatus(done)]).toEqual(['expired', 'verified'])
    const trail = await listTrailRows(test, id)
    const end = trail.indexOf('expired by system')
    expect(trail.slice(end, end + 2)).toEqual(['expired by system', 'files_destroyed by system'])
    expect((await storedFiles(test)).some((file) => file.includes(ada.id))).toBe(false)
  })
})
