import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Integer, type OctetString, Sequence } from 'asn1js'
import { Attribute, Certificate, CertificateRevocationList } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readCrl } from '../platform/pdf/long-term/crl.ts'
import { readOcsp } from '../platform/pdf/long-term/ocsp.ts'
import type { ValidationData } from '../platform/pdf/long-term/validation-data.ts'
import { exactBuffer } from '../platform/pdf/sealing/seal-key.ts'
import { issuedSealer, issuedSealKey } from '../platform/pdf/testing/issued-sealer.ts'
import { type LocalCa, startLocalCa } from '../platform/pdf/testing/local-ca.ts'
import { checkRecord, checkRecordOnNode18 } from '../testing/check-record.ts'
import { type Forge, forgeArchive, type SealedAs, sealAnew } from '../testing/forged-archives.ts'
import type { RecordFiles } from '../testing/forged-records.ts'
import { ocspAnswer, revocationList, type Said, type Signer, signerIn } from '../testing/forged-statements.ts'
import { register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { createTestApp } from '../testing/test-app.ts'

// `openssl` makes a dozen certificates first.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
/** Everything happens around this: sealed two hours ago, archived a minute later, and again an hour later. */
const sealedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 120 * minuteMs)
const at = (minutes: number) => new Date(sealedAt.getTime() + minutes * minuteMs)

let ca: LocalCa
let other: LocalCa
let folder = ''
let forge: Forge
const who = {} as Record<
  'root' | 'seal' | 'good' | 'mid' | 'below' | 'responder' | 'asked' | 'ended' | 'stamper' | 'foreign',
  Signer
>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forged-statements-'))
  ca = await startLocalCa()
  other = await startLocalCa()
  await ca.issue('seal', 'sealing_ocsp')
  await ca.issue('good', 'stamping_crl')
  await ca.issue('responder', 'responding')
  await ca.issue('asked', 'responding_asked')
  await ca.issue('ended', 'responding', { to: '20200201000000Z' })
  await ca.issue('stamper', 'stamping')
  await ca.issue('loose', 'not_stamping_alone')
  await ca.issue('endedStamper', 'stamping', { to: '20200201000000Z' })
  await ca.issue('bastard', 'stamping', { by: 'stamper' })
  const end = at(30)
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
  await ca.issue('brief', 'stamping', { to: end })
  await ca.issue('briefSeal', 'sealing_ocsp', { to: end })
  await ca.openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:1024',
    '-nodes',
    '-keyout',
    'weak.key',
    '-out',
    'weak.csr',
    '-subj',
    '/CN=Local weak',
    '-config',
    'openssl.cnf',
  )
  await ca.issue('weak', 'stamping', { request: 'weak.csr' })
  await ca.issue('mid', 'root')
  await ca.issue('below', 'sealing_ocsp', { by: 'mid' })
  await other.issue('foreign', 'responding')
  for (const name of [
    'root',
    'seal',
    'good',
    'mid',
    'below',
    'responder',
    'asked',
    'ended',
    'stamper',
  ] as const)
    who[name] = await signerIn(ca.folder, name)
  who.foreign = await signerIn(other.folder, 'foreign')
  const clock = { now: () => new Date() }
  const sealer = await issuedSealer(ca, 'seal', { authority: null, clock })
  const test = await createTestApp()
  test.clock.set(new Date())
  test.platform.sealer = sealer
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  await test.runJobs()
  const answer = await test.app.request(`/api/records/${id}/files/record.json`, ada)
  const { signature: _, ...payload } = (await answer.json()) as Forge['payload'] & { signature: object }
  forge = { seal: await issuedSealKey(ca, 'seal'), authority: await issuedSealKey(ca, 'good'), payload }
  await writeFile(join(folder, 'seal.pem'), sealer.certificatePem)
  await writeFile(join(folder, 'root.pem'), await readFile(ca.rootFile))
  await test.close()
  await sealer.close()
})
afterAll(async () => {
  await Promise.all([ca.close(), other.close()])
  await rm(folder, { recursive: true, force: true })
})

