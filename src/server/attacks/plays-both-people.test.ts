import { describe, expect, it } from 'vitest'
import type { RecordFacts } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import { create, createVerification, personCreation } from '../testing/people.ts'
import { personForEach } from '../testing/person-for-each.ts'
import { completeRecord } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app-for.ts'

const test = testAppForFile()
const ada = personForEach(test, 'annual')

/** Other ways to write an address that end in the same mailbox. */
function spellings(address: string): string[] {
  const [local = '', domain = ''] = address.split('@')
  return [address, ` ${address.toUpperCase()} `, `${local}+sam@${domain}`, `${local}@${domain}.`]
}

describe('a creator who plays both people', () => {
  it('cannot send a request to their own address, however it is written (CREATE-22)', async () => {
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

  it('spends nothing of the allowance with that', async () => {
    await create(test, ada, { ...personCreation(test), thirdPartyEmail: ada.email })
    const row = await test.database.row(
      sql`SELECT count(*)::int AS n FROM subscription_usage WHERE user_id = ${ada.id}`,
    )
    expect(row).toEqual({ n: 0 })
  })

  it('cannot correct an address to their own (CREATE-22)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const answer = await test.app.request(`/api/verifications/${id}/third-party-email`, {
      method: 'PATCH',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ thirdPartyEmail: ada.email.toUpperCase() }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'own_address' }])
    const row = await test.database.row(
      sql`SELECT third_party_email AS email FROM verifications WHERE id = ${id}`,
    )
    expect(row).toEqual({ email: 'Sam@Example.com' })
  })

  it('ends, with another mailbox, with a record that says what is missing (EVIDENCE-2)', async () => {
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
