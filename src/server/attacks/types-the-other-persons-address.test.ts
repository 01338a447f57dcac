import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartyViewSchema } from '../../contract/third-party.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { waitingQuota } from '../../domain/document.ts'
import { sql } from '../platform/database/index.ts'
import { forgetInvited } from '../privacy/forget-invited.ts'
import { storedFiles } from '../testing/kept.ts'
import {
  correctAddress,
  createVerification,
  enter,
  give,
  type Person,
  post,
  postJson,
  prepareSubmission,
  readAnswer,
  readRefusal,
  register,
  type ThirdParty,
} from '../testing/people.ts'
import { askToReadAs } from '../testing/reading-people.ts'
import { enterByCode } from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import {
  answerWallet,
  askWallet,
  begun,
  sessionNow,
  takeSimulatedWallets,
  toBearer,
} from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const timeout = 120_000
const hour = 60 * 60_000

let ada: Person
let id: string
let email: string
beforeEach(async () => {
  test.clock.advance(2 * hour)
  await test.database.run(sql`DELETE FROM rate_limits`)
  ada = await register(test)
  email = `sam-${ada.id}@example.com`
  id = (await createVerification(test, ada, { thirdPartyEmail: email })).id
})

/** Passes the gate with the address alone, in a browser of its own. */
const enterIn = (browser: string) => enter(test, id, email, browser.padEnd(43, '-'))

const at = (by: ThirdParty, path: string, method = 'GET') =>
  test.app.request(`/api/public/verifications/${by.verificationId}${path}`, { method, headers: by.headers })

const readForm = async (by: ThirdParty) => thirdPartyViewSchema.parse(await readAnswer(at(by, '/form')))

const refusePrivately = (by: ThirdParty) => at(by, '/private-no', 'POST')

const countSets = async () =>
  (await test.database.rows(sql`SELECT 1 FROM third_party_sets WHERE verification_id = ${id}`)).length

const filesOfLink = async () =>
  (await storedFiles(test)).filter((file) => file.includes(id) && /selfie|id-/.test(file))

const today = () => toCalendarDate(test.clock.now())

const none = { selfie: null, id: null }

/** Gives an ID, has it read, and returns its id. The reader itself isn't tested here. */
async function giveToRead(by: ThirdParty): Promise<string> {
  await give(test, by, 'id')
  const documentId = (await readForm(by)).uploads.id?.id ?? ''
  await readAnswer(askToReadAs(test, by, documentId, today()))
  await test.database.run(sql`
    UPDATE document_readings SET ended_at = ${test.clock.now()}, outcome = 'read', kind = 'passport', read_from = 'lines',
      issuing_state = 'UTO', age_over_18 = true, name_agrees = true, reader_version = '1', claimed_name = NULL
    WHERE document_id = ${documentId}`)
  await test.runJobs()
  return documentId
}

/** Gives everything that a link takes: a photo, an ID that was read, and a wallet's proof. */
async function giveAll(by: ThirdParty): Promise<{ selfie: string; id: string; documentId: string }> {
  const selfie = await give(test, by, 'selfie')
  const documentId = await giveToRead(by)
  const issuer = await takeSimulatedWallets(test)
  expect((await answerWallet(test, issuer, await begun(test, by), 'yes')).status).toBe(200)
  return { selfie, id: (await readForm(by)).uploads.id?.url ?? '', documentId }
}