async function check(
  { pdf, json }: RecordFiles,
  {
    authority = 'root.pem',
    certificate = 'seal.pem',
  }: { authority?: string | null; certificate?: string } = {},
) {
  await writeFile(join(folder, 'a.pdf'), pdf)
  await writeFile(join(folder, 'a.json'), json)
  const named = authority ? ['--authority', authority] : []
  return checkRecord(folder, 'a.pdf', 'a.json', '--certificate', certificate, ...named)
}

/** A key with its certificate, and nobody's above it. */
const alone = async (name: string) =>
  (await readFile(join(ca.folder, `${name}.key`), 'utf8')) +
  (await readFile(join(ca.folder, `${name}.pem`), 'utf8'))
const der = (...signers: Signer[]) =>
  signers.map(({ certificate }) => new Uint8Array(certificate.toSchema().toBER()))
const said = (of: Signer, more: Partial<Said> = {}): Said => ({
  of: of.certificate,
  issuer: who.root.certificate,
  from: at(-10),
  until: at(10_000),
  ...more,
})
const store = (more: Partial<ValidationData> = {}): ValidationData => ({
  certificates: der(who.seal, who.root, who.good, who.asked),
  ocsps: [],
  crls: [],
  ...more,
})
/** What the service would have been told: both certificates are good. */
const goodStore = (more: Partial<ValidationData> = {}) =>
  store({
    ocsps: [ocspAnswer(who.responder, said(who.seal))],
    crls: [revocationList(who.root, said(who.good))],
    ...more,
  })
const sealed = (more: Partial<SealedAs> = {}) =>
  sealAnew(forge, { drawnAt: sealedAt, stampedAt: sealedAt, store: goodStore(), ...more })
/** A sealed record with an update behind it for each of these, stamped by the authority. */
async function copy(...updates: (Partial<Parameters<typeof forgeArchive>[1]> | ValidationData)[]) {
  const { pdf, json } = await sealed()
  let made = pdf
  for (const [index, update] of updates.entries()) {
    const as = 'certificates' in update ? { data: update } : update
    made = await forgeArchive(made, { keyPem: forge.authority, at: at(1 + 60 * index), ...as })
  }
  return { pdf: made, json }
}
const revokedSeal = (revoked: NonNullable<Said['revoked']>, more: Partial<Said> = {}) =>
  store({ crls: [revocationList(who.root, said(who.seal, { revoked, ...more }))] })
const revokedAuthority = (revoked: NonNullable<Said['revoked']>) =>
  store({ ocsps: [ocspAnswer(who.root, said(who.good, { revoked }))] })
const point = (...value: OctetString[]) => ({ '2.5.29.28': new Sequence({ value }) })
const unknown = { '1.2.3.4': new Integer({ value: 1 }) }

