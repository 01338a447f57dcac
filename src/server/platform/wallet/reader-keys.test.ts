import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type MadeCertificate,
  makeReaderCertificate,
  makeReaderChain,
  writeKeyPem,
} from '../../../../simulators/wallet/reader-certificates.ts'
import { folderForTest } from '../../testing/temporary-folder.ts'
import { StartupError } from '../startup-error.ts'
import { findReaderKey, findReaderKeyWarning, isPrivate, loadReaderKeys } from './reader-keys.ts'

const now = new Date('2026-03-11T12:00:00Z')
const from = new Date('2026-01-01T00:00:00Z')
const until = new Date('2026-06-01T00:00:00Z')
const host = 'assent.example'
const type = 'org.iso.18013.5.1.mDL'
const good = await makeReaderChain({ from, until, hosts: [host] })

let folder: string
beforeEach(async () => {
  folder = folderForTest()
  await give(good.leaf, [good.leaf, good.authority, good.root])
})

async function give(key: MadeCertificate | string, chain: MadeCertificate[], name: string = type) {
  await mkdir(join(folder, name), { recursive: true })
  const pem = typeof key === 'string' ? key : await writeKeyPem(key)
  await writeFile(join(folder, name, 'key.pem'), pem, { mode: 0o600 })
  await writeFile(join(folder, name, 'chain.pem'), chain.map(({ pem }) => pem).join(''))
}

const load = (options = { host: host as string | null, now }) => loadReaderKeys(folder, options)

/** Expects a refusal in one sentence, which ends in what to do. */
async function expectRefusal(part: string, options?: Parameters<typeof load>[0]) {
  const refusal = await load(options).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(StartupError)
  const { message } = refusal as StartupError
  expect(message).toContain(part)
  expect(message).toMatch(/^[^\n]+: [^\n]+\.$/)
}

describe('the keys for signed requests', () => {
  it('are read with their chain, which is used without its root (WALLET-16)', async () => {
    const key = (await load()).get(type)
    expect(key?.chain.map(({ fingerprint256 }) => fingerprint256)).toEqual(
      [good.leaf, good.authority].map(({ certificate }) => certificate.fingerprint256),
    )
    expect(key?.endsAt).toEqual(until)
    await give(good.leaf, [good.leaf])
    expect((await load()).get(type)?.chain).toHaveLength(1)
  })

  it('are read from a folder whose entries are links beside hidden ones, as Kubernetes mounts it', async () => {
    await mkdir(join(folder, '..2026_11_29'))
    await rename(join(folder, type), join(folder, '..2026_11_29', type))
    await symlink('..2026_11_29', join(folder, '..data'))
    await symlink(join('..data', type), join(folder, type))
    await writeFile(join(folder, 'README'), 'a file is no folder')
    expect([...(await load()).keys()]).toEqual([type])
  })

  it('end with the first of their certificates: from then on none is used, and a warning comes 30 days before (WALLET-16)', async () => {
    const keys = await load()
    const at = (days: number) => new Date(until.getTime() + days * 86_400_000)
    expect(findReaderKeyWarning(keys, at(-30.01))).toBeNull()
    expect(findReaderKeyWarning(keys, at(-30))).toBe(
      'The certificate for requests of org.iso.18013.5.1.mDL ends on 2026-06-01, and from then on these requests are not signed: put the next one into WALLET_KEYS_DIR and restart.',
    )
    expect(findReaderKeyWarning(keys, at(0))).toContain('ended on 2026-06-01, so these requests are not')
    expect(findReaderKey(keys, type, new Date(until.getTime() - 1))).toBe(keys.get(type))
    expect(findReaderKey(keys, type, until)).toBeNull()
    expect(findReaderKey(keys, 'eu.europa.ec.av.1', now)).toBeNull()

    const short = await makeReaderCertificate({
      ...{ name: 'Example authority', from, until: at(-10), issuer: good.root, isAuthority: true },
    })
    const leaf = await makeReaderCertificate({ name: 'Assent', from, until, issuer: short })
    await give(leaf, [leaf, short])
    expect((await load()).get(type)?.endsAt).toEqual(at(-10))
  })
})

