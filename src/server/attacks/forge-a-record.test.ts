import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordViewSchema } from '../../contract/record.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { createSealer, makeSealKey } from '../platform/pdf/index.ts'
import { checkRecord } from '../testing/check-record.ts'
import { type Person, register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
const folder = folderForFile()
beforeAll(async () => {
  test = await createTestApp()
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  await test.runJobs()
  const file = async (name: string) => {
    const answer = await test.app.request(`/api/records/${id}/files/${name}`, ada)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    await writeFile(join(folder, name), bytes)
    return bytes
  }
  await file('record.pdf')
  const twin = JSON.parse(Buffer.from(await file('record.json')).toString('utf8'))
  await writeFile(join(folder, 'seal.pem'), test.platform.sealer.certificatePem)
  await writeFile(join(folder, 'own.jpg'), await downloadOwnPhoto(id, ada))
  await writeFile(join(folder, 'other.jpg'), 'another picture')
  await forge(twin)
  await changesARow(twin)
  await rewriteFacts(twin)
})
afterAll(() => test.close())

async function downloadOwnPhoto(id: string, ada: Person): Promise<Uint8Array> {
  const view = recordViewSchema.parse(await (await test.app.request(`/api/records/${id}`, ada)).json())
  const own = view.documents.creatorSelfie
  const url = own?.state === 'open' ? own.document.url : ''
  return new Uint8Array(await (await test.app.request(url)).arrayBuffer())
}

/** Replaces the third party, and signs the result with the forger's own key. */
async function forge(twin: Record<string, unknown>): Promise<void> {
  const sealKey = await makeSealKey('Forger', new Date())
  const forger = createSealer({ sealKey, clock: test.clock, threads: 1 })
  const { signature: _, ...payload } = structuredClone(twin) as {
    facts: Record<string, unknown>
    signature: unknown
  }
  payload.facts['thirdParty'] = { fullName: 'Somebody Else' }
  payload.facts['sealCertificateSha256'] = forger.certificateSha256
  const signature = await forger.sign(writeCanonicalJson(payload as never))
  await writeFile(join(folder, 'forged.json'), JSON.stringify({ ...payload, signature }))
  await forger.close()
}

/**
 * A record with a changed row, sealed again; and one with a row dated before the previous one, with all hashes computed
 * again.
 */
async function changesARow(twin: Record<string, unknown>): Promise<void> {
  type Row = { actor: string; at: string; previousHash: string; hash: string }
  const { signature: _, ...payload } = structuredClone(twin) as {
    facts: { auditTrail: Row[] }
    signature: unknown
  }
  const seal = async (name: string) => {
    const signature = await test.platform.sealer.sign(writeCanonicalJson(payload as never))
    await writeFile(join(folder, name), JSON.stringify({ ...payload, signature }))
  }
  const third = payload.facts.auditTrail[2]
  if (!third) throw new Error('the trail is too short')
  third.actor = third.actor === 'creator' ? 'system' : 'creator'
  await seal('changed.json')
  third.at = new Date(Date.parse(third.at) - 1).toISOString()
  let previousHash = '0'.repeat(64)
  for (const row of payload.facts.auditTrail) {
    const { hash: __, ...entry } = Object.assign(row, { previousHash })
    row.hash = hashHex(writeCanonicalJson(entry))
    previousHash = row.hash
  }
  await seal('backwards.json')
}

/** A record of an unknown format, and one that states the source of a fact twice. */
async function rewriteFacts(twin: Record<string, unknown>): Promise<void> {
  type Facts = Record<string, unknown> & { known?: unknown[] }
  const { signature: _, ...payload } = structuredClone(twin) as { facts: Facts; signature: unknown }
  const { known = [] } = payload.facts
  const { sealer } = test.platform
  for (const [name, facts] of [
    ['other-format.json', { ...payload.facts, format: 'sealed-record/1' }],
    ['two-answers.json', { ...payload.facts, known: [...known, { ...Object(known[0]), step: 'wallet' }] }],
  ] as const) {
    const content = { ...payload, facts }
    const signature = await sealer.sign(writeCanonicalJson(content as never))
    await writeFile(join(folder, name), JSON.stringify({ ...content, signature }))
  }
}

const checked = (...args: string[]) => checkRecord(folder, 'record.pdf', ...args)

it('a forged record that signs itself fails, and the check asks for the service’s certificate (RECORD-16)', async () => {
  for (const file of ['forged.json', 'record.json']) {
    const { exitCode, output } = await checked(file)
    expect(exitCode).toBe(1)
    expect(output).toContain('BAD  you did not say whose certificate')
    expect(output).not.toContain('Everything')
  }
  const { exitCode, output } = await checked('forged.json', '--certificate', 'seal.pem')
  expect(exitCode).toBe(1)
  expect(output).toContain('BAD  the certificate that signed it is the one that you gave')
})

it('the check states that the certificate wasn’t checked if it is told to skip it', async () => {
  const { exitCode, output } = await checked('record.json', '--any-certificate')
  expect(exitCode).toBe(3)
  expect(output).toMatch(/not checked: whose certificate [0-9a-f]{64} is: anyone can make one/)
  expect(output).toContain('You did not say whose certificate to trust, so this proves nothing.')
  expect(output).not.toContain('holds')
  const forged = await checked('forged.json', '--any-certificate')
  expect(forged.exitCode).toBe(1)
  expect(forged.output).toContain('BAD  the seal in the PDF is of the same certificate')
})

it('a genuine record passes, and the check lists what wasn’t checked', async () => {
  const { exitCode, output } = await checked('record.json', '--certificate', 'seal.pem')
  expect(exitCode).toBe(0)
  expect(output).toContain('not checked: whether the record is in the transparency log')
  expect(output).toContain('ok   the seal covers the whole PDF and is right')
  expect(output).toContain('not checked: the time: the record states what the clock of the service said')
  expect(output).toContain('Everything that was checked holds.')
})

it.each(['changed', 'backwards'])('a row that was %s breaks the trail (TRAIL-9)', async (how) => {
  const { exitCode, output } = await checked(`${how}.json`, '--certificate', 'seal.pem')
  expect(exitCode).toBe(1)
  expect(output).toContain('BAD  the audit trail is an unbroken chain')
})

it('the check prints the source of each fact as the record states it (EVIDENCE-6)', async () => {
  const now = await checked('record.json', '--certificate', 'seal.pem')
  expect(now.output).toMatch(/^ {5}18 or over of the thirdParty: declared, since 2026-03-11T/m)
  expect(now.output).toMatch(/^ {5}mailbox of the creator: code, since 2026-03-11T/m)
})

it('the check refuses a record of an unknown format, and one that states the source of a fact twice', async () => {
  for (const [file, words] of [
    ['other-format.json', 'BAD  it is of a format that is known here (sealed-record/1)'],
    ['two-answers.json', 'BAD  it says how each fact is known, once each'],
  ] as const) {
    const { exitCode, output } = await checked(file, '--certificate', 'seal.pem')
    expect([exitCode, output]).toEqual([1, expect.stringContaining(words)])
  }
})

it.each([
  [['record.json', '--certificate']],
  [['record.json', '--origin']],
  [['record.json', '--sure']],
  [[]],
])('an incomplete command line is refused: %j', async (args) => {
  const { exitCode, output } = await checked(...args)
  expect(exitCode).toBe(2)
  expect(output).toContain('usage:')
})

it('a picture is compared with the fingerprints in the record, without the service (RECORD-70)', async () => {
  const own = await checked('record.json', '--certificate', 'seal.pem', '--picture', 'own.jpg')
  expect(own.output).toContain('ok   the record has the fingerprint of own.jpg')
  expect(own.exitCode).toBe(0)
  const other = await checked('record.json', '--certificate', 'seal.pem', '--picture', 'other.jpg')
  expect(other.output).toContain('BAD  the record has the fingerprint of other.jpg')
  expect(other.exitCode).toBe(1)
})