describe('a creator who types the other person’s address in a private window', { timeout }, () => {
  it('finds an empty form behind the gate, and nothing of the person at any address (FORM-13)', async () => {
    const sam = await enterIn('sam')
    const given = await giveAll(sam)
    const eve = await enterIn('eve')
    expect(await readForm(eve)).toMatchObject({ uploads: none, given: [], saidNoAt: null })
    expect(await readAnswer(at(eve, '/reading'))).toEqual({ reading: null })
    expect(await readRefusal(await askToReadAs(test, eve, given.documentId, today()))).toEqual([
      422,
      'document_unknown',
    ])
    const submit = { ...(await prepareFields(eve)), selfieUrl: given.selfie, idUrl: given.id }
    expect(await readRefusal(await post(test, eve, submit))).toEqual([422, 'missing_selfie'])
    // The person's own form shows all of it.
    const own = await readForm(sam)
    expect(own.uploads.id?.id).toBe(given.documentId)
    expect(own.given.map(({ step }) => step)).toEqual(['document', 'wallet'])
  })

  it('removes and replaces nothing of the person’s, and neither sees nor causes a private no (NO-1, UPLOAD-25)', async () => {
    const sam = await enterIn('sam')
    const given = await giveAll(sam)
    const session = await begun(test, sam)
    const eve = await enterIn('eve')
    await giveAll(eve)
    expect((await at(eve, `/documents/${given.documentId}`, 'DELETE')).status).toBe(204)
    const fields = { formId: id, fileName: 'id.png', category: 'id', replaces: given.documentId }
    await readAnswer(post(test, eve, fields, await pngPicture()))
    expect((await refusePrivately(eve)).status).toBe(204)
    expect((await readForm(sam)).uploads.id?.id).toBe(given.documentId)
    expect((await readForm(sam)).given).toHaveLength(2)
    expect(await sessionNow(test, session)).toMatchObject({ state: 'open' })

    const again = await enterIn('eve')
    const hers = await giveAll(again)
    expect((await refusePrivately(sam)).status).toBe(204)
    const left = await readForm(again)
    expect(left.uploads.id?.id).toBe(hers.documentId)
    expect(left.given).toHaveLength(2)
    expect(await readForm(await enterIn('sam'))).toMatchObject({ uploads: none, given: [] })
  })

  it('can’t have more IDs read than the three of the link by opening more windows (READING-10)', async () => {
    for (const browser of ['one', 'two', 'three']) {
      await giveToRead(await enterIn(browser))
    }
    const fourth = await enterIn('four')
    await give(test, fourth, 'id')
    const documentId = (await readForm(fourth)).uploads.id?.id ?? ''
    expect(await readRefusal(await askToReadAs(test, fourth, documentId, today()))).toEqual([
      409,
      'reading_tries_spent',
    ])
  })

  it('loses everything given there when the person submits (FORM-13)', async () => {
    const [sam, eve] = [await enterIn('sam'), await enterIn('eve')]
    await giveAll(eve)
    const open = await begun(test, eve)
    const submit = await prepareSubmission(test, sam)
    expect((await submit()).status).toBe(200)
    await test.runJobs()
    expect(await filesOfLink()).toHaveLength(2)
    const path = `/api/wallet-sessions/${open.id}`
    expect((await test.app.request(path, { headers: toBearer(open.secret) })).status).toBe(404)
    expect(await countGiven()).toEqual({ proofs: 0, readings: 0 })
    expect(await countSets()).toBe(0)
  })
})

async function prepareFields(by: ThirdParty): Promise<Record<string, string>> {
  const { consentTextVersion } = await readForm(by)
  const ticks = { statesAdult: 'true', consent: 'true', identityConsent: 'true' }
  return { completeSubmission: 'true', formId: id, signature: 'Sam O’Neill', ...ticks, consentTextVersion }
}

const countGiven = () =>
  test.database.row(sql`
    SELECT (SELECT count(*)::int FROM wallet_proofs WHERE ${id} IN (verification_id, set_verification_id)) AS proofs,
      (SELECT count(*)::int FROM document_readings WHERE verification_id = ${id} AND forgotten_at IS NULL) AS readings`)

