import { randomBytes } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SealedDocument, Sealer } from '../sealer.ts'
import { issuedSealer, shortContent } from '../testing/issued-sealer.ts'
import { type LocalAuthority, startLocalAuthority } from '../testing/local-authority.ts'
import { type LocalCa, startLocalCa } from '../testing/local-ca.ts'
import { onFiles, readSignature, verifyCms } from '../testing/public-tools.ts'
import { readArchivedCopy } from './archive.ts'
import { readValidationData } from './document-timestamp.ts'
import { readPdfObjects } from './pdf-objects.ts'

const clock = { now: () => new Date() }

let ca: LocalCa
let authority: LocalAuthority
let sealer: Sealer & { close(): Promise<void> }
let sealed: SealedDocument
let copy: Uint8Array
let renewed: Uint8Array
beforeAll(async () => {
  ca = await startLocalCa()
  authority = await startLocalAuthority({ ca })
  await ca.issue('seal', 'sealing_ocsp')
  sealer = await issuedSealer(ca, 'seal', { authority, clock })
  sealed = await sealer.seal({ at: clock.now(), contentFor: shortContent })
  copy = await archive(sealed.bytes, [])
  renewed = await archive(copy, await readTokens(copy))
})
afterAll(async () => {
  await sealer.close()
  await authority.close()
  await ca.close()
})

async function archive(pdf: Uint8Array, earlier: readonly Uint8Array[]): Promise<Uint8Array> {
  const sealChain = sealer.certificates.map((der) => Buffer.from(der, 'base64'))
  const made = await sealer.archive(pdf, { sealChain, earlier, acceptsMissing: false })
  if ('fault' in made) throw new Error(made.fault)
  return made.bytes
}

async function readTimestamps(pdf: Uint8Array) {
  const timestamps = await readArchivedCopy(sealed.bytes, pdf)
  if ('fault' in timestamps) throw new Error(timestamps.fault)
  return timestamps
}
const readTokens = async (pdf: Uint8Array) => (await readTimestamps(pdf)).map(({ token }) => token)

const tool = async (pdf: Uint8Array, command: string, ...args: string[]) =>
  (await onFiles({ 'a.pdf': pdf }, command, ...args, 'a.pdf')).output
const revisionsIn = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').split('%%EOF').length - 1

