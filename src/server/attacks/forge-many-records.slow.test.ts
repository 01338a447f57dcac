import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock/index.ts'
import { createSealer, makeSealKey } from '../platform/pdf/index.ts'
import { type LocalAuthority, startLocalAuthority } from '../platform/pdf/testing/local-authority.ts'
import { checkRecord } from '../testing/check-record.ts'
import { type Forgery, forgeRecords, forgeTimestamps, type RecordFiles } from '../testing/forged-records.ts'
import { type Person, postJson, register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let service = ''
const folder = folderForFile()
let genuine: { record: RecordFiles; other: RecordFiles; withdrawal: RecordFiles }
let forgeries: Forgery[]
beforeAll(async () => {
  test = await createTestApp()
  service = await makeSealKey('Test seal', new Date('2026-01-01T00:00:00Z'))
  const forger = await makeSealKey('Test seal', new Date('2026-01-01T00:00:00Z'))
  test.platform.sealer = createSealer({ sealKey: service, clock: test.clock, threads: 1 })
  const ada = await register(test)
  const eve = await register(test)
  const [one, two] = [await completeRecord(test, ada), await completeRecord(test, eve)]
  await test.runJobs()
  await test.app.request(`/api/records/${one}/withdrawal`, { method: 'POST', headers: ada.headers })
  await test.runJobs()
  genuine = {
    record: await fetchFiles(one, 'record', ada),
    other: await fetchFiles(two, 'record', eve),
    withdrawal: await fetchFiles(one, 'withdrawal', ada),
  }
  await writeFile(join(folder, 'seal.pem'), test.platform.sealer.certificatePem)
  forgeries = await forgeRecords(genuine, { service, forger })
})
afterAll(() => test.close())

async function fetchFiles(id: string, name: string, by: Person): Promise<RecordFiles> {
  const file = async (ending: string) => {
    const answer = await test.app.request(`/api/records/${id}/files/${name}.${ending}`, by)
    expect([name, answer.status]).toEqual([name, 200])
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { pdf: await file('pdf'), json: await file('json') }
}

async function checked({ pdf, json }: RecordFiles, name: string, ...more: string[]) {
  await writeFile(join(folder, `${name}.pdf`), pdf)
  await writeFile(join(folder, `${name}.json`), json)
  return checkRecord(folder, `${name}.pdf`, `${name}.json`, '--certificate', 'seal.pem', ...more)
}

describe('the checker', () => {
  it('accepts two genuine records and a withdrawal (RECORD-16)', async () => {
    for (const [name, files] of Object.entries(genuine))
      expect(await checked(files, name)).toEqual({
        exitCode: 0,
        output: expect.stringContaining('Everything that was checked holds.'),
      })
  })

  it('refuses each of sixty forged, cut, mixed, overdrawn and re-signed records, each for its own reason (RECORD-16)', async () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(60)
    expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length)
    const taken: string[] = []
    for (const [at, forgery] of forgeries.entries()) {
      const { exitCode, output } = await checked(forgery, `forgery-${at}`)
      if (exitCode !== 1 || !forgery.expected.test(output))
        taken.push(`${forgery.name}: ${exitCode}\n${output}`)
    }
    expect(taken).toEqual([])
  })
})

describe('with a time authority, the checker', () => {
  let authority: LocalAuthority
  let stamped: { record: RecordFiles; other: RecordFiles }
  beforeAll(async () => {
    authority = await startLocalAuthority()
    const timeAuthority = { url: authority.url, timeoutMs: 10_000, silenceMs: 0 }
    test.platform.sealer = createSealer({ sealKey: service, clock: systemClock, threads: 1, timeAuthority })
    const seal = async () => {
      const ada = await register(test)
      const id = await completeRecord(test, ada)
      await test.runJobs()
      return fetchFiles(id, 'record', ada)
    }
    stamped = { record: await seal(), other: await seal() }
  })
  afterAll(() => authority.close())

  it('finds the timestamp over this seal, and its authority if the user names one (RECORD-16)', async () => {
    const unnamed = await checked(stamped.record, 'stamped')
    expect(unnamed).toEqual({
      exitCode: 0,
      output: expect.stringContaining('not checked: whose authority it is'),
    })
    expect(unnamed.output).toContain('ok   the timestamp is over this seal')
    const named = await checked(stamped.record, 'stamped', '--authority', authority.rootFile)
    expect(named).toEqual({
      exitCode: 0,
      output: expect.stringContaining('leads to an authority that you named'),
    })
    const another = await checked(stamped.record, 'stamped', '--authority', 'seal.pem')
    expect(another).toEqual({
      exitCode: 1,
      output: expect.stringContaining('BAD  that certificate leads to'),
    })
  })

  it('refuses false statements of the JSON about it (RECORD-16)', async () => {
    for (const { expected, name, ...files } of await forgeTimestamps(stamped, service))
      expect([name, await checked(files, 'restamped')]).toEqual([
        name,
        { exitCode: 1, output: expect.stringMatching(expected) },
      ])
  })
})

it('the check page never calls a forged PDF genuine (RECORD-17)', async () => {
  const ours = new Set([genuine.record, genuine.other, genuine.withdrawal].map(({ pdf }) => computeHash(pdf)))
  const forged = forgeries.filter(({ pdf }) => !ours.has(computeHash(pdf)))
  expect(forged.length).toBeGreaterThan(15)
  for (const { name, pdf } of forged) {
    const answer = await postJson(test, '/api/check', { sha256: computeHash(pdf) })
    expect([name, await answer.json()]).toEqual([name, { result: 'unknown' }])
  }
})

const computeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
