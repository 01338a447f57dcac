import { describe, expect, it } from 'vitest'
import { thirdPartyViewSchema } from '../../contract/third-party.ts'
import { consentTextSchema, type ShownConsentText } from '../../contract/verification.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import type { LanguageTag } from '../../domain/language.ts'
import { sql } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { checkRecord } from '../testing/check-record.ts'
import { makeDraft } from '../testing/drafts.ts'
import {
  correctAddress,
  create,
  enter,
  type Person,
  personCreation,
  post,
  putJson,
  readAnswer,
  readProblem,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import {
  fetchBytes,
  mailedLink,
  personForEach,
  type RecordCaller,
  readFacts,
  readWords,
  saveRecord,
  viewRecord,
} from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { verifySeals } from './verify/verify-seals.ts'

const test = soundAppForFile()
const folder = folderForFile()
const ada = personForEach(test)

/** The same person, whose browser asks in a language. */
const speaking = <By extends { headers: object }>(by: By, language: LanguageTag): By => ({
  ...by,
  headers: { ...by.headers, 'accept-language': language },
})

const readText = async (by: Pick<Person, 'headers'>, kind = 'person') =>
  consentTextSchema.parse(
    await readAnswer(test.app.request(`/api/consent-text?type=${kind}&validity=until_withdrawn`, by)),
  )

const signed = ({ version, language, sha256 }: ShownConsentText) => ({
  consentTextVersion: version,
  consentTextLanguage: language,
  consentTextSha256: sha256,
})

async function ask(language: LanguageTag, more: object = {}): Promise<string> {
  const by = speaking(ada, language)
  const creation = { ...personCreation(test), ...signed(await readText(by)), ...more }
  return (await readAnswer<{ id: string }>(create(test, by, creation), 201)).id
}

const readForm = async (by: ThirdParty) =>
  thirdPartyViewSchema.parse(
    await readAnswer(test.app.request(`/api/public/verifications/${by.verificationId}/form`, by)),
  )

async function submit(by: ThirdParty, text: object): Promise<Response> {
  return post(test, by, { ...(await wholeSubmission(test, by)), ...text })
}

/** The languages of the texts on the page of a record: the reader's own, and the other person's if it's another. */
async function readTexts(id: string, by: RecordCaller) {
  const { consentText, otherConsentText } = (await viewRecord(test, id, by)).form
  return [consentText?.language, otherConsentText?.language ?? null]
}

const readRow = (id: string) =>
  test.database.row(
    sql`SELECT status, consent_language, third_party_consent_language FROM verifications WHERE id = ${id}`,
  )

it.each<[LanguageTag, LanguageTag]>([
  ['de', 'ar'],
  ['ar', 'de'],
  ['ar', 'ar'],
  ['ar', 'pt'],
  ['fr', 'es'],
])(
  'each signs in their own language, and the record checks offline: %s and %s (FORM-28, RECORD-81, RECORD-82, RECORD-83, RECORD-97)',
  async (creators, thirdPartys) => {
    const id = await ask(creators, { additionalInformation: 'نلتقي. No photos. 18' })
    const sam = speaking(await enter(test, id), thirdPartys)
    const { consentText, creatorLanguage } = await readForm(sam)
    expect([consentText?.language, creatorLanguage]).toEqual([thirdPartys, creators])
    expect((await submit(sam, signed(consentText as ShownConsentText))).status).toBe(200)
    await test.runJobs()
    expect(await readTexts(id, ada)).toEqual([creators, creators === thirdPartys ? null : thirdPartys])
    expect(await readTexts(id, await mailedLink(test, id))).toEqual([
      thirdPartys,
      creators === thirdPartys ? null : creators,
    ])

    const facts = await readFacts(test, id, ada)
    if (facts.format !== 'sealed-record/4') throw new Error('it has another format')
    expect([facts.language, facts.alsoIn]).toEqual([
      creators,
      creators === thirdPartys ? undefined : thirdPartys,
    ])
    const { creator, thirdParty } = facts.consent
    expect([creator.language, thirdParty.language]).toEqual([creators, thirdPartys])
    for (const { sha256, ticked: _, ...text } of [creator, thirdParty])
      expect(hashHex(writeCanonicalJson(text as never))).toBe(sha256)
    expect(thirdParty.ticked).toEqual(['identity', 'adult', 'willing', 'additionalTerms'])

    const pdf = await fetchBytes(test, id, 'record.pdf', ada)
    const source = Buffer.from(pdf).toString('latin1')
    const words = await readWords(pdf)
    for (const text of [creator, thirdParty]) {
      expect(source).toContain(`/Lang (${text.language})`)
      // Read without spaces, since every reader of PDFs puts its own between the words of a language.
      expect(words.replaceAll(' ', '')).toContain(text.sha256)
    }
    await saveRecord(test, folder, { id, by: ada })
    const checked = await checkRecord(folder, 'record.pdf', 'record.json', '--certificate', 'seal.pem')
    expect(checked).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`the text that the third party signed (${thirdPartys}) has its hash`),
    })
    const { storage, sealer } = test.platform
    const certificates = new Set([sealer.certificateSha256])
    expect((await verifySeals(test.database, { storage, certificates })).firstBad).toBeNull()
  },
)

