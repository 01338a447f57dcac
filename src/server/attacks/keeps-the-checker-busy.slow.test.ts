import { execFile } from 'node:child_process'
import { sign } from 'node:crypto'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BitString, Integer } from 'asn1js'
import { Certificate } from 'pkijs'
import { beforeAll, expect, it } from 'vitest'
import { makeSealKey } from '../platform/pdf/index.ts'
import { noValidationData } from '../platform/pdf/long-term/pdf-objects.ts'
import { parseSealKey, toExactBuffer } from '../platform/pdf/sealing/seal-key.ts'
import { checkRecord } from '../testing/check-record.ts'
import { sealPlace } from '../testing/forge-seal.ts'
import { type Forge, sealAnew } from '../testing/forged-archives.ts'
import type { Forgery, RecordFiles } from '../testing/forged-records.ts'
import { register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp } from '../testing/test-app.ts'

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

it('the checker refuses records that would keep it busy, and gives the reason (ARCHIVE-20)', async () => {
  expect(attacks.length).toBeGreaterThanOrEqual(7)
  for (const { name, expected, ...files } of attacks) {
    const { exitCode, output } = await checked(files)
    expect([name, exitCode, output]).toEqual([name, 1, expect.stringMatching(expected)])
    expect(output).toContain('It does not hold')
  }
})

it('the checker reads no pipe or device, which never end (ARCHIVE-20)', async () => {
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
      expect([args, exitCode, output]).toEqual([args, 1, expect.stringContaining(`${given} is not a file`)])
    }
  }
})

type Row = { verificationId: string; sequence: number; previousHash: string; hash: string; detail: object }
type Payload = { facts: Record<string, unknown> & { auditTrail: Row[] }; pdf: Record<string, unknown> }

/** Records that would keep a checker computing for minutes or forever, made with the attacker's own key. */
async function endlessRecords(record: RecordFiles, forger: string): Promise<Forgery[]> {
  const { signature: _, ...payload } = JSON.parse(Buffer.from(record.json).toString('utf8')) as Payload & {
    signature: unknown
  }
  const one = (name: string, expected: RegExp, files: Partial<RecordFiles>): Forgery => ({
    name,
    expected,
    ...record,
    ...files,
  })
  const forge: Forge = { seal: forger, authority: forger, payload: payload as never }
  const sealedAnew = (certificates: readonly Uint8Array[]) =>
    sealAnew(forge, { drawnAt: new Date(), store: { ...noValidationData, certificates } })
  return [
    one('a PDF without an end', /record\.pdf is too long/, { pdf: Buffer.alloc(17 * 2 ** 20, record.pdf) }),
    one('a JSON without an end', /record\.json is too long/, { json: Buffer.alloc(5 * 2 ** 20, '[') }),
    one('a JSON as deep as it is long', /BAD {2}/, {
      json: Buffer.from(`${'['.repeat(2 ** 20)}${']'.repeat(2 ** 20)}`),
    }),
    one('more objects than a file can have use for', /has too many objects/, {
      pdf: openObjects(record.pdf, 500_000, 0),
    }),
    one('objects that all have the same end', /too much to look at \(bytes\)/, {
      pdf: openObjects(record.pdf, 15_000, 900),
    }),
    one(
      'certificates that all issued each other',
      /too much to look at \(signatures\)/,
      await sealedAnew(issuersOfEachOther(forger, 120)),
    ),
    one(
      'more certificates than any authority has',
      /too many certificates|too many values|is too long/,
      await sealedAnew(issuersOfEachOther(forger, 4_000)),
    ),
  ]
}

/** A PDF with another one's seal, and `count` objects of which only the last one ends. */
function openObjects(pdf: Uint8Array, count: number, padding: number): Uint8Array {
  const { hexStart, hexLength } = sealPlace(pdf)
  const seal = Buffer.from(pdf).toString('latin1', hexStart, hexStart + hexLength)
  const head = '%PDF-1.7\n'
  const rows = ['0000000000 65535 f \n']
  const objects: string[] = []
  let at = head.length
  for (let number = 1; number <= count; number += 1) {
    const text = `${number} 0 obj\n${' '.repeat(padding)}`
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    objects.push(text)
    at += text.length
  }
  const blank = 64
  const open = at + blank
  const second = open + 1 + seal.length + 1
  const tail = `endobj\nxref\n0 ${count + 1}\n${rows.join('')}trailer\n<<\n/Size ${count + 1}\n/Root 1 0 R\n/Info 2 0 R\n/ID [<${'0'.repeat(32)}> <${'0'.repeat(32)}>]\n>>\nstartxref\n${second + 'endobj\n'.length}\n%%EOF\n`
  const stated = `/ByteRange [0 ${open} ${second} ${tail.length}]`.padEnd(blank - 1)
  return Buffer.from(`${head}${objects.join('')}${stated}\n<${seal}>${tail}`, 'latin1')
}

/** Certificates with the same name and key but different serial numbers: each can be the issuer of all. */
function issuersOfEachOther(keyPem: string, count: number): Uint8Array[] {
  const [own = new Uint8Array()] = parseSealKey(keyPem).certificates
  return Array.from({ length: count }, (_, index) => {
    const certificate = Certificate.fromBER(toExactBuffer(own))
    certificate.serialNumber = new Integer({ value: index + 1_000 })
    delete certificate.extensions
    const tbs = Buffer.from(certificate.encodeTBS().toBER())
    certificate.signatureValue = new BitString({ valueHex: toExactBuffer(sign('sha256', tbs, keyPem)) })
    certificate.tbsView = new Uint8Array(tbs)
    return new Uint8Array(certificate.toSchema(true).toBER())
  })
}
