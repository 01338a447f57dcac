import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ShownConsentText } from '../../../contract/verification.ts'
import type { RecordFacts } from '../../../domain/record/record.ts'
import { drawRosette } from '../../../domain/record/rosette.ts'
import { sql } from '../../platform/database/index.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import {
  create,
  enter,
  type Person,
  personCreation,
  readAnswer,
  readRefusal,
  register,
  registerPaying,
  submitWhole,
} from '../../testing/people.ts'
import { unzip } from '../../testing/privacy-calls.ts'
import { completeRecord, mailedLink, withdraw } from '../../testing/records.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { readChecker } from '../checker.ts'
import { retentionJob } from '../index.ts'
import { packFiles } from './read-me.ts'

const oddName = 'Łucja <b>Nowak</b> & "Co"'

type Asker = { headers: Record<string, string> }
type Pack = Map<string, Buffer>

const test = testAppForFile()
let ada: Person
let id = ''
const folder = folderForFile()
beforeAll(async () => {
  ada = await registerPaying(test, 'enterprise')
  id = await completeRecord(test, ada, { fullName: oddName, signature: oddName })
  await test.runJobs()
})

async function packFor(asker: Asker, of = id): Promise<Pack> {
  const answer = await test.app.request(`/api/records/${of}/pack`, asker)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="assent-evidence-${of.slice(0, 8)}.zip"`,
  )
  return unzip(answer)
}

const readPage = (pack: Pack) => pack.get('READ-ME-FIRST.html')?.toString('utf8') ?? ''
const readText = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
const computeHash = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
const withPictures = (pack: Pack) => [...pack.keys()].filter((name) => name.startsWith('your-'))

/** Unpacks the pack and runs the command from its own page, offline: no service is reachable. */
async function typed(pack: Pack): Promise<{ exitCode: number; output: string }> {
  for (const [name, bytes] of pack) await writeFile(join(folder, name), bytes)
  const [, command = ''] = /<code>node (check-record[^<]+)<\/code>/.exec(readPage(pack)) ?? []
  return new Promise((resolve) => {
    execFile(process.execPath, command.split(' '), { cwd: folder }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

describe('an evidence pack', () => {
  it('can be checked offline with its own files, as its page says (PACK-1, PACK-2)', async () => {
    const pack = await packFor(ada)
    const { exitCode, output } = await typed(pack)
    expect(output).toContain('ok   the certificate that signed it is the one that you gave')
    expect(output).toContain('ok   the PDF is entry 0 of that state')
    expect(output).toContain('Everything that was checked holds.')
    expect(exitCode).toBe(0)
    // The page quotes the program's last line and the fingerprint of the right certificate.
    expect(readText(readPage(pack))).toContain('ends with “Everything that was checked holds.”')
    expect(readPage(pack)).toContain(`<code>${test.platform.sealer.certificateSha256}</code>`)
    expect(pack.get('check-record.mjs')?.toString('utf8')).toBe(await readChecker())
    const served = await test.app.request('/api/transparency/certificates')
    expect(JSON.parse(pack.get('certificates.json')?.toString('utf8') ?? '')).toEqual(await served.json())
    const record = pack.get('record.pdf') ?? Buffer.alloc(0)
    const changed = await typed(new Map([...pack, ['record.pdf', Buffer.concat([record, Buffer.from(' ')])]]))
    expect(changed).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('BAD  it belongs to this PDF'),
    })
  })

  it('states until when the consent is valid, if it has an end (VALID-6)', async () => {
    const limited = await completeRecord(test, ada, { validity: '24_hours' })
    const end = new Date(test.clock.now().getTime() + 24 * 60 * 60 * 1000).toISOString()
    await test.runJobs()
    expect(readText(readPage(await packFor(ada, limited)))).toContain(
      `The consent is valid until ${end.slice(0, 10)} ${end.slice(11, 19)} UTC, unless it is withdrawn before then.`,
    )
    expect(readText(readPage(await packFor(ada)))).not.toContain('The consent is valid until')
  })

  it('states until when the consent was valid after its end, but not after a withdrawal (VALID-5, PACK-5)', async () => {
    const ended = await completeRecord(test, ada, { validity: '24_hours' })
    const withdrawn = await completeRecord(test, ada, { validity: '24_hours' })
    const now = test.clock.now()
    const over = new Date(now.getTime() + 24 * 60 * 60 * 1000)
    await test.runJobs()
    const link = await mailedLink(test, ended)
    expect((await withdraw(test, withdrawn, ada)).status).toBe(200)
    // Before and after the addendum is sealed.
    for (const seal of [false, true]) {
      if (seal) await test.runJobs()
      expect(readText(readPage(await packFor(ada, withdrawn)))).not.toMatch(/valid until/)
    }
    test.clock.set(over)
    const sentence = readText(readPage(await packFor(link, ended)))
    test.clock.set(now)
    const at = over.toISOString()
    expect(sentence).toContain(`The consent was valid until ${at.slice(0, 10)} ${at.slice(11, 19)} UTC.`)
    expect(sentence).not.toContain('is valid until')
  })

  it('has the reader’s own photo and ID, whose fingerprints are in the record, but not those of the other (PACK-1, HOLD-18)', async () => {
    const theirs = await mailedLink(test, id)
    const facts = JSON.parse((await packFor(ada)).get('record.json')?.toString('utf8') ?? '').facts
    for (const [asker, party] of [
      [ada, 'creator'],
      [theirs, 'third_party'],
    ] as const) {
      const pack = await packFor(asker)
      expect(withPictures(pack)).toHaveLength(2)
      const own = facts.evidence.filter((each: { party: string }) => each.party === party)
      expect(
        withPictures(pack)
          .map((name) => computeHash(pack.get(name)))
          .toSorted(),
      ).toEqual(own.map(({ sha256 }: { sha256: string }) => sha256).toSorted())
      const page = readText(readPage(pack))
      expect(page.match(/gave\. The record names its fingerprint \(SHA-256\)\./g)).toHaveLength(2)
      expect(page).toContain('The photo and the identity document of the other person: they are not')
    }
  })

  it('explains itself without loading or running anything, for every name (PACK-3)', async () => {
    const pack = await packFor(ada)
    const page = readPage(pack)
    const text = readText(page)
    expect(text).toContain(oddName)
    // Kept separate from the words of the service (RECORD-53).
    expect(page).toContain('“<bdi>Łucja &lt;b&gt;Nowak&lt;/b&gt; &amp; ')
    expect(page).not.toMatch(/<(b|script|img|link|iframe|form)\b/)
    expect(page).not.toMatch(/\b(src|srcset|onload|url)\s*[=(]/i)
    for (const sentence of [
      'Not one byte of it has changed since it was sealed, 2026-03-11 ',
      'No time authority confirms the time of the seal',
      'Consent had not been withdrawn when this pack was made, 2026-03-11 ',
      '18 or over',
      'None of these steps proves who sat in front of the screen',
      'That what people declared is true.',
    ])
      expect(text).toContain(sentence)
    // The page describes every file in the pack, and no others.
    const named = Object.keys(packFiles).filter((name) => page.includes(`<dt>${name}</dt>`))
    expect(named.toSorted()).toEqual(
      [...pack.keys()].filter((name) => name !== 'READ-ME-FIRST.html').toSorted(),
    )
  })

  it('has its page in the language of the record (PACK-7)', async () => {
    const arabic = { ...ada, headers: { ...ada.headers, 'accept-language': 'ar' } }
    const asked = '/api/consent-text?type=person&validity=until_withdrawn'
    const text = await readAnswer<ShownConsentText>(test.app.request(asked, arabic))
    const { version: consentTextVersion, language: consentTextLanguage, sha256: consentTextSha256 } = text
    const shown = { consentTextVersion, consentTextLanguage, consentTextSha256 }
    const creation = { ...personCreation(test), ...shown }
    const made = await readAnswer<{ id: string }>(create(test, arabic, creation), 201)
    await readAnswer(submitWhole(test, await enter(test, made.id)))
    await test.runJobs()
    const pack = await packFor(ada, made.id)
    const page = readPage(pack)
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain(text.title)
    const { exitCode, output } = await typed(pack)
    expect(exitCode).toBe(0)
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    expect(lastLine).toMatch(/^\p{Script=Arabic}/u)
    expect(page).toContain(lastLine)
    expect(readPage(await packFor(ada))).toContain('<html lang="en" dir="ltr">')
  })

  it('shows the record as one figure at its top: names, signatures, days, ages, its limits and its lines (PACK-6)', async () => {
    const pack = await packFor(ada)
    const [, object = ''] = /<section class="record">(.*?)<\/section>/s.exec(readPage(pack)) ?? []
    const { facts } = JSON.parse(pack.get('record.json')?.toString('utf8') ?? '') as { facts: RecordFacts }
    const text = readText(object)
    for (const { signature } of facts.signatures) expect(text).toContain(`“ ${signature} ”`)
    for (const sentence of [
      `“ ${oddName} ”`,
      `“ ${facts.thirdParty.fullName} ”`,
      '11 March 2026',
      'Both say they’re 18 or over. Nobody checked.',
      'It is not consent to any act, meeting or relationship.',
      `Record ${id.slice(0, 4).toUpperCase()}-`,
    ])
      expect(text).toContain(sentence)
    for (const line of drawRosette(computeHash(pack.get('record.pdf')))) expect(object).toContain(line)
  })

  it('lists what is worth checking, if there is anything (PACK-3)', async () => {
    const sentence = 'The creator signed with a different name from the one in this record.'
    expect(readText(readPage(await packFor(ada)))).not.toContain(sentence)
    const sealed = id
    id = await completeRecord(test, ada, { signature: 'Zofia Kowalska' })
    await test.runJobs()
    expect(readText(readPage(await packFor(ada)))).toContain(`Worth checking ${sentence}`)
    id = sealed
  })

  it('is available without photos and IDs once they are destroyed, and says that consent was withdrawn (PACK-5)', async () => {
    id = await completeRecord(test, ada)
    await test.runJobs()
    expect(withPictures(await packFor(ada))).toHaveLength(2)
    await withdraw(test, id, ada)
    const early = await packFor(ada)
    expect(withPictures(early)).toEqual([])
    expect(readText(readPage(early))).toContain('the addendum about it was not sealed yet')
    await test.runJobs()
    const pack = await packFor(ada)
    expect([...pack.keys()]).toEqual(
      expect.arrayContaining(['withdrawal.pdf', 'withdrawal.json', 'withdrawal.tlog-proof']),
    )
    expect(readText(readPage(pack))).toMatch(
      /Consent was withdrawn at 2026-03-11 \S+ UTC \(Creator\): see withdrawal.pdf/,
    )
    expect(readText(readPage(pack))).not.toContain('Consent had not been withdrawn')
    expect(await typed(pack)).toMatchObject({ exitCode: 0 })
  })

  it('is complete without photos and IDs after the retention, and absent before the record is sealed (PACK-5)', async () => {
    id = await completeRecord(test, ada)
    const early = await test.app.request(`/api/records/${id}/pack`, ada)
    expect(await readRefusal(early)).toEqual([409, 'record_not_sealed'])
    await test.runJobs()
    const now = test.clock.now()
    test.clock.set(new Date(now.getTime() + 91 * 24 * 60 * 60_000))
    await runDue(test, retentionJob)
    test.clock.set(now)
    const pack = await packFor(ada)
    expect(withPictures(pack)).toEqual([])
    expect(await typed(pack)).toMatchObject({ exitCode: 0 })
    const eve = await register(test)
    expect((await test.app.request(`/api/records/${id}/pack`, eve)).status).toBe(404)
  })

  it('is recorded in the trail once an hour, and counts as a download (PACK-4)', async () => {
    await packFor(ada)
    await packFor(ada)
    const trail = await test.database.rows<{ detail: { format?: string } }>(
      sql`
        SELECT detail FROM audit_events WHERE verification_id = ${id} AND event = 'downloaded' AND actor = 'creator'`,
    )
    expect(trail.filter(({ detail }) => detail.format === 'zip')).toHaveLength(1)
    const statuses: number[] = []
    for (let n = 0; n < 30; n += 1) {
      const answer = await test.app.request(`/api/records/${id}/pack`, ada)
      statuses.push(answer.status)
      await answer.body?.cancel()
      if (answer.status === 429) break
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