describe('a seal with certificates issued by an authority', () => {
  it('contains them and their revocation statements in its one revision: B-LT by openssl (ARCHIVE-1)', async () => {
    expect(sealed).toMatchObject({ validation: 'complete', timestamp: { state: 'granted' } })
    expect(revisionsIn(sealed.bytes)).toBe(1)
    const { certificates, ocsps, crls } = readValidationData(readPdfObjects(sealed.bytes))
    expect([certificates.length, ocsps.length, crls.length]).toEqual([3, 1, 1])
    const files = {
      'root.pem': await readFile(ca.rootFile),
      'seal.pem': sealer.certificatePem,
      'ocsp.der': ocsps[0] ?? '',
      'crl.der': crls[0] ?? '',
    }
    const result = await onFiles(
      files,
      ...(['openssl', 'ocsp', '-respin', 'ocsp.der', '-CAfile', 'root.pem', '-issuer', 'root.pem'] as const),
      ...['-cert', 'seal.pem'],
    )
    expect(result.output).toContain('Response verify OK')
    expect(result.output).toContain('seal.pem: good')
    const list = await onFiles(
      files,
      'openssl',
      'crl',
      '-inform',
      'DER',
      '-in',
      'crl.der',
      '-CAfile',
      'root.pem',
    )
    expect(list.output).toContain('verify OK')
  })

  it('is valid and complete for PDF readers, and verifies up to the authority (ARCHIVE-1)', async () => {
    const result = await tool(sealed.bytes, 'pdfsig')
    expect(result).toContain('Signature is Valid')
    expect(result).toContain('Total document signed')
    expect(await tool(sealed.bytes, 'mutool', 'sign', '-v')).toContain(
      'The document is unchanged since signing.',
    )
    expect(await tool(sealed.bytes, 'qpdf', '--check')).toContain('No syntax or stream encoding errors')
    const { cms, signed } = readSignature(sealed.bytes)
    expect((await verifyCms(cms, signed, await readFile(ca.rootFile, 'utf8'))).exitCode).toBe(0)
  })

  it('has no statements when no authority can be asked, and does not wait for silent ones (ARCHIVE-3)', async () => {
    await ca.issue('nameless', 'stamping')
    const nameless = await issuedSealer(ca, 'nameless', { authority: null, clock })
    expect((await nameless.seal({ at: clock.now(), contentFor: shortContent })).validation).toBe('none')
    await nameless.close()
    ca.ocsp = 'hang'
    const patient = await issuedSealer(ca, 'seal', { authority, clock, revocationTimeoutMs: 300 })
    const late = await patient.seal({ at: clock.now(), contentFor: shortContent })
    expect(late).toMatchObject({ validation: 'missing', timestamp: { state: 'granted' } })
    expect(await tool(late.bytes, 'pdfsig')).toContain('Signature is Valid')
    ca.ocsp = 'honest'
    await patient.close()
  })

  it('is refused with a sentence once its certificate was revoked or has expired (ARCHIVE-4)', async () => {
    await ca.issue('taken-back', 'sealing_ocsp')
    await ca.revoke('taken-back')
    let now = clock.now()
    const revoked = await issuedSealer(ca, 'taken-back', { authority: null, clock: { now: () => now } })
    const attempt = revoked.seal({ at: clock.now(), contentFor: shortContent })
    await expect(attempt).rejects.toThrow('The certificate of the seal was revoked by its authority')
    expect(await revoked.findWarning()).toContain('was revoked')
    // It stays refused later, when the statement is no longer available.
    ca.ocsp = 'server_error'
    now = new Date(Date.now() + 25 * 60 * 60_000)
    await expect(revoked.seal({ at: now, contentFor: shortContent })).rejects.toThrow('was revoked')
    ca.ocsp = 'honest'
    await revoked.close()
    await ca.issue('short', 'sealing_ocsp', { to: '20261231000000Z' })
    now = new Date('2026-11-30T00:00:00Z')
    const short = await issuedSealer(ca, 'short', { authority: null, clock: { now: () => now } })
    expect(await short.findWarning()).toBeNull()
    now = new Date('2026-12-02T00:00:00Z')
    expect(await short.findWarning()).toContain('The certificate of the seal ends on 2026-12-31')
    now = new Date('2027-01-01T00:00:00Z')
    await expect(short.seal({ at: now, contentFor: shortContent })).rejects.toThrow('ended on 2026-12-31')
    await short.close()
  })

  it('has no timestamp of an authority whose certificate was revoked (ARCHIVE-4)', async () => {
    const other = await startLocalCa()
    const stamps = await startLocalAuthority({ ca: other })
    await other.issue('seal', 'sealing_ocsp')
    await other.revoke('good')
    const careful = await issuedSealer(other, 'seal', { authority: stamps, clock })
    const { timestamp } = await careful.seal({ at: clock.now(), contentFor: shortContent })
    expect(timestamp).toEqual({ state: 'pending', fault: 'revoked_certificate' })
    expect(await careful.stamp(randomBytes(32))).toEqual({ state: 'pending', fault: 'revoked_certificate' })
    await Promise.all([careful.close(), stamps.close()])
    await other.close()
  })
})

