import { describe, expect, it } from 'vitest'
import type { Reading } from '../../contract/document-reading.ts'
import { sql } from '../platform/database/index.ts'
import { createDocumentReader } from '../platform/document-reader/index.ts'
import { enqueueMissing } from '../platform/jobs/index.ts'
import { everyRow, withoutRandom } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  give,
  post,
  readAnswer,
  readRefusal,
  register,
  uploadDocument,
  wholeSubmission,
} from '../testing/people.ts'
import { askToRead, askToReadAs, fetchReading, findDocumentId, typed } from '../testing/reading-people.ts'
import { pictureOfDocument, pngPicture } from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForEach } from '../testing/test-app.ts'
import { listDocumentsById } from './index.ts'
import { hasUnderAgeReading } from './reading-store.ts'
import { findDocumentSource, findReadingFor, readingsDuty, requestReading } from './readings.ts'

const test = testAppForEach()
const timeout = 120_000

describe('an ID whose creator has it read', { timeout }, () => {
  it('waits its turn, is read, and yields only the published findings (READING-1, READING-8)', async () => {
    const person = await register(test)
    const documentId = await uploadDocument(test, person, 'id', await pictureOfDocument('passport'))
    const asked = await askToRead(test, person, documentId)
    expect(asked.status).toBe(200)
    expect(await asked.json()).toMatchObject({ state: 'waiting', before: 0, triesLeft: 2, outcome: null })
    await test.runJobs()
    expect(await fetchReading(test, person, documentId)).toEqual({
      documentId,
      day: typed.today,
      state: 'done',
      before: 0,
      triesLeft: 2,
      outcome: 'read',
      kind: 'passport',
      readFrom: 'lines',
      issuingState: 'POL',
      ageOver18: true,
      nameAgrees: true,
      birthDateAgrees: true,
      sameDocument: false,
    })
    const kept = withoutRandom(await everyRow(test))
    for (const read of ['EA4815162', 'P<POL', '900417', '310520', '2031-05-20'])
      expect(kept).not.toContain(read)
  })

  it('counts only for the claims and the day of its reading (READING-9)', async () => {
    const person = await register(test)
    const documentId = await uploadDocument(test, person, 'id', await pictureOfDocument('us-licence'))
    await askToRead(test, person, documentId)
    await test.runJobs()
    const { fullName, dateOfBirth, today: day } = typed
    const found = (claims: { fullName: string; dateOfBirth: string }, on = day) =>
      findReadingFor(test.database, { documentId, claims, day: on })
    expect(await found({ fullName, dateOfBirth })).toMatchObject({
      outcome: 'read',
      ageOver18: true,
      kind: 'driving_licence',
    })
    expect(await found({ fullName: 'Anna Nowak', dateOfBirth })).toBeNull()
    expect(await found({ fullName, dateOfBirth: '1990-04-18' })).toBeNull()
    expect(await found({ fullName, dateOfBirth }, '2026-03-12')).toBeNull()
  })

  it('of a person under 18 destroys their files and prevents a creation with it (READING-11)', async () => {
    const person = await register(test)
    const creation = await ageCreation(test, person)
    const picture = await pictureOfDocument('passport-of-a-minor')
    const idDocumentId = await uploadDocument(test, person, 'id', picture)
    await askToRead(test, person, idDocumentId)
    await test.runJobs()
    expect(await fetchReading(test, person, idDocumentId)).toMatchObject({
      outcome: 'under_age',
      ageOver18: false,
    })
    expect(await hasUnderAgeReading(test.database, idDocumentId)).toBe(true)
    const ids = [idDocumentId, creation.selfieDocumentId ?? '', creation.idDocumentId ?? '']
    expect((await listDocumentsById(test.database, ids)).filter(({ destroyedAt }) => !destroyedAt)).toEqual(
      [],
    )
    const refused = await create(test, person, { ...creation, idDocumentId })
    expect(await readRefusal(refused)).toEqual([422, 'under_age'])
  })
})