describe('what holds for the checker', () => {
  it('is a record whose certificates are good, sealed and archived (ARCHIVE-1, ARCHIVE-6)', async () => {
    const [one, two] = [await check(await sealed()), await check(await copy(goodStore(), store()))]
    expect(one).toMatchObject({ exitCode: 0, output: expect.stringContaining('PAdES B-LT\n') })
    expect(two).toMatchObject({ exitCode: 0, output: expect.stringContaining('PAdES B-LTA\n') })
  })

  it('is so on Node 18 too (ARCHIVE-15)', async () => {
    const { pdf, json } = await copy(goodStore())
    await writeFile(join(folder, 'old.pdf'), pdf)
    await writeFile(join(folder, 'old.json'), json)
    const args = ['old.pdf', 'old.json', '--certificate', 'seal.pem', '--authority', 'root.pem']
    expect(await checkRecordOnNode18(folder, ...args)).toEqual({
      exitCode: 0,
      output: expect.stringContaining('PAdES B-LTA\n'),
    })
  })

  it('is one whose timestamp tells more than milliseconds (ARCHIVE-12)', async () => {
    const written = `${at(1).toISOString().slice(0, 19).replace(/[-:T]/g, '')}.123456Z`
    const { output, exitCode } = await check(await copy({ flaw: { written } }))
    expect(output).toContain(`the newest archive timestamp is of ${at(1).toISOString().slice(0, 19)}.123Z`)
    expect(exitCode).toBe(0)
  })

  it('says what it is: a withdrawal is no record (RECORD-16)', async () => {
    const { output } = await check(
      await sealed({ say: ({ facts }) => Object.assign(facts, { document: 'withdrawal' }) }),
    )
    expect(output).toContain('it says to be a withdrawal of consent, and not the record')
  })

  it.each([
    ['the certificate of the seal after a timestamp has it', () => revokedSeal({ at: at(30), reason: 1 })],
    [
      'the time authority later, because another took its place',
      () => revokedAuthority({ at: at(30), reason: 4 }),
    ],
  ] as const)('is one of which somebody revoked %s (ARCHIVE-12)', async (_, data) => {
    const { output, exitCode } = await check(await copy(data()))
    expect(output).toMatch(/NOTE .* was revoked at /)
    expect(exitCode).toBe(0)
  })

  it('is one whose time authority lost its key after another timestamp had its own (ARCHIVE-12)', async () => {
    const lost = {
      data: revokedAuthority({ at: at(90), reason: 1 }),
      keyPem: await issuedSealKey(ca, 'stamper'),
    }
    const { output, exitCode } = await check(await copy({}, lost))
    expect([output.match(/NOTE .* was revoked at /g)?.length, exitCode]).toEqual([2, 0])
  })
})

const revokedOfSeal = /BAD {2}CN=Local seal, of the seal, was revoked/
const revokedOfStamp = /BAD {2}CN=Local good, of the timestamp over .*, was revoked/
const nobodySaid = /BAD {2}what is said of certificates/
const notRecord = /BAD {2}what follows the sealed PDF is more than/