describe('the set of a browser', { timeout }, () => {
  it('is found again after the gate with its secret, and by no other secret (FORM-13, FORM-18)', async () => {
    const first = await readAnswer<{ setSecret: string }>(
      postJson(test, `/api/public/verifications/${id}/gate`, { email }),
    )
    expect(first.setSecret).toMatch(/^[\w-]{43}$/)
    await give(test, await enter(test, id, email, first.setSecret), 'selfie')
    test.clock.advance(2 * hour)
    expect((await readForm(await enter(test, id, email, first.setSecret))).uploads.selfie).not.toBeNull()
    expect((await readForm(await enterIn('another'))).uploads).toEqual(none)
    const kept = JSON.stringify([
      await test.database.rows(sql`SELECT * FROM third_party_sets`),
      await test.database.rows(sql`SELECT * FROM gate_passes`),
    ])
    expect(kept).not.toContain(first.setSecret)
  })

  it('is one of eight: a ninth is refused until the oldest wasn’t touched for an hour, which is then destroyed (FORM-25)', async () => {
    const browsers = Array.from({ length: 8 }, (_, n) => `browser-${n}`)
    for (const browser of browsers) {
      await give(test, await enterIn(browser), 'selfie')
      test.clock.advance(60_000)
    }
    const ninth = await enterIn('ninth')
    const fields = { formId: id, fileName: 'selfie.png', category: 'selfie' }
    const ask = async () => post(test, ninth, fields, await pngPicture())
    expect(await readRefusal(await ask())).toEqual([429, 'link_in_many_browsers'])
    await takeSimulatedWallets(test)
    const path = `/api/public/verifications/${id}/wallet-sessions`
    const wallet = { credentialType: 'eu.europa.ec.av.1', way: 'qr' }
    expect((await postJson(test, path, wallet, ninth.headers)).status).toBe(429)
    expect(await countSets()).toBe(8)

    // An hour after the first was used, and fifty-nine minutes after the second: its person looks at the form.
    test.clock.advance(52 * 60_000 - 1)
    expect((await post(test, await enterIn('ninth'), fields, await pngPicture())).status).toBe(429)
    await readForm(await enterIn('browser-1'))
    test.clock.advance(1)
    await give(test, await enterIn('ninth'), 'selfie')
    expect(await countSets()).toBe(8)
    expect((await readForm(await enterIn('browser-0'))).uploads).toEqual(none)
    for (const browser of browsers.slice(1))
      expect((await readForm(await enterIn(browser))).uploads.selfie).not.toBeNull()
    await test.runJobs()
    expect(await filesOfLink()).toHaveLength(8)
  })

  it('keeps its place after a private no, and leaves others the room that they had (NO-2, FORM-25, UPLOAD-22)', async () => {
    const fields = { formId: id, fileName: 'selfie.png', category: 'selfie' }
    const hers = await enterIn('hers')
    await give(test, hers, 'selfie')
    const browsers = Array.from({ length: 8 }, (__, n) => `mine-${n}`)
    const passes: ThirdParty[] = []
    for (const browser of browsers) passes.push(await enterIn(browser))
    const [first, ...others] = passes
    const ninth = others.pop()
    if (!first || !ninth) throw new Error('there are eight browsers')
    for (const by of others) await give(test, by, 'selfie')
    const ask = async (by: ThirdParty) => post(test, by, fields, await pngPicture())
    for (let n = 0; n < waitingQuota.set.files; n++) expect((await ask(first)).status).toBe(200)
    const tries = async () => [(await ask(first)).status, (await ask(ninth)).status]
    expect(await tries()).toEqual([409, 429])
    expect((await refusePrivately(hers)).status).toBe(204)
    expect(await tries()).toEqual([409, 429])
  })

  it('is one of at most eight after fifty simultaneous beginnings in fifty browsers (FORM-25)', async () => {
    await takeSimulatedWallets(test)
    const passes: ThirdParty[] = []
    for (let n = 0; n < 50; n++) {
      passes.push(await enterIn(`many-${n}`))
      await test.database.run(sql`DELETE FROM rate_limits`)
    }
    const begin = async (by: ThirdParty, n: number) =>
      n % 2 ? (await askWallet(test, by)).status < 300 : give(test, by, 'selfie').then(Boolean, () => false)
    const begunIn = await Promise.all(passes.map(begin))
    expect(await countSets()).toBe(8)
    expect(begunIn.filter(Boolean).length).toBeLessThanOrEqual(8)
    await test.runJobs()
    expect((await filesOfLink()).length).toBeLessThanOrEqual(8)
  })

  it('is destroyed with all others when the creator corrects the address (GATE-13)', async () => {
    for (const browser of ['one', 'two']) await giveAll(await enterIn(browser))
    await correctAddress(test, ada, id, `right-${ada.id}@example.com`)
    await test.runJobs()
    expect(await filesOfLink()).toEqual([])
    expect(await countGiven()).toEqual({ proofs: 0, readings: 0 })
    expect(await countSets()).toBe(0)
  })
})

describe('all sets of a link', { timeout }, () => {
  it('are destroyed when one person declines, and their proofs are forgotten with the request (STATE-9, PRIVACY-15)', async () => {
    for (const browser of ['one', 'two']) await giveAll(await enterIn(browser))
    const path = `/api/public/verifications/${id}/decline`
    expect((await postJson(test, path, { reason: null }, (await enterIn('one')).headers)).status).toBe(204)
    await test.runJobs()
    expect(await filesOfLink()).toEqual([])
    expect(await countSets()).toBe(0)
    expect(await forgetInvited(test.platform, id)).toBe(true)
    expect(await countGiven()).toEqual({ proofs: 0, readings: 0 })
  })
})

describe('passes that a mailed code opened', { timeout }, () => {
  beforeEach(() => {
    test.platform.settings.emailCode = true
    return () => {
      test.platform.settings.emailCode = false
    }
  })

  it('share one set, which no pass by the address alone opens (FORM-13)', async () => {
    const { documentId } = await giveAll(await enterByCode(test, id, email))
    test.clock.advance(60_000)
    const other = await enterByCode(test, id, email)
    expect((await readForm(other)).uploads.id?.id).toBe(documentId)
    expect((await readForm(other)).given).toHaveLength(2)
    test.platform.settings.emailCode = false
    expect(await readForm(await enterIn('eve'))).toMatchObject({ uploads: none, given: [] })
  })

  it('find what was given under version 0.2.0, and passes by the address alone don’t (FORM-13)', async () => {
    const { documentId } = await giveAll(await enterByCode(test, id, email))
    const [pass] = await test.database.rows<{ set: string | null }>(
      sql`SELECT set_sha256 AS set FROM documents WHERE id = ${documentId}`,
    )
    expect(pass).toEqual({ set: null })
    test.platform.settings.emailCode = false
    const eve = await enterIn('eve')
    // As that version's passes are stored.
    await test.database.run(sql`UPDATE gate_passes SET set_sha256 = NULL WHERE verification_id = ${id}`)
    expect(await readForm(eve)).toMatchObject({ uploads: none, given: [] })
    await give(test, eve, 'selfie')
    expect((await readForm(eve)).uploads.selfie).not.toBeNull()
    expect((await readForm(await enterIn('other'))).uploads).toEqual(none)
  })
})
