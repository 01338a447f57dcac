import { describe, expect, it } from 'vitest'
import type { VerificationList } from '../../contract/verification.ts'
import { verifyTrails } from '../audit/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { everyRow } from '../testing/kept.ts'
import { createVerification, enter, logInAgain, postJson, readAnswer } from '../testing/people.ts'
import { giveToRead } from '../testing/reading-people.ts'
import { completeRecord, personForEach, viewAsOwner, withdraw } from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { testAppForEach } from '../testing/test-app.ts'
import { expireJob } from '../verifications/index.ts'
import { forgetInvitedJob } from './forget-invited.ts'

const test = testAppForEach()
const ada = personForEach(test, 'monthly')

const cancel = (id: string) => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
const nameIn = async (id: string) =>
  (
    await test.database.row<{ name: string }>(
      sql`SELECT third_party_name AS name FROM verifications WHERE id = ${id}`,
    )
  )?.name

describe('a request that ended without a record', () => {
  it.each([
    ['cancelled', async (id: string) => void (await cancel(id))],
    [
      'declined',
      async (id: string) => {
        const { headers } = await enter(test, id)
        await postJson(test, `/api/public/verifications/${id}/decline`, { reason: 'He is odd' }, headers)
      },
    ],
    [
      'expired',
      async () => {
        test.clock.advance(31 * dayMs)
        await runDue(test, expireJob)
      },
    ],
  ])(
    'and was %s loses the details about the invited person after 30 days, not before (PRIVACY-15)',
    async (_, end) => {
      const { id } = await createVerification(test, ada, { additionalInformation: 'Sam lives in Leeds' })
      await giveToRead(test, await enter(test, id), await pngPicture())
      await end(id)
      await test.runJobs()
      test.clock.advance(30 * dayMs - 1000)
      await runDue(test, forgetInvitedJob)
      expect(await nameIn(id)).toBe('Sam O’Neill')
      test.clock.advance(2000)
      await runDue(test, forgetInvitedJob)
      expect(await test.database.rows(sql`SELECT FROM document_readings`)).toEqual([])
      const rows = await everyRow(test)
      for (const typed of ['O’Neill', 'Sam@Example.com', '@sam', 'Hinge', 'Sam lives in Leeds', 'He is odd'])
        expect(rows).not.toContain(typed)
      expect((await verifyTrails(test.database)).firstBad).toBeNull()
    },
  )

  it('stays in its creator’s history, which shows that the details are erased (PRIVACY-16)', async () => {
    const { id } = await createVerification(test, ada)
    await cancel(id)
    test.clock.advance(31 * dayMs)
    await runDue(test, forgetInvitedJob)
    const by = await logInAgain(test, ada)
    const list = await readAnswer<VerificationList>(test.app.request('/api/verifications', by))
    const erasedAt = test.clock.now().toISOString()
    expect(list.items).toMatchObject([
      { id, status: 'cancelled', thirdPartyName: '', detailsErasedAt: erasedAt },
    ])
    expect(await viewAsOwner(test, id, by)).toMatchObject({
      thirdPartyEmail: '',
      platformName: '',
      detailsErasedAt: erasedAt,
    })
  })

  it('is processed in batches with others (PRIVACY-15)', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await createVerification(test, ada, { type: 'person' })).id)
    for (const id of ids) await cancel(id)
    test.clock.advance(31 * dayMs)
    await runDue(test, forgetInvitedJob)
    expect(await Promise.all(ids.map(nameIn))).toEqual(['', '', ''])
  })
})

it('erases nothing from a sealed, a withdrawn or an open one (PRIVACY-15)', async () => {
  const record = await completeRecord(test, ada)
  const withdrawn = await completeRecord(test, ada)
  await withdraw(test, withdrawn, ada)
  const { id: open } = await createVerification(test, ada)
  test.clock.advance(400 * dayMs)
  await runDue(test, forgetInvitedJob)
  expect(await Promise.all([record, withdrawn, open].map(nameIn))).toEqual(Array(3).fill('Sam O’Neill'))
})

it('lets the server’s own login erase only all of these details, and only after the end of a request (STATE-10, PRIVACY-15)', async () => {
  const record = await completeRecord(test, ada)
  const { id } = await createVerification(test, ada)
  await cancel(id)
  const now = test.clock.now()
  for (const change of [
    sql`UPDATE verifications SET third_party_name = '' WHERE id = ${id}`,
    sql`UPDATE verifications SET invited_erased_at = ${now} WHERE id = ${id}`,
    sql`UPDATE verifications SET invited_erased_at = ${now}, third_party_name = 'Other' WHERE id = ${id}`,
    sql`UPDATE verifications SET invited_erased_at = ${now}, third_party_name = '', third_party_social_media_name = '',
      third_party_platform_age = NULL, third_party_claimed_age = NULL, third_party_email = '', third_party_phone = NULL,
      platform_name = '', additional_information = NULL, decline_reason = NULL, third_party_sources = '[]'
      WHERE id = ${record}`,
  ])
    await expect(test.database.run(change)).rejects.toThrow('does not change')
})
