import { readFile } from 'node:fs/promises'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealer, type DocumentContent, makeSealKey, type Sealer } from './index.ts'
import { shortContent } from './testing/issued-sealer.ts'
import { type LocalAuthority, startLocalAuthority } from './testing/local-authority.ts'
import { onFiles, readSignature, verifyCms } from './testing/public-tools.ts'

const clock = { now: () => new Date() }

function contentFor(state: string): DocumentContent {
  return {
    ...shortContent(state),
    blocks: [
      { block: 'heading', text: 'A heading', level: 2 },
      { block: 'paragraph', text: `The timestamp is ${state}.` },
    ],
  }
}

let sealKey = ''
let plain: Sealer & { close(): Promise<void> }
let sealed: Awaited<ReturnType<Sealer['seal']>>
beforeAll(async () => {
  sealKey = await makeSealKey('A test seal', clock.now())
  plain = createSealer({ sealKey, clock, threads: 1 })
  sealed = await plain.seal({ at: clock.now(), contentFor })
})
afterAll(() => plain.close())

const pdfsig = (pdf: Uint8Array) => onFiles({ 'a.pdf': pdf }, 'pdfsig', 'a.pdf')

const mutool = async (pdf: Uint8Array) =>
  (await onFiles({ 'a.pdf': pdf }, 'mutool', 'sign', '-v', 'a.pdf')).output

