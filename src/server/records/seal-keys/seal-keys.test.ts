import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckAnswer, SignedLogHead } from '../../../contract/record.ts'
import type { SealCertificateList } from '../../../contract/record-endpoints.ts'
import { sql } from '../../platform/database/index.ts'
import {
  createSealer,
  makeNextKey,
  makeSealKey,
  parseSealKey,
  type Sealer,
} from '../../platform/pdf/index.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { type Listening, serveHere } from '../../testing/listen-here.ts'
import { type Person, postJson, readAnswer, registerPaying } from '../../testing/people.ts'
import { completeRecord, saveRecord } from '../../testing/records.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createTestApp, testAppForFile } from '../../testing/test-app.ts'
import { type KeptHead, type SealPart, verifySeals } from '../verify/verify-seals.ts'
import { admitSealKey } from './seal-keys.ts'

const madeAt = new Date('2026-01-01T00:00:00Z')

const test = testAppForFile()
let server: Listening
const folder = folderForFile()
let ada: Person
const sealers: (Sealer & { close(): Promise<void> })[] = []
/** The first key, its signed successor, that one's signed successor, and an unrelated key. */
let keys: { first: string; second: string; third: string; strange: string }
/** A record sealed with each of the three keys. */
const made: Record<string, string> = {}
/** The size of the log after the first record, after the start with the second key, and after the third record. */
const sizes: number[] = []
beforeAll(async () => {
  server = await serveHere(test.app)
  const first = await makeSealKey('Test seal', madeAt)
  const second = await makeNextKey(first, 'Test seal', madeAt)
  const third = await makeNextKey(second, 'Test seal', madeAt)
  keys = { first, second, third, strange: await makeSealKey('Test seal', madeAt) }
  ada = await registerPaying(test, 'enterprise')
  sealWith(keys.first)
  await admitSealKey(test.platform)
  made['first'] = await sealedRecord('first')
  sizes.push(await logSize())
  const platform = { ...test.platform, sealer: sealWith(keys.second) }
  await Promise.all(Array.from({ length: 50 }, () => admitSealKey(platform)))
  sizes.push(await logSize())
  made['second'] = await sealedRecord('second')
  test.clock.advance(60_000)
  await startWith(keys.third)
  made['third'] = await sealedRecord('third')
  sizes.push(await logSize())
})
afterAll(async () => {
  await server.close()
  for (const sealer of sealers) await sealer.close()
})

/** Makes the server seal like it does when it starts with this key. */
function sealWith(sealKey: string): Sealer {
  const sealer = createSealer({ sealKey, clock: test.clock, threads: 1 })
  sealers.push(sealer)
  test.platform.sealer = sealer
  return sealer
}

const startWith = (sealKey: string) => admitSealKey({ ...test.platform, sealer: sealWith(sealKey) })

/** Seals a record with the current key, and stores its files and its certificate under `name`. */
async function sealedRecord(name: string): Promise<string> {
  const id = await completeRecord(test, ada)
  await test.runJobs()
  await saveRecord(test, folder, { id, by: ada, name, pem: name })
  return id
}

const list = (of = test) => readAnswer<SealCertificateList>(of.app.request('/api/transparency/certificates'))

const logSize = async () => (await readAnswer<SignedLogHead>(test.app.request('/api/transparency/head'))).size

const computeSha256 = (sealKey: string) => parseSealKey(sealKey).certificateSha256

const verified = (sealKey: string, part: SealPart = {}) =>
  verifySeals(
    test.database,
    { storage: test.platform.storage, certificates: new Set([computeSha256(sealKey)]) },
    null,
    part,
  )

