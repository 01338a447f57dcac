import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { holdEvents, sealedRecord, setHold } from '../../testing/records.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { testAppForEach } from '../../testing/test-app.ts'
import { testDocumentKey } from '../../testing/test-platform.ts'

const test = testAppForEach()
let [folder, id] = ['', '']
beforeEach(async () => {
  folder = folderForTest()
  test.clock.advance(Date.now() - test.clock.now().getTime())
  const { ada, id: sealed } = await sealedRecord(test)
  id = sealed
  await setHold(test, id, ada)
})

async function giveKey(): Promise<void> {
  await mkdir(join(test.dataDir, 'secrets'), { mode: 0o700 })
  const key = testDocumentKey.toString('base64')
  await writeFile(join(test.dataDir, 'secrets', 'document-key'), key, { mode: 0o600 })
}

/** @param blocks maximum size of a file that it writes, in blocks of 512 bytes */
function heldFiles(
  dataDir: string,
  blocks: number | 'unlimited' = 'unlimited',
): Promise<{ code: unknown; stderr: string }> {
  const script = new URL('../../../../scripts/held-files.ts', import.meta.url).pathname
  const words = [script, id, '--to', join(folder, 'out'), '--for', 'Order 7 of the court of Leeds']
  const env = { DATABASE_URL: test.connectionString, DATA_DIR: dataDir }
  return new Promise((resolve) => {
    // Beyond the limit, the process gets SIGXFSZ, which Node ignores, and the write fails with EFBIG.
    const limited = ['-c', `ulimit -f ${blocks} && exec "$0" "$@"`, process.execPath, ...words]
    execFile('/bin/sh', limited, { env }, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }))
  })
}

it('reports a file that is missing in the storage, also in the list, and exits with 1 (HOLD-14)', async () => {
  const gone = await test.database.row<{ bucket: string; path: string }>(sql`
    SELECT d.bucket, d.path FROM documents d JOIN verifications v ON v.third_party_id_document_id = d.id WHERE v.id = ${id}`)
  await rm(join(test.dataDir, 'files', gone?.bucket ?? '', gone?.path ?? ''))
  await giveKey()
  const { code, stderr } = await heldFiles(test.dataDir)
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('Missing in the storage, so not exported: third-party-id.'),
  ])
  expect(await readdir(join(folder, 'out'))).toHaveLength(4)
  const list = JSON.parse(await readFile(join(folder, 'out', 'held-files.json'), 'utf8'))
  expect(list.missing).toEqual(['third-party-id'])
})

it('writes nothing, records nothing and leaves no folder behind when a file cannot be written (HOLD-17)', async () => {
  await giveKey()
  // Files are limited to one block, so the first picture is cut off as on a full disk.
  const { code, stderr } = await heldFiles(test.dataDir, 1)
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Nothing was exported, and the audit trail is unchanged.'),
  ])
  expect(await readdir(folder)).toEqual([])
  expect((await holdEvents(test, id)).filter((event) => event.startsWith('held'))).toEqual([])
})

it('takes nothing while files of an interrupted run exist, and reports that (HOLD-17)', async () => {
  await giveKey()
  await mkdir(join(folder, 'out.unfinished'))
  const { code, stderr } = await heldFiles(test.dataDir)
  expect([code, stderr]).toEqual([2, expect.stringContaining('an earlier run was interrupted')])
  expect(await readdir(folder)).toEqual(['out.unfinished'])
  expect((await holdEvents(test, id)).filter((event) => event.startsWith('held'))).toEqual([])
})

it('creates no document key when it is missing, takes nothing, and names the variable (HOLD-14)', async () => {
  const { code, stderr } = await heldFiles(folder)
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('set DATA_DIR to the folder of the installation'),
  ])
  expect(await readdir(folder, { recursive: true })).toEqual([])
  expect((await holdEvents(test, id)).filter((event) => event.startsWith('held'))).toEqual([])
})
