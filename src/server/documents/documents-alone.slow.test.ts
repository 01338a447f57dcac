import { describe, expect, it } from 'vitest'
import {
  ageCreation,
  create,
  enter,
  give,
  readAnswer,
  readRefusal,
  submitWhole,
  type ThirdParty,
  uploadDocument,
} from '../testing/people.ts'
import { askToRead, giveToRead, typed } from '../testing/reading-people.ts'
import { personForEach, readFacts } from '../testing/records.ts'
import { pictureOfDocument } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const ada = personForEach(test, 'annual')

/** A request for an age read from an ID, whose creator has had their own passport read. */
async function asked(thirdPartyName = typed.fullName): Promise<{ id: string; sam: ThirdParty }> {
  const idDocumentId = await uploadDocument(test, ada, 'id', await pictureOfDocument('us-licence'))
  await askToRead(test, ada, idDocumentId)
  await test.runJobs()
  const asksFor = { age: 'document', walletInsteadOfId: false, face: true }
  const shownReading = 'read'
  const creation = { ...(await ageCreation(test, ada)), idDocumentId, shownReading, asksFor, thirdPartyName }
  const { id } = await readAnswer<{ id: string }>(create(test, ada, creation), 201)
  return { id, sam: await enter(test, id) }
}

/** Submits from a page that said that both people gave the same ID (EVIDENCE-19). */
async function submit(
  sam: ThirdParty,
  idUrl: string,
  { signature = typed.fullName, shownReading = 'read' } = {},
) {
  const signed = { signature, signatureDate: typed.today }
  return submitWhole(test, sam, { idUrl, ...signed, shared: 'same_document', shownReading })
}

async function known(id: string): Promise<string[]> {
  const facts = await readFacts(test, id, ada)
  return facts.known.map(({ party, fact, step, agrees }) => `${party} ${fact} ${step} ${agrees ?? '-'}`)
}

describe('two people whose documents are read', () => {
  it('complete an age verification, and the record states the findings of both readings (EVIDENCE-2, EVIDENCE-8)', async () => {
    const { id, sam } = await asked()
    const idUrl = await giveToRead(test, sam, await pictureOfDocument('passport'))
    await test.runJobs()
    expect((await submit(sam, idUrl)).status).toBe(200)
    expect(await known(id)).toEqual([
      'creator age document -',
      'creator name document true',
      'creator face declared -',
      'creator mailbox code -',
      'thirdParty age document -',
      'thirdParty name document true',
      'thirdParty face declared -',
      'thirdParty mailbox typed -',
    ])
  })

  it('have to wait while the requested ID is being read, and lose no input', async () => {
    const { sam } = await asked()
    const idUrl = await giveToRead(test, sam, await pictureOfDocument('us-licence'))
    const early = await submit(sam, idUrl)
    expect(await readRefusal(early)).toEqual([409, 'reading_under_way'])
    await test.runJobs()
    expect((await submit(sam, idUrl)).status).toBe(200)
  })

  it('are known only by age if the passport or the signature has another name (EVIDENCE-8)', async () => {
    for (const [thirdPartyName, signed, name] of [
      [
        'Sam O’Neill',
        { signature: 'Sam O’Neill', shownReading: 'name_differs' },
        'thirdParty name declared false',
      ],
      [typed.fullName, { signature: 'Mickey Mouse' }, 'thirdParty name declared -'],
    ] as const) {
      const { id, sam } = await asked(thirdPartyName)
      const idUrl = await giveToRead(test, sam, await pictureOfDocument('us-licence'))
      await test.runJobs()
      expect((await submit(sam, idUrl, signed)).status).toBe(200)
      const rows = await known(id)
      expect(rows).toContain('thirdParty age document -')
      expect(rows).toContain(name)
    }
  })

  it('can’t submit a different ID from the one read (SUBMIT-11)', async () => {
    const { sam } = await asked()
    await giveToRead(test, sam, await pictureOfDocument('us-licence'))
    await test.runJobs()
    const other = await give(test, sam, 'id')
    expect(await readRefusal(await submit(sam, other))).toEqual([422, 'age_not_read'])
  })
})
