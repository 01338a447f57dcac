import { describe, expect, it } from 'vitest'
import type { Reading } from '../../contract/document-reading.ts'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import type { RecordFacts, Shared } from '../../domain/record/record.ts'
import { forgetReadingsJob } from '../documents/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { verifySeals } from '../records/index.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  from,
  type Person,
  personCreation,
  postJson,
  prepareSubmission,
  readAnswer,
  readRefusal,
  register,
  type Served,
  subscribe,
  type ThirdParty,
  uploadDocument,
} from '../testing/people.ts'
import { askToRead, giveToRead } from '../testing/reading-people.ts'
import { type IdentityDocument, pictureOfDocument } from '../testing/sample-files.ts'
import { testAppForEach } from '../testing/test-app.ts'
import { expireJob } from './index.ts'

const test = testAppForEach()
const timeout = 120_000

/** Two networks of different providers, and a neighbouring address of the first. */
const [home, neighbour, elsewhere] = ['81.2.69.144', '81.2.69.9', '81.3.69.144']

/** A browser at an address, which stores the cookies that it gets. */
function browse(ip: string) {
  const jar = new Map<string, string>()
  const served: Served = {
    clock: test.clock,
    database: test.database,
    app: {
      async request(path, init = {}) {
        const headers = new Headers(init.headers)
        if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
        const answer = await test.app.request(path, { ...init, headers }, from(ip))
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        return answer
      },
    },
  }
  return { ...served, jar }
}

/** Uploads an ID of the creator and has it read. */
async function readId(person: Person, picture: IdentityDocument): Promise<string> {
  const documentId = await uploadDocument(test, person, 'id', await pictureOfDocument(picture))
  await askToRead(test, person, documentId)
  await test.runJobs()
  return documentId
}

/** Makes a request with an ID that was read. */
async function requestWith(
  person: Person,
  picture: IdentityDocument,
  browser: Served = test,
): Promise<string> {
  const idDocumentId = await readId(person, picture)
  const creation = { ...(await ageCreation(test, person)), idDocumentId, shownReading: 'read' }
  return (await readAnswer<{ id: string }>(create(browser, person, creation), 201)).id
}

async function readShared(sam: ThirdParty, browser: Served = test): Promise<Shared[]> {
  const answer = await browser.app.request(`/api/public/verifications/${sam.verificationId}/form`, sam)
  return ((await answer.json()) as ThirdPartyView).shared
}

async function readOutcome(sam: ThirdParty): Promise<Reading | null> {
  const answer = await test.app.request(`/api/public/verifications/${sam.verificationId}/reading`, sam)
  return ((await answer.json()) as { reading: Reading | null }).reading
}

/** The hints in the sealed record and on its creator's page. */
async function readRecord(
  person: Person,
  id: string,
): Promise<{ odd: RecordFacts['odd']; shared: Shared[] }> {
  await test.runJobs()
  const file = await test.app.request(`/api/records/${id}/files/record.json`, person)
  const view = await test.app.request(`/api/verifications/${id}`, person)
  const { odd } = ((await file.json()) as { facts: RecordFacts }).facts
  const { howKnown } = (await view.json()) as { howKnown: { shared: Shared[] } }
  return { odd, shared: howKnown.shared }
}

/** The number of keyed hashes in requests and in readings. */
async function countMarks(): Promise<{ requests: number; readings: number }> {
  const row = await test.database.row<{ requests: number; readings: number }>(sql`
    SELECT (SELECT coalesce(sum(num_nonnulls(creator_document_mark, creator_network_mark, creator_browser_mark)), 0)
        FROM verifications)::int AS requests,
      (SELECT count(document_mark) FROM document_readings)::int AS readings`)
  return row ?? { requests: -1, readings: -1 }
}

