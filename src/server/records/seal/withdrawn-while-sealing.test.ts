import { expect, it } from 'vitest'
import { bindJobHandlers } from '../../job-handlers.ts'
import { sql } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { storedFiles } from '../../testing/kept.ts'
import { register } from '../../testing/people.ts'
import { completeRecord, mailsTo, withdraw } from '../../testing/records.ts'
import { expectSoundTrails, testAppForEach } from '../../testing/test-app.ts'

const test = testAppForEach()

/** A process that has drawn and signed the document, and pauses there until `goOn` is resolved. */
function pausedAfterSealing() {
  const { platform } = test
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const seal: Platform['sealer']['seal'] = async (...args) => {
    const sealed = await platform.sealer.seal(...args)
    reached.resolve()
    await goOn.promise
    return sealed
  }
  return { paused: { ...platform, sealer: { ...platform.sealer, seal } }, reached, goOn }
}

it('a withdrawal while the record is being sealed seals both once, and sends each mail once (RECORD-6)', async () => {
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  const { paused, reached, goOn } = pausedAfterSealing()
  const sealing = bindJobHandlers(paused)['seal-record']?.({ verificationId: id })
  const outcome = Promise.resolve(sealing).then(
    () => 'done',
    (error: Error) => error.message,
  )
  await reached.promise
  expect((await withdraw(test, id, ada)).status).toBe(200)
  // The addendum refers to the sealed record, so its job seals the record itself instead of waiting for the other job.
  await bindJobHandlers(test.platform)['seal-withdrawal']?.({ verificationId: id })
  goOn.resolve()
  expect(['done', 'another try took over']).toContain(await outcome)
  // The job of the record and the jobs of the mails are still in the queue.
  await test.runJobs()
  const sealed = await test.database.rows(sql`
    SELECT document, revision FROM sealed_documents WHERE verification_id = ${id} ORDER BY document`)
  expect(sealed).toEqual([
    { document: 'record', revision: 1 },
    { document: 'withdrawal', revision: 1 },
  ])
  const events = await test.database.rows<{ event: string; count: number }>(sql`
    SELECT event, count(*) AS count FROM audit_events WHERE verification_id = ${id} AND event IN ('sealed', 'withdrawn')
    GROUP BY event ORDER BY event`)
  expect(events).toEqual([
    { event: 'sealed', count: 2 },
    { event: 'withdrawn', count: 1 },
  ])
  for (const address of [ada.email, 'sam@example.com']) {
    const subjects = (await mailsTo(test, address)).map(({ subject }) => subject)
    expect(subjects, address).toEqual([...new Set(subjects)])
  }
  expect((await storedFiles(test)).filter((path) => path.includes(`/records/${id}/`))).toHaveLength(4)
  expect(await test.database.rows(sql`SELECT path FROM seal_attempts`)).toEqual([])
  await expectSoundTrails(test)
})
