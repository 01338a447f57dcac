import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it, vi } from 'vitest'
import { makeSealKey } from '../platform/pdf/index.ts'
import { checkRecord } from '../testing/check-record.ts'
import { endlessRecords } from '../testing/endless-records.ts'
import type { Forgery, RecordFiles } from '../testing/forged-records.ts'
import { register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp } from '../testing/test-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const folder = folderForFile()
let record: RecordFiles
let attacks: Forgery[]
beforeAll(async () => {
  const test = await createTestApp()
  try {
    const ada = await register(test)
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const file = async (name: string) => {
      const answer = await test.app.request(`/api/records/${id}/files/${name}`, ada)
      return new Uint8Array(await answer.arrayBuffer())
    }
    record = { pdf: await file('record.pdf'), json: await file('record.json') }
  } finally {
    await test.close()
  }
  const forger = await makeSealKey('Test seal', new Date(Date.now() - 60_000))
  await writeFile(join(folder, 'seal.pem'), forger)
  attacks = await endlessRecords(record, forger)
})

async function checked({ pdf, json }: RecordFiles, ...more: string[]) {
  await writeFile(join(folder, 'record.pdf'), pdf)
  await writeFile(join(folder, 'record.json'), json)
  return checkRecord(folder, 'record.pdf', 'record.json', '--certificate', 'seal.pem', ...more)
}

it('the checker refuses what would keep it busy, and says for what (ARCHIVE-20)', async () => {
  expect(attacks.length).toBeGreaterThanOrEqual(7)
  for (const { name, says, ...files } of attacks) {
    const { exitCode, output } = await checked(files)
    expect([name, exitCode, output]).toEqual([name, 1, expect.stringMatching(says)])
    expect(output).toContain('It does not hold')
  }
})

it('the checker reads no pipe and no device, which have no end (ARCHIVE-20)', async () => {
  await checked(record)
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')])
  await symlink('/dev/zero', join(folder, 'zeros'))
  for (const given of ['pipe', 'zeros']) {
    for (const args of [
      [given, 'record.json'],
      ['record.pdf', given],
      ['record.pdf', 'record.json', '--proof', given],
      ['record.pdf', 'record.json', '--certificates', given],
      ['record.pdf', 'record.json', '--authority', given],
    ]) {
      const { exitCode, output } = await checkRecord(folder, ...args, '--certificate', 'seal.pem')
      expect([args, exitCode, output]).toEqual([args, 1, expect.stringContaining(`${given} is no file`)])
    }
  }
})