describe('the checker refuses', () => {
  it.each<[string, RegExp, () => Promise<RecordFiles>]>([
    ['a list with the seal’s certificate', revokedOfSeal, () => copy(revokedSeal({ at: at(-5) }))],
    ['a revocation in the second of the timestamp', revokedOfSeal, () => copy(revokedSeal({ at: at(0) }))],
    [
      'an answer that it was revoked',
      revokedOfSeal,
      () => copy(store({ ocsps: [ocspAnswer(who.responder, said(who.seal, { revoked: { at: at(-5) } }))] })),
    ],
    [
      'a revocation that is from later, of a key that was lost before',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(30), invalidSince: at(-5) })),
    ],
    [
      'the same said by an answer',
      revokedOfSeal,
      () =>
        copy(
          store({
            ocsps: [ocspAnswer(who.root, said(who.seal, { revoked: { at: at(30), invalidSince: at(-5) } }))],
          }),
        ),
    ],
    [
      'a revocation in a list with something critical that nobody knows',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(-5) }, { critical: unknown })),
    ],
    [
      'one in an entry with something critical',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(-5) }, { criticalInEntry: unknown })),
    ],
    [
      'one in a list of a part',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(-5) }, { critical: point() })),
    ],
    [
      'one in a list that builds on another',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(-5) }, { critical: { '2.5.29.27': new Integer({ value: 1 }) } })),
    ],
    [
      'one that had run out long before',
      revokedOfSeal,
      () => copy(revokedSeal({ at: at(-900) }, { from: at(-800), until: at(-700) })),
    ],
    ['one inside the sealed bytes', revokedOfSeal, () => sealed({ store: revokedSeal({ at: at(-5) }) })],
    ['one beside a good answer', revokedOfSeal, () => copy(goodStore(), revokedSeal({ at: at(-5) }))],
    [
      'a revoked seal without a timestamp',
      revokedOfSeal,
      () => sealAnew(forge, { drawnAt: sealedAt, store: revokedSeal({ at: at(30) }) }),
    ],
    [
      'a time authority that lost its key',
      revokedOfStamp,
      () => copy(revokedAuthority({ at: at(30), reason: 1 })),
    ],
    ['one that was revoked for no reason', revokedOfStamp, () => copy(revokedAuthority({ at: at(30) }))],
    [
      'one whose place another had taken before',
      revokedOfStamp,
      () => copy(revokedAuthority({ at: at(-5), reason: 4 })),
    ],
    [
      'one that lost its key before another timestamp had its own',
      revokedOfStamp,
      async () =>
        copy(
          {},
          { data: revokedAuthority({ at: at(30), reason: 1 }), keyPem: await issuedSealKey(ca, 'stamper') },
        ),
    ],
    [
      'a revocation that stands in a timestamp',
      revokedOfSeal,
      () => copy({ flaw: { crls: [listOf(revokedSeal({ at: at(-5) }))] } }),
    ],
    [
      'an answer of a responder of another authority',
      nobodySaid,
      () => copy(store({ ocsps: [ocspAnswer(who.foreign, said(who.seal))] })),
    ],
    [
      'an answer of one who would have to be asked about',
      nobodySaid,
      () => copy(store({ ocsps: [ocspAnswer(who.asked, said(who.seal))] })),
    ],
    [
      'an answer of one whose certificate had ended',
      nobodySaid,
      () => copy(store({ ocsps: [ocspAnswer(who.ended, said(who.seal))] })),
    ],
    [
      'an answer of one who may do something else',
      nobodySaid,
      () => copy(store({ ocsps: [ocspAnswer(who.stamper, said(who.seal))] })),
    ],
    [
      'a list of one who is no authority',
      nobodySaid,
      () => copy(store({ crls: [revocationList(who.asked, said(who.seal))] })),
    ],
    [
      'lists in the seal itself',
      /BAD {2}the seal has the attributes of a record’s and no others/,
      () => sealed({ flaw: { crls: [listOf(revokedSeal({ at: at(-5) }))] } }),
    ],
    [
      'a seal that signs something more',
      /BAD {2}the seal has the attributes of a record’s and no others/,
      () =>
        sealed({
          flaw: { attribute: new Attribute({ type: '1.2.840.113583.1.1.8', values: [new Sequence()] }) },
        }),
    ],
    [
      'a seal that permits forms to be filled in',
      /BAD {2}the seal is not placed/,
      () => sealed({ edit: (text) => text.replace('/P 1\n/V /1.2', '/P 2\n/V /1.2') }),
    ],
    [
      'a catalog that names no seal',
      /BAD {2}the seal is not placed/,
      () => sealed({ edit: (text) => text.replace('/Perms <<', '/Perns <<') }),
    ],
    [
      'a field of another name',
      /BAD {2}the seal is not placed/,
      () => sealed({ edit: (text) => text.replace('/T (Seal)', '/T (Sael)') }),
    ],
    [
      'a seal that claims another day',
      /BAD {2}the seal permits no change, and claims/,
      () => sealed({ claims: at(-1440) }),
    ],
    [
      'a seal in capital letters',
      /BAD {2}there is something else where the seal belongs/,
      () =>
        sealed({
          editSealed: (text) =>
            text.replace(/\/Contents <[0-9a-f]+>/, (hex) =>
              hex.toUpperCase().replace('/CONTENTS', '/Contents'),
            ),
        }),
    ],
    [
      'a timestamp from before the record was drawn',
      /BAD {2}it was not stamped before/,
      () => sealed({ stampedAt: at(-20) }),
    ],
    [
      'a member more beside the timestamp',
      /BAD {2}the JSON has the parts/,
      () => sealed({ say: ({ pdf }) => Object.assign(pdf['timestamp'] as object, { by: 'nobody' }) }),
    ],
    [
      'a log of nothing with a root of its own',
      /BAD {2}the log that it states was empty/,
      () =>
        sealed({
          say: ({ facts }) => Object.assign(facts['log'] as object, { size: 0, rootHash: '0'.repeat(64) }),
        }),
    ],
    [
      'a record that calls itself older than stores are',
      revokedOfSeal,
      () =>
        sealed({
          store: revokedSeal({ at: at(-5) }),
          say: ({ facts }) => Object.assign(facts, { format: 'sealed-record/1' }),
        }),
    ],
    [
      'a trailer that leads to more objects',
      /BAD {2}the PDF is not laid out as records are/,
      () => sealed({ edit: (text) => text.replace('\n/ID [', '\n/XRefStm 15\n/ID [') }),
    ],
    [
      'another file in front',
      /BAD {2}the PDF is not laid out as records are/,
      () => sealed({ edit: (text) => text.replace('%PDF-1.7', '<script>') }),
    ],
    [
      'an answer that says good and revoked at once',
      revokedOfSeal,
      () =>
        copy(
          store({
            ocsps: [ocspAnswer(who.root, said(who.seal), said(who.seal, { revoked: { at: at(-5) } }))],
          }),
        ),
    ],
    [
      'an archive timestamp of a time to come',
      /BAD {2}it is not of a time to come/,
      () => copy({ at: at(1500) }),
    ],
    [
      'one with something critical that nobody knows',
      /BAD {2}it has something critical/,
      () => copy({ flaw: { critical: unknown } }),
    ],
    [
      'one of a key that is too short',
      /BAD {2}a time authority’s certificate signed it/,
      () => copy({ at: at(120), token: (covered) => ca.stamp('weak', covered) }),
    ],
    [
      'an archive timestamp that is older than the seal’s',
      /BAD {2}it is not older/,
      () => copy({ at: at(-60) }),
    ],
    [
      'one that is older than the one before',
      /BAD {2}it is not older/,
      () => copy({ at: at(90) }, { at: at(80) }),
    ],
    [
      'one over another digest',
      /BAD {2}the timestamp is over the archived/,
      () => copy({ flaw: { hash: 'sha512' } }),
    ],
    [
      'one of a certificate that is not for timestamps alone',
      /BAD {2}a time authority’s certificate signed it/,
      async () => copy({ keyPem: await issuedSealKey(ca, 'loose') }),
    ],
    [
      'one of an authority that ended',
      /BAD {2}that certificate was valid then/,
      async () => copy({ keyPem: await issuedSealKey(ca, 'endedStamper') }),
    ],
    [
      'one whose authority was let in by somebody who is none',
      /BAD {2}that certificate leads to/,
      async () => copy({ keyPem: await alone('bastard'), flaw: { beside: der(who.stamper) } }),
    ],
    [
      'more room for a timestamp',
      notRecord,
      () => copy({ edit: (text) => text.replace('/Contents <', '/Contents <0000') }),
    ],
    [
      'a range with more spaces',
      notRecord,
      () => copy({ edit: (text) => text.replace(/(\/ByteRange [^\n]+)/, '$1 ') }),
    ],
    [
      'a timestamp in capital letters',
      notRecord,
      async () => {
        const { pdf, json } = await copy({})
        const text = Buffer.from(pdf).toString('latin1')
        const from = text.lastIndexOf('/Contents <') + '/Contents <'.length
        const to = text.indexOf('>', from)
        const changed = text.slice(0, from) + text.slice(from, to).toUpperCase() + text.slice(to)
        return { pdf: Buffer.from(changed, 'latin1'), json }
      },
    ],
    [
      'a certificate that the store has already',
      notRecord,
      () =>
        copy({
          data: store({ certificates: der(who.mid) }),
          edit: (text) => {
            const [old, own] = [der(who.mid)[0], der(who.seal)[0]].map((each) =>
              Buffer.from(each ?? []).toString('latin1'),
            )
            return text
              .replace(`/Length ${old?.length}`, `/Length ${own?.length}`)
              .replace(old ?? '', () => own ?? '')
          },
        }),
    ],
    [
      'certificates in another order',
      notRecord,
      () =>
        copy({
          data: store({ certificates: der(who.mid, who.below) }),
          edit: (text) => text.replace(/(\d+ 0 R) (\d+ 0 R)\]\n\/OCSPs/, '$2 $1]\n/OCSPs'),
        }),
    ],
    [
      'a value that no list names',
      notRecord,
      () =>
        copy({
          data: store({ certificates: der(who.mid) }),
          edit: (text) => text.replace(/ \d+ 0 R\]\n\/OCSPs/, ']\n/OCSPs'),
        }),
    ],
  ])('%s (ARCHIVE-12, ARCHIVE-6)', async (_, says, forged) => {
    const { output, exitCode } = await check(await forged())
    expect(output).toMatch(says)
    expect(exitCode).toBe(1)
  })

  it('a seal whose issuer was revoked (ARCHIVE-12)', async () => {
    const key = await issuedSealKey(ca, 'below')
    const mid = await readFile(join(ca.folder, 'mid.pem'), 'utf8')
    const seal = key.replace(/(-----END CERTIFICATE-----\n)/, `$1${mid}`)
    await writeFile(join(folder, 'below.pem'), await readFile(join(ca.folder, 'below.pem')))
    const data = store({
      certificates: der(who.below, who.mid, who.root),
      crls: [revocationList(who.root, said(who.mid, { revoked: { at: at(-5) } }))],
    })
    const files = await sealAnew({ ...forge, seal }, { drawnAt: sealedAt, stampedAt: sealedAt, store: data })
    const { output, exitCode } = await check(files, { certificate: 'below.pem' })
    expect(output).toMatch(/BAD {2}CN=Local mid, of the seal, was revoked/)
    expect(exitCode).toBe(1)
  })

  it('a list whose issuer stands there as one who may sign none (ARCHIVE-12)', async () => {
    const mute = Certificate.fromBER(exactBuffer(der(who.root)[0] ?? new Uint8Array()))
    const usage = mute.extensions?.find(({ extnID }) => extnID === '2.5.29.15')
    usage?.extnValue.valueBlock.valueHexView.set([0x04], 3)
    const certificates = [...der(who.seal, who.good), new Uint8Array(mute.toSchema(true).toBER())]
    const files = await sealAnew(
      { ...forge, seal: await alone('seal') },
      { drawnAt: sealedAt, stampedAt: sealedAt, store: { ...revokedSeal({ at: at(-5) }), certificates } },
    )
    expect(certificates[2]).not.toEqual(der(who.root)[0])
    const { output, exitCode } = await check(files, { authority: null })
    expect(output).toMatch(nobodySaid)
    expect(exitCode).toBe(1)
    expect((await check(files)).output).toMatch(revokedOfSeal)
  })

  it('a seal that was revoked later, where nobody says whose its timestamps are (ARCHIVE-12)', async () => {
    const files = await copy(revokedSeal({ at: at(30) }))
    const { output, exitCode } = await check(files, { authority: null })
    expect(output).toMatch(/BAD {2}CN=Local seal, of the seal, was revoked .*--authority/)
    expect(exitCode).toBe(1)
  })
})