describe('one document for both people', { timeout }, () => {
  it.each<IdentityDocument>(['passport', 'us-licence', 'uk-licence'])(
    '(%s) is shown to the third party before they sign, and stated in the record (EVIDENCE-18, EVIDENCE-19)',
    async (picture) => {
      const ada = await register(test)
      const sam = await enter(test, await requestWith(ada, picture))
      const submit = await prepareSubmission(test, sam)
      test.clock.advance(1000)
      const idUrl = await giveToRead(test, sam, await pictureOfDocument(picture))
      await test.runJobs()
      expect(await readOutcome(sam)).toMatchObject({ sameDocument: true })
      expect(await readShared(sam)).toEqual(['same_document'])
      expect((await submit({ idUrl, shared: 'same_document', shownReading: 'name_differs' })).status).toBe(
        200,
      )
      const { odd, shared } = await readRecord(ada, sam.verificationId)
      expect(odd).toContainEqual({ oddity: 'same_document' })
      expect(shared).toEqual(['same_document'])
      expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
      const { storage, sealer } = test.platform
      const witnesses = { storage, certificates: new Set([sealer.certificateSha256]) }
      expect((await verifySeals(test.database, witnesses)).firstBad).toBeNull()
      await test.asOwner(async (owner) => {
        await owner.run(sql`ALTER TABLE verifications DISABLE TRIGGER USER`)
        await owner.run(sql`UPDATE verifications SET shared = '{}'`)
      })
      expect((await verifySeals(test.database, witnesses)).firstBad).toMatchObject({
        reason: expect.stringContaining('says something else now'),
      })
    },
  )

  it('is not claimed for two documents, nor for one that was removed (EVIDENCE-18)', async () => {
    const ada = await register(test)
    const sam = await enter(test, await requestWith(ada, 'passport'))
    const submit = await prepareSubmission(test, sam)
    test.clock.advance(1000)
    await giveToRead(test, sam, await pictureOfDocument('passport'))
    await test.runJobs()
    const { documentId } = (await readOutcome(sam)) ?? {}
    const path = `/api/public/verifications/${sam.verificationId}/documents/${documentId}`
    expect((await test.app.request(path, { ...sam, method: 'DELETE' })).status).toBe(204)
    test.clock.advance(1000)
    const idUrl = await giveToRead(test, sam, await pictureOfDocument('us-licence'))
    await test.runJobs()
    expect(await readOutcome(sam)).toMatchObject({ state: 'done', sameDocument: false })
    expect((await submit({ idUrl, shownReading: 'name_differs' })).status).toBe(200)
    expect(await readRecord(ada, sam.verificationId)).toEqual({ odd: undefined, shared: [] })
  })

  it('is compared once for fifty simultaneous submissions, and never after the request ended (EVIDENCE-20)', async () => {
    const ada = await register(test)
    await subscribe(test, ada)
    const sam = await enter(test, await requestWith(ada, 'us-licence'))
    const submit = await prepareSubmission(test, sam)
    test.clock.advance(1000)
    const idUrl = await giveToRead(test, sam, await pictureOfDocument('us-licence'))
    await test.runJobs()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        submit({ idUrl, shared: 'same_document', shownReading: 'name_differs' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await readRecord(ada, sam.verificationId)).shared).toEqual(['same_document'])

    const other = await enter(test, await requestWith(ada, 'us-licence'))
    await giveToRead(test, other, await pictureOfDocument('us-licence'))
    const cancel = `/api/verifications/${other.verificationId}/cancel`
    await Promise.all([test.runJobs(), postJson(test, cancel, {}, ada.headers)])
    await test.runJobs()
    expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
  })

  it('leaves no hash of an ID that no request used within three days (EVIDENCE-20)', async () => {
    await readId(await register(test), 'us-licence')
    expect(await countMarks()).toEqual({ requests: 0, readings: 1 })
    test.clock.advance(3 * dayMs + 1000)
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetReadingsJob, {}))
    await test.runJobs()
    expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
  })

  it('leaves no hash when the ID is removed or its account erased (EVIDENCE-20)', async () => {
    const ada = await register(test)
    const first = await readId(ada, 'us-licence')
    expect(await countMarks()).toEqual({ requests: 0, readings: 1 })
    await test.app.request(`/api/documents/${first}`, { ...ada, method: 'DELETE' })
    expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
    await readId(ada, 'us-licence')
    await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
    await test.runJobs()
    test.clock.advance(7 * dayMs)
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
    await test.runJobs()
    expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
  })
})

