import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordFacts } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  correctAddress,
  create,
  enter,
  type Person,
  personCreation,
  post,
  registerPaying,
  type ThirdParty,
  uploadDocument,
  wholeSubmission,
} from '../testing/people.ts'
import { askToRead, giveToRead, typed } from '../testing/reading-people.ts'
import { pictureOfDocument, pngPicture } from '../testing/sample-files.ts'
import { testAppForEach } from '../testing/test-app.ts'

const test = testAppForEach()
let ada: Person
beforeEach(async () => {
  ada = await registerPaying(test, 'annual')
})

async function requested(asksFor?: object): Promise<{ id: string; sam: ThirdParty }> {
  const creation = {
    ...personCreation(test),
    thirdPartyName: typed.fullName,
    ...(asksFor ? { asksFor } : {}),
  }
  const { id } = (await (await create(test, ada, creation)).json()) as { id: string }
  return { id, sam: await enter(test, id) }
}

const readStatus = async (id: string) =>
  (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${id}`))
    ?.status

describe('a third party whose ID shows an age under 18', () => {
  it('can’t submit another picture while the ID is being read (EVIDENCE-13)', async () => {
    const { id, sam } = await requested()
    await giveToRead(test, sam, await pictureOfDocument('passport-of-a-minor'))
    const whole = await wholeSubmission(test, sam)
    const early = await post(test, sam, { ...whole, signatureDate: typed.today })
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'reading_under_way' }])
    await test.runJobs()
    expect(await readStatus(id)).toBe('rejected')
    expect((await post(test, sam, { ...whole, signatureDate: typed.today })).status).toBe(410)
  })
})

describe('a creator whose ID shows an age under 18', () => {
  it('can’t create with another picture while the ID is being read (READING-11)', async () => {
    const creation = await ageCreation(test, ada)
    await askToRead(
      test,
      ada,
      await uploadDocument(test, ada, 'id', await pictureOfDocument('passport-of-a-minor')),
    )
    const answer = await create(test, ada, creation)
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'reading_under_way' }])
    await test.runJobs()
    expect((await create(test, ada, creation)).status).toBe(422)
  })
})

describe('a person who proved an address that was corrected since', () => {
  it('leaves the right person no reading, tries or verdict', async () => {
    const { id, sam } = await requested()
    for (const picture of [await pictureOfDocument('us-licence'), await pngPicture(), await pngPicture()]) {
      await giveToRead(test, sam, picture)
      await test.runJobs()
    }
    await correctAddress(test, ada, id, 'right@example.com')
    const right = await enter(test, id, 'right@example.com')
    const seen = await test.app.request(`/api/public/verifications/${id}/reading`, { headers: right.headers })
    expect(await seen.json()).toEqual({ reading: null })
    await giveToRead(test, right, await pictureOfDocument('us-licence'))
  })

  it('doesn’t end the right person’s request with an ID that was being read', async () => {
    const { id, sam } = await requested()
    await giveToRead(test, sam, await pictureOfDocument('passport-of-a-minor'))
    await correctAddress(test, ada, id, 'right@example.com')
    await test.runJobs()
    expect(await readStatus(id)).toBe('pending')
  })
})

describe('a signature after midnight', () => {
  it('has the ID read again for its day, and loses no input (READING-9)', async () => {
    const { id, sam } = await requested({ age: 'document', walletInsteadOfId: false, face: true })
    const idUrl = await giveToRead(test, sam, await pictureOfDocument('us-licence'))
    await test.runJobs()
    const whole = { ...(await wholeSubmission(test, sam)), idUrl, signature: typed.fullName }
    const signed = { ...whole, signatureDate: '2026-03-12', shownReading: 'read' }
    const early = await post(test, sam, signed)
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'reading_under_way' }])
    await test.runJobs()
    expect((await post(test, sam, signed)).status).toBe(200)
    await test.runJobs()
    const answer = await test.app.request(`/api/records/${id}/files/record.json`, ada)
    const { facts } = (await answer.json()) as { facts: RecordFacts }
    expect(facts.sources.thirdParty).toMatchObject([{ step: 'document', day: '2026-03-12' }])
  })
})