const listOf = ({ crls: [list] }: ValidationData) =>
  CertificateRevocationList.fromBER(exactBuffer(list ?? new Uint8Array()))

describe('the checker claims no B-LT', () => {
  const onAuthority = () => ocspAnswer(who.responder, said(who.good))
  const bySeal = (list: Uint8Array) => store({ crls: [list], ocsps: [onAuthority()] })
  it.each<[string, () => ValidationData]>([
    [
      'of a list with something critical',
      () => bySeal(revocationList(who.root, said(who.seal, { critical: unknown }))),
    ],
    [
      'of a list with something critical in an entry',
      () => bySeal(revocationList(who.root, said(who.seal, { criticalInEntry: unknown }))),
    ],
    ['of a list of a part', () => bySeal(revocationList(who.root, said(who.seal, { critical: point() })))],
    [
      'of a list of others’ certificates',
      () =>
        bySeal(
          revocationList(who.root, said(who.seal, { criticalInEntry: { '2.5.29.29': new Sequence() } })),
        ),
    ],
    [
      'of a list that builds on another',
      () =>
        bySeal(
          revocationList(who.root, said(who.seal, { critical: { '2.5.29.27': new Integer({ value: 1 }) } })),
        ),
    ],
    ['of a list that had run out', () => bySeal(revocationList(who.root, said(who.seal, { until: at(-6) })))],
    [
      'of a list from later than the timestamp over it',
      () => bySeal(revocationList(who.root, said(who.seal, { from: at(60) }))),
    ],
    [
      'of an old list that does not say until when it holds',
      () => bySeal(revocationList(who.root, said(who.seal, { from: at(-1500), until: null }))),
    ],
    [
      'of an answer with something critical',
      () =>
        store({
          ocsps: [ocspAnswer(who.responder, said(who.seal, { critical: unknown })), onAuthority()],
        }),
    ],
    [
      'of an answer about another certificate',
      () => store({ ocsps: [ocspAnswer(who.root, said(who.stamper)), onAuthority()] }),
    ],
    ['of nothing that is said of the time authority', () => goodStore({ crls: [] })],
  ])('because %s (ARCHIVE-13)', async (_, data) => {
    const { output, exitCode } = await check(await sealed({ store: data() }))
    expect(output).toContain('PAdES B-T; not all is in it')
    expect(exitCode).toBe(0)
  })
})

