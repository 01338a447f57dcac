import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logHeadSchema } from '../../../contract/record.ts'
import { sql } from '../../platform/database/index.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { serveHere } from '../../testing/listen-here.ts'
import { readAnswer, register } from '../../testing/people.ts'
import { completeRecord, saveRecord, withdraw } from '../../testing/records.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { createTestApp, openForFile, testAppForFile } from '../../testing/test-app.ts'
import { appendLeaf } from './log-store.ts'
import { emptyRoot } from './merkle.ts'

const test = testAppForFile()
const server = openForFile(() => serveHere(test.app))
const folder = folderForFile()

const head = async () => logHeadSchema.parse(await readAnswer(test.app.request('/api/transparency/head')))

function enter(hash: string): Promise<number> {
  return test.database.transaction((tx) => appendLeaf(test.platform, tx, hash))
}

describe('the transparency log', () => {
  it('begins empty, with a signed head', async () => {
    expect(await head()).toMatchObject({ size: 0, rootHash: emptyRoot })
  })

  it('proves to an independent script that it contains a record and only grew (RECORD-16)', async () => {
    for (let index = 0; index < 5; index += 1) await enter(String(index).repeat(64))
    const ada = await register(test)
    const id = await completeRecord(test, ada)
    await test.runJobs()
    for (let index = 5; index < 8; index += 1) await enter(String(index).repeat(64))
    await saveRecord(test, folder, { id, by: ada })
    const result = await checkRecord(
      folder,
      'record.pdf',
      'record.json',
      '--origin',
      server.origin,
      '--certificate',
      'seal.pem',
    )
    expect(result.output).toContain('the PDF is entry 5 of the log')
    expect(result.output).toContain('the log only grew since the record was drawn (5 to 9)')
    expect(result.output).not.toContain('BAD')
    expect(result.exitCode).toBe(0)

    // The service's address alone is enough to check the certificate and later events of the record.
    await withdraw(test, id, ada)
    const byOrigin = await checkRecord(folder, 'record.pdf', 'record.json', '--origin', server.origin)
    expect(byOrigin.output).toContain(`ok   the certificate that signed it is one of ${server.origin}`)
    expect(byOrigin.output).toMatch(/^NOTE the consent was withdrawn at 2026-03-11T/m)
    expect(byOrigin).toMatchObject({ exitCode: 0, output: expect.stringContaining('ok   the service knows') })
  })

  it('lets that script find a record that was sealed without the log (RECORD-16)', async () => {
    // The holder of the key can seal without the log: here, the leaf goes into another database.
    const aside = await createTestApp()
    aside.platform.sealer = test.platform.sealer
    const eve = await register(aside)
    const hidden = await completeRecord(aside, eve)
    await aside.runJobs()
    await saveRecord(aside, folder, { id: hidden, by: eve, name: 'hidden' })
    await aside.close()
    const result = await checkRecord(folder, 'hidden.pdf', 'hidden.json', '--origin', server.origin)
    expect(result.exitCode).toBe(1)
    expect(result.output).toMatch(
      /BAD {2}\/api\/transparency\/inclusion\/[0-9a-f]{64}\?size=\d+ answered 404/,
    )
  })

  it('lets that script find a doctored twin, another PDF and another certificate', async () => {
    const twin = await readFile(join(folder, 'record.json'), 'utf8')
    await writeFile(join(folder, 'doctored.json'), twin.replace('"1990-04-17"', '"1980-04-17"'))
    expect(
      await checkRecord(folder, 'record.pdf', 'doctored.json', '--certificate', 'seal.pem'),
    ).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('BAD  the JSON is signed'),
    })
    await writeFile(
      join(folder, 'other.pdf'),
      Buffer.concat([await readFile(join(folder, 'record.pdf')), Buffer.from(' ')]),
    )
    const certificate = ['--certificate', 'seal.pem']
    expect(
      await checkRecord(folder, 'other.pdf', 'record.json', '--origin', server.origin, ...certificate),
    ).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('BAD  it belongs to this PDF'),
    })
  })

  it('lets that script find a log that was rewritten (RECORD-16)', async () => {
    await test.asOwner(async (owner) => {
      await owner.run(sql`ALTER TABLE transparency_nodes DISABLE TRIGGER USER`)
      await owner.run(
        sql`UPDATE transparency_nodes SET hash = ${'f'.repeat(64)} WHERE level = 2 AND index = 0`,
      )
    })
    const rewritten = await checkRecord(
      folder,
      'record.pdf',
      'record.json',
      '--origin',
      server.origin,
      '--any-certificate',
    )
    expect(rewritten.exitCode).toBe(1)
    expect(rewritten.output).toMatch(/BAD {2}(the PDF is entry|the log only grew)/)
  })

  it('cannot be changed, not even by the owner of its tables', async () => {
    await test.asOwner((owner) => owner.run(sql`ALTER TABLE transparency_nodes ENABLE TRIGGER USER`))
    for (const statement of [
      sql`UPDATE transparency_nodes SET hash = ${'f'.repeat(64)}`,
      sql`DELETE FROM transparency_heads`,
      sql`TRUNCATE transparency_nodes`,
      sql`UPDATE sealed_documents SET revision = 9`,
      sql`DELETE FROM sealed_documents`,
    ]) {
      await expect(test.asOwner((owner) => owner.run(statement))).rejects.toThrow(/append-only/)
    }
  })

  it('adds simultaneous leaves without a gap', async () => {
    const before = (await head()).size
    const hashes = Array.from({ length: 12 }, (_, index) => index.toString(16).padStart(64, 'e'))
    const indexes = await Promise.all(hashes.map(enter))
    expect(indexes.sort((a, b) => a - b)).toEqual(hashes.map((_, index) => before + index))
    expect((await head()).size).toBe(before + 12)
  })

  it('answers 404 for an unknown entry and 400 for an invalid query', async () => {
    const status = async (path: string) => (await test.app.request(path)).status
    const size = (await head()).size
    expect(await status(`/api/transparency/inclusion/${'a'.repeat(64)}`)).toBe(404)
    expect(await status('/api/transparency/inclusion/x')).toBe(404)
    expect(await status(`/api/transparency/consistency?from=1&to=${size + 1}`)).toBe(404)
    expect(await status('/api/transparency/consistency?from=3&to=2')).toBe(404)
    expect(await status('/api/transparency/consistency?from=0&to=2')).toBe(400)
    expect(await status('/api/transparency/consistency')).toBe(400)
  })
})
