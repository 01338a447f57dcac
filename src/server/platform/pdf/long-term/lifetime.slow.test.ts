import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { folderForFile } from '../../../testing/temporary-folder.ts'
import { computeProtectionEnd } from './archive.ts'

const run = promisify(execFile)
const ends = { sha1: '2013-12-31', rsa2048: '2030-12-31', everything: '2035-12-31' }

const folder = folderForFile()

type Making = { key?: string; digest?: string; days?: number }

/**
 * A certificate issued by `by`, or self-signed. Its defaults are strong algorithms and a lifetime beyond every other
 * end.
 */
async function make(
  name: string,
  { key = 'ec', digest = 'sha256', days = 36_500 }: Making,
  by?: string,
): Promise<X509Certificate> {
  const kind = key === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : [key]
  await run(
    'openssl',
    [
      ...['req', '-x509', '-newkey', ...kind, `-${digest}`, '-subj', `/CN=${name}`, '-days', String(days)],
      ...['-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`],
      ...(by ? ['-CA', `${by}.pem`, '-CAkey', `${by}.key`] : []),
    ],
    { cwd: folder },
  )
  return new X509Certificate(await readFile(join(folder, `${name}.pem`)))
}

const day = (at: Date) => at.toISOString().slice(0, 10)
const dayIn = (days: number) => day(new Date(Date.now() + days * 24 * 60 * 60_000))

/**
 * The last day of protection by a timestamp whose certificate `own` was issued by `between`, and `between` by `root`.
 */
async function protects(own: Making, between: Making, root: Making): Promise<string> {
  const top = await make('root', root)
  const middle = await make('between', between, 'root')
  const leaf = await make('own', own, 'between')
  return day(computeProtectionEnd([leaf, middle, top]))
}

describe('the lifetime of a timestamp', () => {
  it.each([
    ['the table where nothing ends before', {}, {}, {}, ends.everything],
    ['the key of its own certificate', { key: 'rsa:2048' }, {}, {}, ends.rsa2048],
    ['a key between', {}, { key: 'rsa:2048' }, {}, ends.rsa2048],
    ['the key of the root, which signed what is below it', {}, {}, { key: 'rsa:2048' }, ends.rsa2048],
    ['no key that lasts', { key: 'rsa:3072' }, {}, { key: 'rsa:3072' }, ends.everything],
    ['SHA-1 in the signature on its own certificate', { digest: 'sha1' }, {}, {}, ends.sha1],
    ['SHA-1 in the signature on one between', {}, { digest: 'sha1' }, {}, ends.sha1],
    ['nothing that the root says of itself', {}, {}, { digest: 'sha1' }, ends.everything],
    ['no end of the root', {}, {}, { days: 100 }, ends.everything],
  ] as const)('depends on %s (ARCHIVE-7)', async (_, own, between, root, end) => {
    expect(await protects(own, between, root)).toBe(end)
  })

  it('ends with the first certificate below the root that expires (ARCHIVE-7)', async () => {
    expect(await protects({ days: 300 }, { days: 200 }, {})).toBe(dayIn(200))
    expect(await protects({ days: 100 }, { days: 200 }, {})).toBe(dayIn(100))
  })

  it('ends with the expiry of a self-signed certificate that stamps (ARCHIVE-7)', async () => {
    expect(day(computeProtectionEnd([await make('alone', { digest: 'sha1', days: 300 })]))).toBe(dayIn(300))
  })
})