describe('a record of an ID that was read', { timeout }, () => {
  it('counts the ID only as declared if the creation has another name or day than the reading (READING-9)', async () => {
    const person = await register(test)
    const creation = await ageCreation(test, person)
    const idDocumentId = await uploadDocument(test, person, 'id', await pictureOfDocument('us-licence'))
    await askToRead(test, person, idDocumentId)
    await test.runJobs()
    const asked = { ...creation, idDocumentId, shownReading: 'read' }
    const made = await readAnswer<{ id: string }>(create(test, person, asked), 201)
    const view = await test.app.request(`/api/verifications/${made.id}`, { headers: person.headers })
    const { howKnown } = (await view.json()) as {
      howKnown: { known: { fact: string; party: string; step: string }[] }
    }
    expect(howKnown.known).toContainEqual(
      expect.objectContaining({ fact: 'age', party: 'creator', step: 'document' }),
    )
    expect(howKnown.known).toContainEqual(
      expect.objectContaining({ fact: 'name', party: 'creator', step: 'document', agrees: true }),
    )
    const read = { documentId: idDocumentId, claims: typed, signature: 'Somebody Else', day: typed.today }
    expect(await findDocumentSource(test.database, read)).toMatchObject({
      step: 'document',
      nameAgrees: null,
    })
    expect(await findDocumentSource(test.database, { ...read, day: '2026-03-12' })).toBeNull()
    for (const [outcome, step] of [
      ['name_differs', 'document'],
      ['birth_date_differs', 'unread'],
      ['expired', 'unread'],
    ]) {
      await test.database.run(sql`UPDATE document_readings SET outcome = ${outcome}`)
      expect(await findDocumentSource(test.database, read)).toMatchObject({ step })
    }
  })
  it('can’t be signed while the ID is being read, because the result may end the request', async () => {
    const owner = await register(test)
    const { id } = await createVerification(test, owner)
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    await askToReadAs(test, sam, await findDocumentId(test, whole['idUrl'] ?? ''))
    const answer = await post(test, sam, whole)
    expect(await readRefusal(answer)).toEqual([409, 'reading_under_way'])
  })
})

describe('the limit of three tries (READING-10)', () => {
  it('refuses a fourth for any picture; repeating a request doesn’t count', async () => {
    const person = await register(test)
    const asked = async (fullName: string) => {
      const documentId = await uploadDocument(test, person, 'id', await pngPicture())
      await askToRead(test, person, documentId, { fullName })
      await test.runJobs()
      return askToRead(test, person, documentId, { fullName })
    }
    const statuses = []
    for (const name of ['Anna', 'Berta', 'Carla', 'Dora']) statuses.push((await asked(name)).status)
    expect(statuses).toEqual([200, 200, 200, 409])
  })
  it('allows three of fifty concurrent requests', async () => {
    const person = await register(test)
    const documentId = await uploadDocument(test, person, 'id', await pngPicture())
    const { dateOfBirth, today: day } = typed
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const asked = { documentId, claims: { fullName: `Name ${at}`, dateOfBirth }, day }
        return requestReading(test.platform, { userId: person.id }, asked, null)
      }),
    )
    expect(answers.filter((answer) => !('refused' in answer))).toHaveLength(3)
  })
  it('counts no try when the reader fails, and a picture that ends it twice as one without an ID (READING-13)', async () => {
    const person = await register(test)
    const [documentId, other] = [
      await uploadDocument(test, person, 'id', await pngPicture()),
      await uploadDocument(test, person, 'id', await pngPicture()),
    ]
    const program = new URL('../testing/dying-reader.ts', import.meta.url)
    const reader = createDocumentReader({ logger: silentLogger, program })
    test.platform.documentReader = reader
    const readOutcome = async (id: string) => {
      expect((await askToRead(test, person, id)).status).toBe(200)
      await test.runJobs()
      return fetchReading(test, person, id)
    }
    const failed = { state: 'done', outcome: 'reader_unavailable', triesLeft: 3 }
    expect(await readOutcome(documentId)).toMatchObject(failed)
    expect(await readOutcome(other)).toMatchObject(failed)
    expect(await readOutcome(documentId)).toMatchObject({ outcome: 'not_a_document', triesLeft: 2 })
    await reader.close()
  })
  it('counts no try for the same document and claims on another day', async () => {
    const person = await register(test)
    const documentId = await uploadDocument(test, person, 'id', await pngPicture())
    await askToRead(test, person, documentId)
    await test.database.run(sql`
      UPDATE document_readings SET ended_at = now(), outcome = 'unreadable', claimed_name = NULL, claimed_birth_date = NULL`)
    const other = await askToRead(test, person, documentId, { today: '2026-03-12' })
    expect(await other.json()).toMatchObject({ state: 'waiting', triesLeft: 2 })
  })
})

