import { describe, expect, it } from 'vitest'
import type { StoredDocument } from '../../contract/verification.ts'
import type { RecordFacts } from '../../domain/record/record.ts'
import { checkRecord } from '../testing/check-record.ts'
import {
  create,
  creationWithoutPictures,
  enter,
  from,
  give,
  invite,
  prepareSubmission,
  readAnswer,
  submitWhole,
  upload,
} from '../testing/people.ts'
import {
  completeRecord,
  fetchBytes,
  personForEach,
  readFacts,
  readWords,
  saveRecord,
} from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { folderForTest } from '../testing/temporary-folder.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const ada = personForEach(test)

async function sealed(id: string): Promise<{ facts: RecordFacts; text: string }> {
  const facts = await readFacts(test, id, ada)
  return { facts, text: await readWords(await fetchBytes(test, id, 'record.pdf', ada)) }
}

/** Uploads as the creator, and returns the endpoint's answer. */
const uploadAs = (category: string, file: Uint8Array) =>
  readAnswer<StoredDocument>(upload(test, ada, category, file), 201)

describe('a record', () => {
  it('lists nothing when two people signed with their own names and gave different files (EVIDENCE-16)', async () => {
    const { facts, text } = await sealed(await completeRecord(test, ada))
    expect(facts).not.toHaveProperty('odd')
    expect(text).not.toContain('Worth checking')
  })

  it('lists a file that was given twice and a signature with another name on its first page (EVIDENCE-16)', async () => {
    const one = await pngPicture(70, 70)
    const [selfie, idDocument] = [await uploadAs('selfie', one), await uploadAs('id', one)]
    expect(selfie.sha256).toBe(idDocument.sha256)
    const ids = { selfieDocumentId: selfie.id, idDocumentId: idDocument.id }
    const creation = { ...creationWithoutPictures(test), ...ids }
    const { id } = await readAnswer<{ id: string }>(create(test, ada, creation), 201)
    const sam = await enter(test, id)
    const submit = await prepareSubmission(test, sam)
    const idUrl = await give(test, sam, 'id', one)
    expect((await submit({ idUrl, signature: 'Mickey Mouse' })).status).toBe(200)
    const { facts, text } = await sealed(id)
    const ofCreator = (category: string) => ({ party: 'creator', category })
    const theirs = { party: 'third_party', category: 'id' }
    expect(facts.odd).toEqual([
      { oddity: 'signature_unlike_name', party: 'third_party' },
      { oddity: 'same_file', files: [ofCreator('selfie'), ofCreator('id')] },
      { oddity: 'same_file', files: [ofCreator('selfie'), theirs] },
      { oddity: 'same_file', files: [ofCreator('id'), theirs] },
    ])
    expect(text).toContain('Worth checking')
    expect(text).toContain('The third party signed with a different name from the one in this record.')
    expect(text).toContain('The creator gave the same file as their photo and as their identity document.')
    expect(text).toContain('as the creator’s identity document and as the third party’s identity document.')
  })

  it('lists what both people shared on its first page and in the offline checker, and stays valid (EVIDENCE-18)', async () => {
    const request = (path: string, init?: RequestInit) => test.app.request(path, init, from('81.2.69.144'))
    const there = { ...test, app: { request } }
    const sam = await invite(there, ada)
    const { verificationId: id } = sam
    await readAnswer(submitWhole(there, sam, { shared: 'same_network' }))
    const { facts, text } = await sealed(id)
    expect(facts.odd).toEqual([{ oddity: 'same_network' }])
    expect(text).toContain('Both people used the same network, such as one Wi-Fi or one mobile provider.')
    const folder = folderForTest()
    await saveRecord(test, folder, { id, by: ada })
    const { output } = await checkRecord(folder, 'record.pdf', 'record.json', '--any-certificate')
    expect(output).toContain('NOTE look closely: both people used the same network')
    expect(output).not.toContain('BAD')
  })

  it('marks where the words of the two people begin (RECORD-53)', async () => {
    const { text } = await sealed(await completeRecord(test, ada))
    expect(text).toMatch(
      /The parties Names, ages and accounts are as the two people typed them\..*Łucja Nowak/,
    )
  })

  it('marks additional terms as the words of the person who created the request (RECORD-52)', async () => {
    const { text } = await sealed(
      await completeRecord(test, ada, { additionalInformation: 'No photos online.' }),
    )
    expect(text).toContain(
      'Additional terms In the words of Łucja Nowak, who created the request. This service did not write or check them. No photos online.',
    )
  })
})