it('refuses timestamps of an authority that returns to a revoked certificate (ARCHIVE-17)', async () => {
  const other = await startLocalCa()
  const stamps = await startLocalAuthority({ ca: other })
  await other.issue('seal', 'sealing_ocsp')
  const use = async (from: string, to: string) => {
    for (const end of ['pem', 'key'])
      await copyFile(join(other.folder, `${from}.${end}`), join(other.folder, `${to}.${end}`))
  }
  await use('good', 'revoked')
  await other.revoke('good')
  const careful = await issuedSealer(other, 'seal', { authority: stamps, clock })
  const sealNow = async () => (await careful.seal({ at: clock.now(), contentFor: shortContent })).timestamp
  const refused = { state: 'pending', fault: 'revoked_certificate' }
  expect(await sealNow()).toEqual(refused)
  await other.issue('fresh', 'stamping_crl')
  await use('fresh', 'good')
  // This attempt detects the new certificate, and the next document gets its timestamp.
  expect(await sealNow()).toEqual(refused)
  expect(await sealNow()).toMatchObject({ state: 'granted' })
  await use('revoked', 'good')
  expect(await sealNow()).toEqual(refused)
  await use('fresh', 'good')
  await sealNow()
  expect(await careful.stamp(randomBytes(32))).toMatchObject({ state: 'granted' })
  await use('revoked', 'good')
  expect(await careful.stamp(randomBytes(32))).toEqual(refused)
  await use('fresh', 'good')
  await sealNow()
  expect(await careful.stamp(randomBytes(32))).toMatchObject({ state: 'granted' })
  await use('revoked', 'good')
  const sealChain = careful.certificates.map((der) => Buffer.from(der, 'base64'))
  expect(await careful.archive(sealed.bytes, { sealChain, earlier: [], acceptsMissing: true })).toEqual({
    fault: 'revoked_certificate',
  })
  await Promise.all([careful.close(), stamps.close()])
  await other.close()
})

describe('an archived copy', () => {
  it('is the unchanged sealed file plus a timestamp over all of it: B-LTA by openssl (ARCHIVE-5)', async () => {
    expect(Buffer.from(copy.subarray(0, sealed.bytes.length)).equals(sealed.bytes)).toBe(true)
    expect(Buffer.from(renewed.subarray(0, copy.length)).equals(copy)).toBe(true)
    expect([copy, renewed].map(revisionsIn)).toEqual([2, 3])
    for (const pdf of [copy, renewed]) {
      const { signed, cms } = readSignature(pdf)
      const { output } = await onFiles(
        { 'token.der': cms, 'data.bin': signed, 'root.pem': await readFile(ca.rootFile) },
        ...(['openssl', 'ts', '-verify', '-token_in', '-in', 'token.der', '-data', 'data.bin'] as const),
        ...['-CAfile', 'root.pem'],
      )
      expect(output).toContain('Verification: OK')
      expect(signed.length + 2 * 16 * 1024 + 2).toBe(pdf.length)
      expect(await tool(pdf, 'qpdf', '--check')).toContain('No syntax or stream encoding errors')
    }
    expect(await readTimestamps(renewed)).toHaveLength(2)
  })

  it('has a valid seal for PDF readers, which report that the file was extended (ARCHIVE-5)', async () => {
    const result = await tool(renewed, 'pdfsig')
    expect(result).toMatch(
      /Seal\n(.*\n)*? {2}- Not total document signed\n {2}- Signature Validation: Signature is Valid/,
    )
    expect(await tool(renewed, 'mutool', 'sign', '-v')).toContain(
      'The signature is valid but there have been edits since signing.',
    )
    const pages = await Promise.all([sealed.bytes, renewed].map((pdf) => tool(pdf, 'pdfinfo')))
    expect(pages.map((text) => /Pages: +(\d+)/.exec(text)?.[1])).toEqual(['1', '1'])
  })

  it.each([
    ['another original', () => changedAt(renewed, 40), 'other_original'],
    ['nothing behind it', () => sealed.bytes, 'nothing_added'],
    ['bytes behind it', () => Buffer.concat([copy, Buffer.from('\n')]), 'other_content'],
    [
      'a foreign object',
      () => replaced(copy, 'endobj\n', 'endobj\n99 0 obj\nnull\nendobj\n'),
      'other_content',
    ],
    ['a changed object', () => replaced(copy, '/F 132', '/F 128'), 'other_content'],
    [
      'a value of its own',
      () => changedAt(copy, copy.indexOf(0x30, sealed.bytes.length + 60)),
      'other_content',
    ],
    ['a removed store', () => replaced(copy, '/Type /DSS', '/Type /XXX'), 'other_content'],
    ['another page', () => replaced(copy, '/Type /Page\n', '/Type /Pag2\n'), 'other_content'],
    ['a timestamp of other bytes', () => replaceToken(copy, renewed), 'bad_timestamp'],
    ['a timestamp with one bit changed', () => changedAt(copy, endOfToken(copy) - 20), 'bad_timestamp'],
    [
      'something behind the timestamp',
      () => changedAt(copy, Buffer.from(copy).lastIndexOf('0>\n>>') - 40),
      'other_content',
    ],
    ['half of its last revision', () => renewed.subarray(0, renewed.length - 400), 'other_content'],
  ] as const)('is invalid with %s (ARCHIVE-6)', async (_, forged, fault) => {
    expect(await readArchivedCopy(sealed.bytes, copy)).toHaveLength(1)
    expect(await readArchivedCopy(sealed.bytes, forged())).toEqual({ fault })
  })

  it('protects until its timestamp’s certificate expires, and is due for renewal before that (ARCHIVE-7)', async () => {
    const brief = await startLocalAuthority({ ca, to: '20270601000000Z' })
    const other = await issuedSealer(ca, 'seal', { authority: brief, clock })
    const sealChain = sealer.certificates.map((der) => Buffer.from(der, 'base64'))
    const made = await other.archive(copy, {
      sealChain,
      earlier: await readTokens(copy),
      acceptsMissing: false,
    })
    if ('fault' in made) throw new Error(made.fault)
    expect(made.protectedUntil).toEqual(new Date('2027-06-01T00:00:00Z'))
    expect(made.renewAt).toEqual(new Date('2027-03-03T00:00:00Z'))
    expect(await readArchivedCopy(sealed.bytes, made.bytes)).toHaveLength(2)
    await Promise.all([other.close(), brief.close()])
  })

  it('is not made with a certificate whose algorithm is no longer secure (ARCHIVE-7)', async () => {
    const weak = await startLocalAuthority({ ca, digest: 'sha1' })
    const other = await issuedSealer(ca, 'seal', { authority: weak, clock })
    const sealChain = sealer.certificates.map((der) => Buffer.from(der, 'base64'))
    expect(await other.archive(sealed.bytes, { sealChain, earlier: [], acceptsMissing: true })).toEqual({
      fault: 'weak_algorithm',
    })
    await Promise.all([other.close(), weak.close()])
    await ca.issue('good', 'stamping_crl')
  })

  it('waits for missing statements unless told not to, and needs a time authority (ARCHIVE-8)', async () => {
    ca.ocsp = 'server_error'
    const strict = await issuedSealer(ca, 'seal', { authority, clock })
    const options = { sealChain: sealer.certificates.map((der) => Buffer.from(der, 'base64')), earlier: [] }
    expect(await strict.archive(sealed.bytes, { ...options, acceptsMissing: false })).toEqual({
      fault: 'no_statement',
    })
    const made = await strict.archive(sealed.bytes, { ...options, acceptsMissing: true })
    expect(made).toMatchObject({ validation: 'missing' })
    ca.ocsp = 'honest'
    const alone = await issuedSealer(ca, 'seal', { authority: null, clock })
    expect(await alone.archive(sealed.bytes, { ...options, acceptsMissing: true })).toEqual({
      fault: 'no_authority',
    })
    await Promise.all([strict.close(), alone.close()])
  })
})