describe('the queue (READING-12)', () => {
  it('of twenty uploads shows each how many are ahead of it', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => register(test)))
    const picture = await pngPicture()
    const before = []
    for (const person of people) {
      test.clock.advance(1)
      const answer = await askToRead(test, person, await uploadDocument(test, person, 'id', picture))
      before.push(((await answer.json()) as Reading).before)
    }
    expect(before.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })
  it(
    'resumes a reading of a killed process without another try',
    async () => {
      const person = await register(test)
      const documentId = await uploadDocument(test, person, 'id', await pictureOfDocument('us-licence'))
      await askToRead(test, person, documentId)
      // The process started the reading and was killed; its job is lost.
      await test.database.run(sql`UPDATE document_readings SET started_at = now()`)
      await test.asOwner((owner) => owner.run(sql`DELETE FROM graphile_worker._private_jobs`))
      expect(await fetchReading(test, person, documentId)).toMatchObject({ state: 'reading', triesLeft: 2 })
      test.clock.advance(60_000)
      expect(await enqueueMissing(test.platform, readingsDuty)).toBe(1)
      await test.runJobs()
      expect(await fetchReading(test, person, documentId)).toMatchObject({ outcome: 'read', triesLeft: 2 })
    },
    timeout,
  )
})

describe('an ID that a third party has read', { timeout }, () => {
  it('of a person under 18 ends the request, destroys every file, and tells only them (READING-11)', async () => {
    const owner = await register(test)
    const { id } = await createVerification(test, owner)
    const sam = await enter(test, id)
    const documentId = await findDocumentId(
      test,
      await give(test, sam, 'id', await pictureOfDocument('passport-of-a-minor')),
    )
    expect((await askToReadAs(test, sam, documentId)).status).toBe(200)
    await test.runJobs()
    const told = await test.app.request(`/api/public/verifications/${id}/reading`, { headers: sam.headers })
    expect(await told.json()).toMatchObject({ reading: { outcome: 'under_age', ageOver18: false } })
    const view = await test.app.request(`/api/verifications/${id}`, { headers: owner.headers })
    const seen = await view.text()
    expect(JSON.parse(seen)).toMatchObject({ status: 'rejected' })
    for (const word of ['under_age', 'ageOver18', '2008']) expect(withoutRandom(seen)).not.toContain(word)
    const left = await test.database.row(
      sql`SELECT count(*) FROM documents WHERE destroyed_at IS NULL AND (verification_id = ${id} OR attached_at IS NOT NULL)`,
    )
    expect(left).toMatchObject({ count: 0 })
    const late = { completeSubmission: 'true', formId: id, signature: 'Sam' }
    expect((await post(test, sam, late)).status).toBe(410)
  })
  it('is unknown if it isn’t their own upload', async () => {
    const owner = await register(test)
    const { id } = await createVerification(test, owner)
    const sam = await enter(test, id)
    const foreign = await uploadDocument(test, owner, 'id', await pngPicture())
    expect(await readRefusal(await askToReadAs(test, sam, foreign))).toEqual([422, 'document_unknown'])
  })
})

it('answers that reading is off if the installation reads no IDs (READING-13)', async () => {
  test.platform.documentReader = null
  const person = await register(test)
  const documentId = await uploadDocument(test, person, 'id', await pngPicture())
  expect(await readRefusal(await askToRead(test, person, documentId))).toEqual([503, 'reading_off'])
})

it('refuses a day that isn’t today in any time zone', async () => {
  const person = await register(test)
  const documentId = await uploadDocument(test, person, 'id', await pngPicture())
  expect((await askToRead(test, person, documentId, { today: '2026-03-09' })).status).toBe(400)
})