describe('a start is refused', () => {
  it('if the private key is also beside the certificates, which others may read (WALLET-16)', async () => {
    await writeFile(join(folder, type, 'chain.pem'), `${good.leaf.pem}${await writeKeyPem(good.leaf)}`)
    await expectRefusal('holds a private key')
  })

  it.each([0o640, 0o604, 0o620])(
    'if others than the owner may use the key file: %o (WALLET-16)',
    async (mode) => {
      await chmod(join(folder, type, 'key.pem'), mode)
      await expectRefusal('key.pem can be read by others')
    },
  )

  it('if root owns the key file and more than the group of the process may read it (WALLET-16)', () => {
    const [root, other] = [0, 10_001]
    expect(isPrivate({ mode: 0o100440, uid: root }, other)).toBe(true)
    expect(isPrivate({ mode: 0o100444, uid: root }, other)).toBe(false)
    expect(isPrivate({ mode: 0o100460, uid: root }, other)).toBe(false)
    expect(isPrivate({ mode: 0o100440, uid: root }, root)).toBe(false)
    expect(isPrivate({ mode: 0o100440, uid: other }, other)).toBe(false)
    expect(isPrivate({ mode: 0o100400, uid: other }, other)).toBe(true)
  })

  it('if the key is not P-256, or no key (WALLET-16)', async () => {
    const { leaf, authority } = await makeReaderChain({ from, until, curve: 'P-384' })
    await give(leaf, [leaf, authority])
    await expectRefusal('key.pem holds no P-256 private key')
    await give('nothing', [good.leaf])
    await expectRefusal('key.pem holds no P-256 private key')
  })

  it('if the key does not fit the first certificate (WALLET-16)', async () => {
    const other = await makeReaderChain({ from, until })
    await give(other.leaf, [good.leaf, good.authority])
    await expectRefusal('key.pem is not the key of the first certificate')
    await give(good.leaf, [good.authority, good.leaf])
    await expectRefusal('key.pem is not the key of the first certificate')
  })

  it('not if a certificate has ended, but nothing is signed with it (WALLET-16)', async () => {
    const keys = await load({ host, now: until })
    expect(findReaderKey(keys, [...keys.keys()][0] ?? 'eu.europa.ec.av.1', until)).toBeNull()
    expect(findReaderKeyWarning(keys, until)).toContain('ended on 2026-06-01')
  })

  it('if a certificate is not valid yet, its issuer’s too (WALLET-16)', async () => {
    await expectRefusal('has a certificate that is not valid before 2026-01-01', {
      ...{ host, now: new Date(from.getTime() - 1) },
    })
    expect((await load({ host, now: from })).size).toBe(1)
    const later = await makeReaderCertificate({
      ...{ name: 'Example authority', from: until, until, issuer: good.root, isAuthority: true },
    })
    const leaf = await makeReaderCertificate({ name: 'Assent', from, until, issuer: later })
    await give(leaf, [leaf, later])
    await expectRefusal('has a certificate that is not valid before 2026-06-01')
  })

  it('if the chain is not in order, is of other authorities, or holds no certificate (WALLET-16)', async () => {
    await give(good.leaf, [good.leaf, good.root, good.authority])
    await expectRefusal('chain.pem is not in order, because its certificate 2 did not issue')
    const other = await makeReaderChain({ from, until })
    // The same name with another key.
    await give(good.leaf, [good.leaf, other.authority])
    await expectRefusal('chain.pem is not in order, because its certificate 2 did not issue')
    await give(good.leaf, [good.leaf, good.authority, other.root])
    await expectRefusal('chain.pem is not in order, because its certificate 3 did not issue')
    const misnamed = await makeReaderCertificate({
      ...{
        name: 'Assent',
        from,
        until,
        issuer: { ...good.authority, name: { ...good.authority.name, commonName: 'Another authority' } },
      },
    })
    await give(misnamed, [misnamed, good.authority])
    await expectRefusal('chain.pem is not in order, because its certificate 2 did not issue')
    await give(good.leaf, [])
    await expectRefusal('chain.pem holds no readable certificate')
  })

  it('if a certificate that may not issue others did so (WALLET-16)', async () => {
    const below = await makeReaderCertificate({ name: 'Assent', from, until, issuer: good.leaf })
    await give(below, [below, good.leaf])
    await expectRefusal('chain.pem is not in order, because its certificate 2 did not issue')
  })

  it('if the certificate is self-signed (WALLET-16)', async () => {
    const own = await makeReaderCertificate({ name: 'Assent', from, until, issuer: null })
    await give(own, [own])
    await expectRefusal('chain.pem begins with a self-signed certificate')
  })

  it('if the certificate names hosts and none is that of PUBLIC_URL (WALLET-16)', async () => {
    await expectRefusal('has a certificate for assent.example, and PUBLIC_URL is at other.example', {
      ...{ host: 'other.example', now },
    })
    expect((await load({ host: null, now })).size).toBe(1)
    const two = await makeReaderChain({ from, until, hosts: ['first.example', host] })
    await give(two.leaf, [two.leaf, two.authority])
    expect((await load()).size).toBe(1)
    const none = await makeReaderChain({ from, until })
    await give(none.leaf, [none.leaf, none.authority])
    expect((await load()).size).toBe(1)
  })

  it('if a folder has no document type’s name, or there is no folder (WALLET-16)', async () => {
    await give(good.leaf, [good.leaf], 'google')
    await expectRefusal('WALLET_KEYS_DIR has a folder "google", which is no document type')
    await rm(folder, { recursive: true })
    await expectRefusal('WALLET_KEYS_DIR cannot be read')
  })

  it.each(['key.pem', 'chain.pem'])('if %s is missing (WALLET-16)', async (file) => {
    await rm(join(folder, type, file))
    await expectRefusal(`${file} is missing or cannot be read`)
  })
})