it('a page that knows only English sends the version alone, and signs the English text (FORM-29)', async () => {
  const by = speaking(ada, 'de')
  const { id } = await readAnswer<{ id: string }>(create(test, by, personCreation(test)), 201)
  const sam = speaking(await enter(test, id), 'ar')
  expect((await submit(sam, {})).status).toBe(200)
  const facts = await readFacts(test, id, ada)
  expect(facts).toMatchObject({
    language: 'en',
    consent: { creator: { language: 'en' }, thirdParty: { language: 'en' } },
  })
  expect(facts).not.toHaveProperty('alsoIn')
})

describe('refused as a changed text, with nothing lost, is (FORM-29)', () => {
  const refused = { status: 409, code: 'consent_text_changed' }

  it.each<[string, (text: ShownConsentText) => object]>([
    ['a text that changed in this language only', (text) => ({ ...text, sha256: 'a'.repeat(64) })],
    ['a language that does not exist', (text) => ({ ...text, language: 'xx' })],
    ['a language of the prototype', (text) => ({ ...text, language: 'constructor' })],
  ])('%s', async (_, change) => {
    const german = await readText(speaking(ada, 'de'))
    const changed = signed(change(german) as ShownConsentText)
    const creation = { ...personCreation(test), ...changed }
    expect(await readProblem(await create(test, speaking(ada, 'de'), creation))).toMatchObject(refused)

    const id = await ask('de')
    const sam = speaking(await enter(test, id), 'de')
    expect(await readProblem(await submit(sam, changed))).toMatchObject(refused)
    expect(await readRow(id)).toMatchObject({ status: 'pending', thirdPartyConsentLanguage: null })
    // The text of the other language has not changed.
    const english = (await readForm(speaking(sam, 'en'))).consentText as ShownConsentText
    expect((await submit(speaking(sam, 'en'), signed(english))).status).toBe(200)
  })

  it('a draft that was begun in one language and ended in another', async () => {
    const german = signed(await readText(speaking(ada, 'de')))
    const draft = await putJson(test, '/api/drafts/person', makeDraft(), ada.headers)
    expect(draft.status).toBe(200)
    const arabic = speaking(ada, 'ar')
    const creation = personCreation(test)
    expect(await readProblem(await create(test, arabic, { ...creation, ...german }))).toMatchObject(refused)
    const kept = await readAnswer<{ draft: object | null }>(test.app.request('/api/drafts/person', arabic))
    expect(kept.draft).not.toBeNull()
    const again = { ...creation, ...signed(await readText(arabic)) }
    expect((await create(test, arabic, again)).status).toBe(201)
  })

  it('a form that was opened in one language and sent in another', async () => {
    const sam = await enter(test, await ask('en'))
    const german = (await readForm(speaking(sam, 'de'))).consentText as ShownConsentText
    expect(await readProblem(await submit(speaking(sam, 'ar'), signed(german)))).toMatchObject(refused)
    expect((await submit(speaking(sam, 'de'), signed(german))).status).toBe(200)
  })
})

describe('before a record exists (FORM-30)', () => {
  const look = async (id: string, by = ada) =>
    Promise.all(
      [`/api/verifications/${id}`, '/api/verifications'].map(async (path) => {
        const view = await readAnswer<object>(test.app.request(path, by))
        return JSON.stringify(view).replace(/"urlExpiresAt":"[^"]*"|"url":"[^"]*"/g, '')
      }),
    )

  it('nothing that the creator sees depends on the third party’s language', async () => {
    const id = await ask('en')
    const before = await look(id)
    await readForm(speaking(await enter(test, id), 'ar'))
    expect(await look(id)).toEqual(before)
    expect(before.join()).not.toMatch(/"ar"|[\u0600-\u06ff]/)
    expect(await readRow(id)).toMatchObject({ consentLanguage: 'en', thirdPartyConsentLanguage: null })
  })

  it('a correction of the address asks the new person in their own language', async () => {
    const id = await ask('de')
    const first = speaking(await enter(test, id), 'ar')
    const arabic = (await readForm(first)).consentText as ShownConsentText
    const fields = await wholeSubmission(test, first)
    expect((await correctAddress(test, ada, id, 'robin@example.com')).status).toBe(200)
    expect((await post(test, first, { ...fields, ...signed(arabic) })).status).toBe(401)
    const robin = speaking(await enter(test, id, 'robin@example.com', 'r'.repeat(43)), 'de')
    expect((await readForm(robin)).consentText?.language).toBe('de')
    expect(await readRow(id)).toMatchObject({ status: 'pending', thirdPartyConsentLanguage: null })
  })
})

it('a request with an earlier text is signed with that text, in English (FORM-28, VALID-2)', async () => {
  const id = await ask('en')
  await test.asOwner((owner) =>
    owner.run(sql`UPDATE verifications SET consent_text_version = '2027-01', consent_language = NULL,
      consent_sha256 = NULL WHERE id = ${id}`),
  )
  const sam = speaking(await enter(test, id), 'ar')
  const { consentText } = await readForm(sam)
  expect(consentText).toMatchObject({ version: '2027-01', language: 'en' })
  expect((await submit(sam, signed(consentText as ShownConsentText))).status).toBe(200)
  expect(await readFacts(test, id, ada)).toMatchObject({
    language: 'en',
    consent: { thirdParty: { version: '2027-01' } },
  })
})