/** Appends an incremental update, as editors write it, that shrinks the first page. */
function withSmallerPage(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const [, number, page] = /\n(\d+) 0 obj\n(<<\n\/Type \/Page\n.+?\n)endobj/s.exec(text) ?? []
  const [, trailer] = /\ntrailer\n(<<.+?)>>\nstartxref/s.exec(text) ?? []
  const [, start] = /startxref\n(\d+)\n/.exec(text) ?? []
  if (!number || !page || !trailer) throw new Error('the document is laid out otherwise')
  const object = `${number} 0 obj\n${page.replace(/\/MediaBox \[.+?\]/, '/MediaBox [0 0 200 200]')}endobj\n`
  const table = `xref\n${number} 1\n${String(pdf.length).padStart(10, '0')} 00000 n \n`
  const end = `trailer\n${trailer}/Prev ${start}\n>>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(object + table + end, 'latin1')])
}

function flipped(pdf: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(pdf)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a sealed document', () => {
  it('is valid and completely covered, according to pdfsig (RECORD-2)', async () => {
    const { output } = await pdfsig(sealed.bytes)
    expect(output).toContain('Signature is Valid')
    expect(output).toContain('Total document signed')
    expect(output).toContain('ETSI.CAdES.detached')
    expect(output).toContain('A test seal')
  })

  it('is signed by the published certificate, according to openssl cms', async () => {
    const { cms, signed } = readSignature(sealed.bytes)
    expect((await verifyCms(cms, signed, plain.certificatePem)).output).toContain(
      'CMS Verification successful',
    )
  })

  it('names its certificate in the signed attributes and claims no signing time (RECORD-4)', async () => {
    const { cms } = readSignature(sealed.bytes)
    const { output } = await onFiles(
      { 'a.cms': cms },
      'openssl',
      'asn1parse',
      '-inform',
      'DER',
      '-in',
      'a.cms',
    )
    expect(output).toContain('id-smime-aa-signingCertificateV2')
    expect(output).toContain('messageDigest')
    expect(output).not.toContain('signingTime')
  })

  it('is tagged, with title and language (RECORD-2)', async () => {
    const { output } = await onFiles({ 'a.pdf': sealed.bytes }, 'pdfinfo', 'a.pdf')
    expect(output).toMatch(/^Tagged:\s+yes$/m)
    expect(output).toMatch(/^Title:\s+A sealed document$/m)
    expect(Buffer.from(sealed.bytes).toString('latin1')).toContain('/Lang (en-GB)')
    const { output: structure } = await onFiles({ 'a.pdf': sealed.bytes }, 'pdfinfo', '-struct-text', 'a.pdf')
    expect(structure).toContain('H2')
    expect(structure).toContain('A heading')
  })

  it('reports that no authority is configured', () => {
    expect(sealed.timestamp).toEqual({ state: 'none' })
  })

  it('becomes invalid when any byte outside the signature is flipped', async () => {
    const { signed } = readSignature(sealed.bytes)
    const end = Buffer.from(sealed.bytes).indexOf('/ByteRange')
    expect(signed.length).toBeGreaterThan(end)
    for (const at of [20, Math.floor(end / 2), sealed.bytes.length - 20]) {
      const { output } = await pdfsig(flipped(sealed.bytes, at))
      expect(output).not.toContain('Signature is Valid')
    }
  })

  it('is certified against any change, and unchanged according to a second reader (RECORD-50)', async () => {
    const text = Buffer.from(sealed.bytes).toString('latin1')
    const [, signature] = /\/Perms <<\n\/DocMDP (\d+ 0) R\n>>/.exec(text) ?? []
    const certifies = '/TransformMethod /DocMDP\n/TransformParams <<\n/Type /TransformParams\n/P 1\n'
    expect(text.slice(text.indexOf(`\n${signature} obj\n`)).split('endobj')[0]).toContain(certifies)
    expect(await mutool(sealed.bytes)).toContain('The document is unchanged since signing.')
    expect((await onFiles({ 'a.pdf': sealed.bytes }, 'qpdf', '--check', 'a.pdf')).exitCode).toBe(0)
  })

  it('is reported as changed by every reader after a well-formed update of a page (RECORD-50)', async () => {
    const updated = withSmallerPage(sealed.bytes)
    expect((await onFiles({ 'a.pdf': updated }, 'qpdf', '--check', 'a.pdf')).exitCode).toBe(0)
    expect((await onFiles({ 'a.pdf': updated }, 'pdfinfo', 'a.pdf')).output).toMatch(/Page size: +200 x 200/)
    expect(await mutool(updated)).not.toContain('unchanged since signing')
    expect((await pdfsig(updated)).output).not.toContain('Total document signed')
  })

  it('does not verify against the published certificate when another key sealed it', async () => {
    const stranger = createSealer({
      sealKey: await makeSealKey('A test seal', clock.now()),
      clock,
      threads: 1,
    })
    const { cms, signed } = readSignature((await stranger.seal({ at: clock.now(), contentFor })).bytes)
    await stranger.close()
    expect((await verifyCms(cms, signed, plain.certificatePem)).exitCode).not.toBe(0)
    expect((await verifyCms(cms, signed, stranger.certificatePem)).exitCode).toBe(0)
  })

  it('shows a character that no font has by its number, with a note about that (RECORD-5)', async () => {
    const content = contentFor('none')
    const withSinhala = { ...content, blocks: [{ block: 'paragraph' as const, text: 'Name: \u0d9a\u0db8' }] }
    const result = await plain.seal({ at: clock.now(), contentFor: () => withSinhala })
    const { output } = await onFiles({ 'a.pdf': result.bytes }, 'pdftotext', 'a.pdf', '-')
    expect(output).toContain('[U+0D9A][U+0DB8]')
    expect(output).toContain('Some characters are shown by their number.')
    expect(result.shownByNumber).toEqual(['U+0D9A', 'U+0DB8'])
  })
})

describe('a document sealed with a time authority', () => {
  let authority: LocalAuthority
  let sealer: Sealer & { close(): Promise<void> }
  beforeAll(async () => {
    authority = await startLocalAuthority()
    const roots = [await readFile(authority.rootFile, 'utf8')]
    const timeAuthority = { url: authority.url, roots, timeoutMs: 60_000, silenceMs: 0 }
    sealer = createSealer({ sealKey, clock, threads: 1, timeAuthority })
  })
  afterAll(async () => {
    await sealer.close()
    await authority.close()
  })

  it('contains a timestamp over its signature that openssl ts verifies (RECORD-4)', async () => {
    authority.behaviour = 'honest'
    const { bytes, timestamp } = await sealer.seal({ at: clock.now(), contentFor })
    if (timestamp.state !== 'granted') throw new Error(`the timestamp is ${timestamp.state}`)
    expect(Math.abs(timestamp.at.getTime() - Date.now())).toBeLessThan(60_000)
    const { cms, signed } = readSignature(bytes)
    expect((await verifyCms(cms, signed, sealer.certificatePem)).exitCode).toBe(0)
    const info = ContentInfo.fromBER(new Uint8Array(cms).buffer)
    const [signer] = new SignedData({ schema: info.content }).signerInfos
    const [attribute] = signer?.unsignedAttrs?.attributes ?? []
    expect(attribute?.type).toBe('1.2.840.113549.1.9.16.2.14')
    const token = new Uint8Array(attribute?.values[0]?.toBER() ?? new ArrayBuffer(0))
    expect(Buffer.from(token).equals(timestamp.token)).toBe(true)
    const { output } = await onFiles(
      {
        'token.der': token,
        'signature.bin': new Uint8Array(signer?.signature.valueBlock.valueHexView ?? []),
        'root.pem': await readFile(authority.rootFile),
      },
      ...(['openssl', 'ts', '-verify', '-token_in', '-in', 'token.der', '-data', 'signature.bin'] as const),
      ...['-CAfile', 'root.pem'],
    )
    expect(output).toContain('Verification: OK')
    expect((await pdfsig(bytes)).output).toContain('Signature is Valid')
    expect((await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')).output).toContain(
      'timestamp is granted',
    )
  })

  async function expectPending({ bytes, timestamp }: Awaited<ReturnType<Sealer['seal']>>, fault: string) {
    expect(timestamp).toEqual({ state: 'pending', fault })
    expect((await pdfsig(bytes)).output).toContain('Signature is Valid')
    const { output } = await onFiles({ 'a.pdf': bytes }, 'pdftotext', 'a.pdf', '-')
    expect(output).toContain('timestamp is pending')
    const { cms } = readSignature(bytes)
    const [signer] = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(cms).buffer).content })
      .signerInfos
    expect(signer?.unsignedAttrs).toBeUndefined()
  }

  it('is sealed without a timestamp and marked as pending when the authority does not answer in time', async () => {
    authority.behaviour = 'hang'
    const hurried = createSealer({
      sealKey,
      clock,
      threads: 1,
      timeAuthority: { url: authority.url, timeoutMs: 100 },
    })
    await expectPending(await hurried.seal({ at: clock.now(), contentFor }), 'unreachable')
    await hurried.close()
  })

  it.each([
    ['server_error', 'unreachable'],
    ['nonsense', 'malformed'],
    ['other_digest', 'other_digest'],
    ['other_nonce', 'other_nonce'],
    ['forged', 'bad_signature'],
    ['expired', 'unfit_certificate'],
    ['sha1', 'weak_algorithm'],
  ] as const)(
    'is sealed without a timestamp and marked as pending when the authority does: %s',
    async (behaviour, fault) => {
      authority.behaviour = behaviour
      const asked = authority.questions
      await expectPending(await sealer.seal({ at: clock.now(), contentFor }), fault)
      expect(authority.questions).toBe(asked + 1)
    },
  )

  it('does not ask a silent authority again for a while', async () => {
    authority.behaviour = 'server_error'
    let now = clock.now()
    const timeAuthority = { url: authority.url, silenceMs: 60_000 }
    const patient = createSealer({ sealKey, clock: { now: () => now }, threads: 1, timeAuthority })
    const asked = authority.questions
    await patient.seal({ at: now, contentFor })
    const { timestamp } = await patient.seal({ at: now, contentFor })
    expect(timestamp).toEqual({ state: 'pending', fault: 'unreachable' })
    expect(authority.questions).toBe(asked + 1)
    authority.behaviour = 'honest'
    now = new Date(now.getTime() + 60_000)
    expect((await patient.seal({ at: now, contentFor })).timestamp.state).toBe('granted')
    await patient.close()
  })

  it('rejects an authority under another root, and a timestamp that is hours off', async () => {
    authority.behaviour = 'honest'
    const other = await startLocalAuthority()
    const roots = [await readFile(other.rootFile, 'utf8')]
    const strict = createSealer({ sealKey, clock, threads: 1, timeAuthority: { url: authority.url, roots } })
    const late = { now: () => new Date(Date.now() + 3 * 60 * 60 * 1000) }
    const far = createSealer({ sealKey, clock: late, threads: 1, timeAuthority: { url: authority.url } })
    const outcomes = [
      (await strict.seal({ at: clock.now(), contentFor })).timestamp,
      (await far.seal({ at: clock.now(), contentFor })).timestamp,
    ]
    await Promise.all([strict.close(), far.close(), other.close()])
    expect(outcomes).toEqual([
      { state: 'pending', fault: 'untrusted_certificate' },
      { state: 'pending', fault: 'implausible_time' },
    ])
  })
})