function changedAt(pdf: Uint8Array, at: number): Uint8Array {
  const changed = new Uint8Array(pdf)
  changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
  return changed
}

/** The end of the newest token's digits, which belong to its signature. */
function endOfToken(pdf: Uint8Array): number {
  const text = Buffer.from(pdf).toString('latin1')
  const start = text.lastIndexOf('/Contents <') + '/Contents <'.length
  return start + text.slice(start, text.indexOf('>', start)).replace(/0+$/, '').length
}

function replaced(pdf: Uint8Array, from: string, to: string): Uint8Array {
  const added = Buffer.from(pdf).subarray(sealed.bytes.length).toString('latin1')
  if (!added.includes(from)) throw new Error(`there is no ${from}`)
  return Buffer.concat([sealed.bytes, Buffer.from(added.replace(from, to), 'latin1')])
}

/** Replaces the newest token with the newest token of another file. */
function replaceToken(pdf: Uint8Array, other: Uint8Array): Uint8Array {
  const room = (bytes: Uint8Array) => Buffer.from(bytes).lastIndexOf('/Contents <') + '/Contents <'.length
  const digits = Buffer.from(other).subarray(room(other), room(other) + 2 * 16 * 1024)
  const changed = Buffer.from(pdf)
  digits.copy(changed, room(pdf))
  return changed
}