describe('one network and one browser for both people', () => {
  async function request(person: Person, browser: Served): Promise<string> {
    const answer = await postJson(browser, '/api/verifications', personCreation(test), person.headers)
    return ((await answer.json()) as { id: string }).id
  }

  it.each<[string, string, string, Shared[]]>([
    ['the same address', home, home, ['same_network']],
    ['a neighbouring address', home, neighbour, ['same_network']],
    ['another provider', home, elsewhere, []],
    ['one /48', '2a02:6b8:1:2::1', '2a02:6b8:1:ff00::9', ['same_network']],
    ['two /48', '2a02:6b8:1:2::1', '2a02:6b8:2:2::1', []],
    // Behind an untrusted proxy or on this machine, every caller seems to have such an address.
    ['private addresses', '192.168.1.7', '192.168.1.7', []],
    ['loopback', '127.0.0.1', '127.0.0.1', []],
  ])(
    'are stated correctly for %s, before the signature and in the record (EVIDENCE-18, EVIDENCE-19)',
    async (_, one, other, shared) => {
      const ada = await register(test)
      const sam = await enter(test, await request(ada, browse(one)))
      const theirs = browse(other)
      expect(await readShared(sam, theirs)).toEqual(shared)
      expect((await (await prepareSubmission(theirs, sam))({ shared: shared.join(',') })).status).toBe(200)
      const { odd = [], ...record } = await readRecord(ada, sam.verificationId)
      expect(record).toEqual({ shared })
      expect(odd).toEqual(shared.map((oddity) => ({ oddity })))
      expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
    },
  )

  it('rely for the browser on a cookie that only the creator of a request gets, and that opens nothing (EVIDENCE-18, PRIVACY-25)', async () => {
    const ada = await register(test)
    await subscribe(test, ada)
    const browser = browse(home)
    await browser.app.request('/api/verifications', ada)
    expect(browser.jar.size).toBe(0)
    const sam = await enter(test, await request(ada, browser))
    expect([...browser.jar]).toEqual([['request-made-here', expect.stringMatching(/^[\w-]{22}$/)]])
    const [first] = browser.jar.values()
    const more = { ...personCreation(test), thirdPartyName: 'Kim Park' }
    const again = await postJson(browser, '/api/verifications', more, ada.headers)
    expect(again.headers.get('set-cookie')).toBe(
      `request-made-here=${first}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    )
    const kept = await test.database.rows(sql`SELECT creator_browser_mark FROM verifications`)
    expect(JSON.stringify(kept)).not.toContain(first)
    expect(new Set(kept.map((row) => JSON.stringify(row))).size).toBe(2)

    const stranger = browse(elsewhere)
    expect(await readShared(sam, stranger)).toEqual([])
    expect(stranger.jar.size).toBe(0)
    for (const [name, value] of browser.jar) stranger.jar.set(name, value)
    expect(await readShared(sam, stranger)).toEqual(['same_browser'])
    const submit = await prepareSubmission(stranger, sam)
    expect((await submit({ shared: 'same_browser' })).status).toBe(200)
    expect((await readRecord(ada, sam.verificationId)).shared).toEqual(['same_browser'])
  })

  it('are shown before the signature if they arise after the form was opened (EVIDENCE-19)', async () => {
    const ada = await register(test)
    const browser = browse(home)
    const sam = await enter(test, await request(ada, browser))
    expect(await readShared(sam, browse(elsewhere))).toEqual([])
    const submit = await prepareSubmission(browser, sam)
    expect(await readRefusal(await submit())).toEqual([409, 'shared_untold'])
    const network = {
      path: 'shared.same_network',
      message: 'You both used the same network. The record will say so.',
    }
    const browserToo = {
      path: 'shared.same_browser',
      message: 'You both used the same browser. The record will say so.',
    }
    for (const [shown, errors] of [
      ['', [network, browserToo]],
      ['same_network', [browserToo]],
      ['same_browser', [network]],
    ] as const) {
      const refused = await submit({ shared: shown })
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'shared_untold', errors }])
    }
    expect((await submit({ shared: 'same_network,same_browser' })).status).toBe(200)
    expect((await readRecord(ada, sam.verificationId)).shared).toEqual(['same_network', 'same_browser'])
  })

  it.each<[string, (person: Person, id: string) => Promise<unknown>]>([
    ['cancelled', async ({ headers }, id) => postJson(test, `/api/verifications/${id}/cancel`, {}, headers)],
    [
      'rejected',
      async (_, id) =>
        postJson(test, `/api/public/verifications/${id}/decline`, {}, (await enter(test, id)).headers),
    ],
    [
      'expired',
      async () => {
        test.clock.advance(31 * dayMs)
        await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, expireJob, {}))
      },
    ],
    [
      'cancelled',
      async ({ headers }) => postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, headers),
    ],
  ])(
    'leave no hash once a request is %s, and the database accepts none (EVIDENCE-20)',
    async (status, end) => {
      const ada = await register(test)
      const id = await request(ada, browse(home))
      expect(await countMarks()).toEqual({ requests: 2, readings: 0 })
      await end(ada, id)
      await test.runJobs()
      expect(await test.database.row(sql`SELECT status FROM verifications WHERE id = ${id}`)).toEqual({
        status,
      })
      expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
      await expect(
        test.asOwner(async (owner) => {
          await owner.run(sql`ALTER TABLE verifications DISABLE TRIGGER USER`)
          await owner.run(sql`UPDATE verifications SET creator_browser_mark = 'x' WHERE id = ${id}`)
        }),
      ).rejects.toThrow(/check constraint/)
    },
  )

  it('leave no hash after fifty simultaneous requests that end it in every way (EVIDENCE-20)', async () => {
    const ada = await register(test)
    const { id } = await createVerification(browse(home), ada, { type: 'age' })
    const sam = await enter(test, id)
    const submit = await prepareSubmission(browse(home), sam)
    const ways = [
      () => submit({ shared: 'same_network' }),
      () => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers),
      () => postJson(test, `/api/public/verifications/${id}/decline`, {}, sam.headers),
    ]
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ways[at % 3]?.()))
    expect(answers.filter((answer) => answer && answer.status < 300)).toHaveLength(1)
    expect(await countMarks()).toEqual({ requests: 0, readings: 0 })
    const row = await test.database.row<{ status: string; shared: Shared[] }>(
      sql`SELECT status, shared FROM verifications WHERE id = ${id}`,
    )
    expect(row?.shared).toEqual(row?.status === 'verified' ? ['same_network'] : [])
  })
})
