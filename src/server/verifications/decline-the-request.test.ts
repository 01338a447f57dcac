import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { listEvents, readStatus, storedFiles } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  post,
  postJson,
  readProblem,
  register,
  wholeSubmission,
} from '../testing/people.ts'
import { askInNewWindow } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
let { ada, id } = {} as Awaited<ReturnType<typeof askInNewWindow>>
beforeEach(async () => {
  ;({ ada, id } = await askInNewWindow(test))
})

describe('a refusal by the third party', () => {
  const decline = (of: string, by: { headers: Record<string, string> }, reason: unknown = null) =>
    postJson(test, `/api/public/verifications/${of}/decline`, { reason }, by.headers)

  it('closes the request, hides the reason from the creator and destroys every file (STATE-2, STATE-7)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    expect((await decline(id, sam, 'I do not know this person.')).status).toBe(204)
    expect(await readStatus(test, id)).toBe('rejected')
    const row = await test.database.row(
      sql`SELECT decline_reason AS reason FROM verifications WHERE id = ${id}`,
    )
    expect(row).toEqual({ reason: 'I do not know this person.' })
    const shown = await (await test.app.request(`/api/verifications/${id}`, ada)).text()
    expect(shown).not.toContain('I do not know')
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ code: 'link_closed' })
    await test.runJobs()
    expect((await storedFiles(test)).some((file) => file.includes(id) || file.includes(ada.id))).toBe(false)
    expect((await listEvents(test, id)).slice(-4)).toEqual([
      'declined by third_party',
      'files_destroyed by system',
      'viewed by creator',
      'mail_accepted by system',
    ])
    expect(
      await test.database.rows(
        sql`SELECT detail FROM audit_events WHERE verification_id = ${id} AND event = 'mail_accepted'`,
      ),
    ).toEqual([{ detail: { mail: 'not_completed', party: 'creator' } }])
  })

  it('needs a pass for this verification, and a reason of limited length (STATE-9)', async () => {
    const stranger = await enter(test, (await createVerification(test, await register(test))).id)
    const sam = await enter(test, id)
    expect(await readProblem(await decline(id, stranger))).toMatchObject({ code: 'gate_token_invalid' })
    expect(await readProblem(await decline(id, ada))).toMatchObject({ code: 'owner_cannot_submit' })
    expect(await readProblem(await decline(id, sam, 'x'.repeat(1001)))).toMatchObject({
      code: 'validation_failed',
    })
    expect(await readStatus(test, id)).toBe('pending')
  })

  it('and a simultaneous submission do not both happen (STATE-5)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const [declined, submitted] = await Promise.all([decline(id, sam), post(test, sam, whole)])
    const outcome = [declined.status, submitted.status, await readStatus(test, id)]
    expect([
      [204, 410, 'rejected'],
      [410, 200, 'verified'],
    ]).toContainEqual(outcome)
  })
})