describe('a server that starts', () => {
  it('continues with the current seal key, and announces nothing', async () => {
    const before = await logSize()
    await startWith(keys.third)
    expect(await logSize()).toBe(before)
  })

  it.each([
    ['which is unknown', () => keys.strange, 'which did not sign it'],
    [
      'that another key signed',
      () => makeNextKey(keys.strange, 'Test seal', madeAt),
      'signed by another key',
    ],
    ['that claims a predecessor that did not sign it', () => borrowed(), 'signed by another key'],
  ])('refuses a key %s, and changes nothing (KEYS-4)', async (_, key, reason) => {
    const read = async () => [await logSize(), await test.database.rows(sql`SELECT * FROM seal_certificates`)]
    const before = await read()
    await expect(startWith(await key())).rejects.toThrow(reason)
    expect(await read()).toEqual(before)
    sealWith(keys.third)
  })

  it('announces a key that its predecessor signed, once for fifty concurrent starts, as a leaf of the log (KEYS-3)', () => {
    expect(sizes).toEqual([1, 2, 5])
  })

  it('refuses a key that has a successor, which seals nothing more even in a process that still has it (KEYS-3)', async () => {
    await expect(startWith(keys.second)).rejects.toThrow('may seal no more')
    sealWith(keys.second)
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const [row] = await test.database.rows(sql`SELECT sealed_at FROM records WHERE verification_id = ${id}`)
    expect(row).toMatchObject({ sealedAt: null })
    sealWith(keys.third)
    await test.asOwner((owner) => owner.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`))
    await test.runJobs()
    const [later] = await test.database.rows(
      sql`SELECT certificate_sha256 FROM sealed_documents WHERE verification_id = ${id}`,
    )
    expect(later).toEqual({ certificateSha256: computeSha256(keys.third) })
  })

  /** The unrelated key with a succession that the current key signed for another. */
  async function borrowed() {
    const next = await makeNextKey(keys.third, 'Test seal', madeAt)
    const block = /-----BEGIN SEAL KEY SUCCESSION[\s\S]+/.exec(next)?.[0] ?? ''
    return keys.strange + block
  }
})

describe('the certificates', () => {
  it("are served, each with its time of use and its predecessor's signature (KEYS-1, KEYS-2)", async () => {
    const { certificates } = await list()
    expect(certificates.map(({ sha256 }) => sha256)).toEqual(
      [keys.third, keys.second, keys.first].map(computeSha256),
    )
    expect(certificates.map(({ announced }) => announced?.leafIndex ?? null)).toEqual([3, 1, null])
    for (const { pem, sha256, issuer, firstUsedAt, lastUsedAt } of certificates) {
      expect(new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(sha256)
      expect(issuer).toBeNull()
      expect(Date.parse(String(lastUsedAt))).toBeGreaterThanOrEqual(Date.parse(String(firstUsedAt)))
    }
    const [third, , first] = certificates
    expect(Date.parse(String(third?.firstUsedAt))).toBeGreaterThan(Date.parse(String(first?.lastUsedAt)))
  })

  it('of a new installation are only the one that will seal', async () => {
    const fresh = await createTestApp()
    try {
      const { certificates } = await list(fresh)
      expect(certificates).toMatchObject([
        { sha256: fresh.platform.sealer.certificateSha256, firstUsedAt: null, announced: null },
      ])
    } finally {
      await fresh.close()
    }
  })

  it('make older records verifiable with any one of them (KEYS-5)', async () => {
    const size = await logSize()
    // Two leaves announce keys.
    for (const key of [keys.first, keys.second, keys.third])
      expect(await verified(key)).toMatchObject({ documents: size - 2, head: { size }, firstBad: null })
    const from = await test.database.row<KeptHead>(
      sql`SELECT size, root_hash FROM transparency_heads WHERE size = 4`,
    )
    expect(await verified(keys.first, { from })).toMatchObject({ documents: size - 4, firstBad: null })
    expect((await verified(keys.strange)).firstBad?.reason).toContain('not signed by a certificate')
  })

  it('let the checker verify older and newer records against any one of them (KEYS-5)', async () => {
    await writeFile(join(folder, 'list.json'), JSON.stringify(await list()))
    for (const [record, pinned] of [
      ['first', 'third'],
      ['third', 'first'],
      ['second', 'second'],
    ]) {
      const files = [`${record}.pdf`, `${record}.json`, '--certificate', `${pinned}.pem`]
      const kept = await checkRecord(folder, ...files, '--certificates', 'list.json')
      expect(kept.output).not.toContain('BAD')
      expect(kept.exitCode).toBe(0)
      const asked = await checkRecord(folder, ...files, '--origin', server.origin)
      expect(asked.output).not.toContain('BAD')
      expect(asked.output).toContain('and the PDF is of its time')
      expect(asked.exitCode).toBe(0)
    }
    const byOrigin = await checkRecord(folder, 'first.pdf', 'first.json', '--origin', server.origin)
    expect(byOrigin.output).toContain(`ok   the certificate that signed it is one of ${server.origin}`)
    expect(byOrigin.output).toContain('NOTE the service made its own certificate')
    expect(byOrigin.exitCode).toBe(0)
  })

  it('verify nothing if one of them was forged or has a copied signature (KEYS-5)', async () => {
    const { certificates } = await list()
    const forger = sealWith(keys.strange)
    const [third, second, first] = certificates
    if (!third?.announced || !second || !first) throw new Error('a certificate is missing')
    const lie = { ...third.announced.succession, predecessorSha256: forger.certificateSha256 }
    const forged = {
      certificates: [{ ...third, announced: { ...third.announced, succession: lie } }, second, first],
    }
    await writeFile(join(folder, 'forged-list.json'), JSON.stringify(forged))
    sealWith(keys.third)
    const { exitCode, output } = await checkRecord(
      folder,
      'third.pdf',
      'third.json',
      '--certificate',
      'first.pem',
      '--certificates',
      'forged-list.json',
    )
    expect(exitCode).toBe(1)
    expect(output).toContain('BAD  every change of keys is signed by both keys')
    expect(output).toContain(
      'BAD  the certificate that signed it is the one that you gave, or is linked to it',
    )
  })

  it('are in the public answer about a record, with the issuer and the successor (KEYS-7)', async () => {
    const seals = await Promise.all(
      ['first', 'third'].map(async (name) => {
        const pdf = await test.database.row<{ sha256: string }>(
          sql`SELECT pdf_sha256 AS sha256 FROM sealed_documents WHERE verification_id = ${made[name]}`,
        )
        const answer = await readAnswer<CheckAnswer>(postJson(test, '/api/check', { sha256: pdf?.sha256 }))
        return 'seal' in answer ? answer.seal : undefined
      }),
    )
    expect(seals).toEqual([
      { issuer: null, followedAt: expect.any(String) },
      { issuer: null, followedAt: null },
    ])
  })
})

describe('the verification detects an owner of the tables who', () => {
  it.each([
    [
      'puts a key of theirs in the place of a successor',
      sql`UPDATE seal_certificates SET sha256 = repeat('a', 64) WHERE leaf_index = 3`,
      'the head of the log that it made is not signed by a certificate of this installation',
    ],
    [
      'says that another key sealed',
      sql`UPDATE sealed_documents SET certificate_sha256 = (SELECT sha256 FROM seal_certificates WHERE leaf_index IS NULL) WHERE leaf_index = 4`,
      'it was sealed with a key that another had followed',
    ],
    [
      'takes back an announcement',
      sql`UPDATE seal_certificates SET predecessor_sha256 = NULL, succession = NULL, succession_sha256 = NULL, leaf_index = NULL WHERE leaf_index = 3`,
      'the head of the log that it made is not signed by a certificate of this installation',
    ],
  ])('%s (KEYS-5)', async (_, change, reason) => {
    const undone = test.asOwner((owner) =>
      owner.transaction(async (tx) => {
        await tx.run(sql`SET CONSTRAINTS ALL DEFERRED`)
        for (const table of [sql`seal_certificates`, sql`sealed_documents`])
          await tx.run(sql`ALTER TABLE ${table} DISABLE TRIGGER USER`)
        await tx.run(
          sql`ALTER TABLE sealed_documents DROP CONSTRAINT sealed_documents_certificate_sha256_fkey`,
        )
        await tx.run(change)
        const { storage } = test.platform
        const witnesses = { storage, certificates: new Set([computeSha256(keys.third)]) }
        expect((await verifySeals(tx, witnesses)).firstBad?.reason).toBe(reason)
        throw new Error('put back')
      }),
    )
    await expect(undone).rejects.toThrow('put back')
  })
})
