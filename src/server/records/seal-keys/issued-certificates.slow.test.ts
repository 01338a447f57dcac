import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealer, makeSealKey, parseSealKey, type Sealer } from '../../platform/pdf/index.ts'
import { readSignature, verifyCms } from '../../platform/pdf/testing/public-tools.ts'
import { checkRecord } from '../../testing/check-record.ts'
import { keepSealed } from '../../testing/records.ts'
import { folderForFile } from '../../testing/temporary-folder.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { admitSealKey } from './seal-keys.ts'

const run = promisify(execFile)
const script = new URL('../../../../scripts/seal-key.ts', import.meta.url).pathname

const folder = folderForFile()
const test = testAppForFile()
let sealer: Sealer & { close(): Promise<void> }
const sealKeyFile = () => join(folder, 'seal-key.pem')
const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
const sealKeyCommand = (...args: string[]) =>
  run(process.execPath, [script, ...args], { env: { PATH: '/usr/bin:/bin', SEAL_KEY_FILE: sealKeyFile() } })

beforeAll(async () => {
  const first = await makeSealKey('Test seal', new Date('2026-01-01T00:00:00Z'))
  await writeFile(sealKeyFile(), first)
  await seal(first)
  await makeAuthority()
})
afterAll(() => sealer.close())

async function seal(sealKey: string): Promise<void> {
  // The authority's certificates are valid from the moment they are made.
  test.clock.set(new Date())
  await sealer?.close()
  sealer = createSealer({ sealKey, clock: test.clock, threads: 1 })
  test.platform.sealer = sealer
  await admitSealKey(test.platform)
  await keepSealed(test, folder)
}

/** A root and an issuing authority below it, like a commercial authority has. */
async function makeAuthority(): Promise<void> {
  await makeCa('root', '/CN=Example Root')
  await makeCa('issuing', '/O=Example Trust/CN=Example Issuing', '-CA', 'root.pem', '-CAkey', 'root.key')
}

/** A key and a CA certificate that is valid for ten years. */
async function makeCa(name: string, subject: string, ...signedBy: string[]): Promise<void> {
  const request = ['req', '-x509', '-newkey', 'rsa:3072', '-nodes', '-days', '3650', '-subj', subject]
  const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
  const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
  await openssl(...request, ...files, ...signedBy, ...extensions.flatMap((text) => ['-addext', text]))
}

describe('npm run seal-key', () => {
  it('makes a request for which an authority can issue a certificate, and joins both to the next key (KEYS-6)', async () => {
    const { stdout } = await sealKeyCommand(
      'request',
      '--subject',
      '/CN=Example record seal/O=Example Ltd/C=GB',
    )
    await writeFile(join(folder, 'seal.csr'), stdout)
    expect((await openssl('req', '-in', 'seal.csr', '-verify', '-noout', '-subject')).stdout).toContain(
      'Example Ltd',
    )
    await openssl(
      'x509',
      '-req',
      '-in',
      'seal.csr',
      '-CA',
      'issuing.pem',
      '-CAkey',
      'issuing.key',
      '-out',
      'own.pem',
      '-days',
      '800',
    )
    // Authorities deliver the certificates in any order.
    const texts = await Promise.all(
      ['root.pem', 'own.pem', 'issuing.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    await writeFile(join(folder, 'delivered.pem'), texts.join(''))
    const former = parseSealKey(await readFile(sealKeyFile(), 'utf8'))
    await sealKeyCommand('install', join(folder, 'delivered.pem'))
    const next = parseSealKey(await readFile(sealKeyFile(), 'utf8'))
    expect(next.certificates).toHaveLength(3)
    expect(next.succession?.predecessorSha256).toBe(former.certificateSha256)
    const names = await readdir(folder)
    expect(names).toContain(`seal-key-former-${former.certificateSha256.slice(0, 8)}.pem`)
    expect(names).not.toContain('seal-key-requested.pem')
  })

  it('refuses certificates of another key, and an unrelated certificate', async () => {
    await sealKeyCommand('request', '--subject', '/CN=Another')
    const before = await readFile(sealKeyFile(), 'utf8')
    await expect(sealKeyCommand('install', join(folder, 'delivered.pem'))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none of the certificates belongs to the key of the request'),
    })
    await expect(sealKeyCommand('turn')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('usage:'),
    })
    expect(await readFile(sealKeyFile(), 'utf8')).toBe(before)
  })
})

describe('a seal with a certificate from an authority', () => {
  beforeAll(async () => {
    await seal(await readFile(sealKeyFile(), 'utf8'))
  })

  it('contains the chain, which openssl verifies up to the root (KEYS-6)', async () => {
    const { cms, signed } = readSignature(await readFile(join(folder, 'record.pdf')))
    const root = await readFile(join(folder, 'root.pem'), 'utf8')
    const { output } = await verifyCms(cms, signed, root)
    expect(output).toContain('CMS Verification successful')
  })

  it('states its issuer on paper and in the checker, and a self-signed one states that (KEYS-7)', async () => {
    const text = async () =>
      (await run('pdftotext', ['-layout', 'record.pdf', '-'], { cwd: folder })).stdout.replaceAll(/\s+/g, ' ')
    expect(await text()).toContain('Issued by CN=Example Issuing, O=Example Trust')
    const issued = await checkRecord(folder, 'record.pdf', 'record.json', '--certificate', 'seal.pem')
    expect(issued.output).toContain(
      'not checked: what CN=Example Issuing, O=Example Trust, which issued the certificate, vouches for',
    )
    expect(issued.exitCode).toBe(0)
    await sealKeyCommand('rotate')
    await seal(await readFile(sealKeyFile(), 'utf8'))
    expect(await text()).toContain('no authority vouches for whose key it is')
  })
})