describe('the service asks again for a statement', () => {
  const now = () => at(0)
  const issued = () => ({ certificate: who.seal.certificate, issuer: who.root.certificate })
  const lists = (more: Partial<Said>) =>
    readCrl(revocationList(who.root, said(who.seal, more)), issued(), now())
  const answers = (more: Partial<Said>) =>
    readOcsp(ocspAnswer(who.responder, said(who.seal, more)), issued(), now())

  it('with something critical that it does not know, in the whole or in an entry (ARCHIVE-2)', async () => {
    expect(await lists({})).toMatchObject({ status: 'good' })
    expect(await answers({})).toMatchObject({ status: 'good' })
    for (const read of [lists, answers])
      for (const where of ['critical', 'criticalInEntry'] as const)
        expect(await read({ [where]: unknown })).toEqual({ fault: 'malformed' })
  })
})

describe('of a time that is over, the checker', () => {
  it('says that the protection ended on that day, and not that it goes on (ARCHIVE-14)', async () => {
    const brief = await issuedSealKey(ca, 'brief')
    const { output, exitCode } = await check(await copy({ keyPem: brief }))
    expect(output).toMatch(/NOTE the newest archive timestamp is of .*, and its protection ended at /)
    expect(output).not.toContain('protects until')
    expect(exitCode).toBe(0)
  })

  it('says that of a certificate which ended nobody knows whether it sealed before (ARCHIVE-14)', async () => {
    const seal = await issuedSealKey(ca, 'briefSeal')
    await writeFile(join(folder, 'briefSeal.pem'), await readFile(join(ca.folder, 'briefSeal.pem')))
    const files = await sealAnew({ ...forge, seal }, { drawnAt: sealedAt })
    const { output } = await check(files, { certificate: 'briefSeal.pem' })
    expect(output).toMatch(/NOTE the certificate of the seal ended at .*, and no timestamp says/)
  })
})
