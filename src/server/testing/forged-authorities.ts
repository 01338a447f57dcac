import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Integer, type OctetString, Sequence } from 'asn1js'
import { CertificateRevocationList } from 'pkijs'
import { afterAll, beforeAll } from 'vitest'
import type { ValidationData } from '../platform/pdf/long-term/pdf-objects.ts'
import { toExactBuffer } from '../platform/pdf/sealing/seal-key.ts'
import { issuedSealer, issuedSealKey } from '../platform/pdf/testing/issued-sealer.ts'
import { type LocalCa, startLocalCa } from '../platform/pdf/testing/local-ca.ts'
import { checkRecord } from './check-record.ts'
import { type Forge, forgeArchive, type SealedAs, sealAnew } from './forged-archives.ts'
import type { RecordFiles } from './forged-records.ts'
import { ocspAnswer, revocationList, type Signer, type Statement, signerIn } from './forged-statements.ts'
import { register } from './people.ts'
import { completeRecord } from './records.ts'
import { createTestApp } from './test-app.ts'

const minuteMs = 60_000
/** The reference time: sealed two hours ago, archived a minute later, and again an hour later. */
export const sealedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 120 * minuteMs)
/** An instant the given number of minutes after the sealing. */
export const at = (minutes: number) => new Date(sealedAt.getTime() + minutes * minuteMs)

type Signers = Record<
  'root' | 'seal' | 'good' | 'mid' | 'below' | 'responder' | 'asked' | 'ended' | 'stamper' | 'foreign',
  Signer
>

/** For one test file: a really sealed record, the authorities of its certificates, and statements they could make. */
export function forgeryForFile() {
  const here = {} as { ca: LocalCa; folder: string; forge: Forge }
  const who = {} as Signers
  let other: LocalCa
  beforeAll(async () => {
    here.folder = await mkdtemp(join(tmpdir(), 'forged-statements-'))
    here.ca = await startLocalCa()
    other = await startLocalCa()
    const { ca, folder } = here
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
    here.forge = {
      seal: await issuedSealKey(ca, 'seal'),
      authority: await issuedSealKey(ca, 'good'),
      payload,
    }
    await writeFile(join(folder, 'seal.pem'), sealer.certificatePem)
    await writeFile(join(folder, 'root.pem'), await readFile(ca.rootFile))
    await test.close()
    await sealer.close()
  })
  afterAll(async () => {
    await Promise.all([here.ca.close(), other.close()])
    await rm(here.folder, { recursive: true, force: true })
  })

  async function check(
    { pdf, json }: RecordFiles,
    {
      authority = 'root.pem',
      certificate = 'seal.pem',
    }: { authority?: string | null; certificate?: string } = {},
  ) {
    const { folder } = here
    await writeFile(join(folder, 'a.pdf'), pdf)
    await writeFile(join(folder, 'a.json'), json)
    const named = authority ? ['--authority', authority] : []
    return checkRecord(folder, 'a.pdf', 'a.json', '--certificate', certificate, ...named)
  }

  /** A key with its certificate, without an issuer. */
  const alone = async (name: string) =>
    (await readFile(join(here.ca.folder, `${name}.key`), 'utf8')) +
    (await readFile(join(here.ca.folder, `${name}.pem`), 'utf8'))
  const der = (...signers: Signer[]) =>
    signers.map(({ certificate }) => new Uint8Array(certificate.toSchema().toBER()))
  const stating = (of: Signer, more: Partial<Statement> = {}): Statement => ({
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
  /** The statements a service would have received: both certificates are good. */
  const goodStore = (more: Partial<ValidationData> = {}) =>
    store({
      ocsps: [ocspAnswer(who.responder, stating(who.seal))],
      crls: [revocationList(who.root, stating(who.good))],
      ...more,
    })
  const sealed = (more: Partial<SealedAs> = {}) =>
    sealAnew(here.forge, { drawnAt: sealedAt, stampedAt: sealedAt, store: goodStore(), ...more })
  /** A sealed record with one update appended for each argument, stamped by the authority. */
  async function copy(...updates: (Partial<Parameters<typeof forgeArchive>[1]> | ValidationData)[]) {
    const { pdf, json } = await sealed()
    let made = pdf
    for (const [index, update] of updates.entries()) {
      const as = 'certificates' in update ? { data: update } : update
      made = await forgeArchive(made, { keyPem: here.forge.authority, at: at(1 + 60 * index), ...as })
    }
    return { pdf: made, json }
  }
  const revokedSeal = (revoked: NonNullable<Statement['revoked']>, more: Partial<Statement> = {}) =>
    store({ crls: [revocationList(who.root, stating(who.seal, { revoked, ...more }))] })
  const revokedAuthority = (revoked: NonNullable<Statement['revoked']>) =>
    store({ ocsps: [ocspAnswer(who.root, stating(who.good, { revoked }))] })

  return {
    here,
    who,
    check,
    alone,
    der,
    stating,
    store,
    goodStore,
    sealed,
    copy,
    revokedSeal,
    revokedAuthority,
  }
}

/** An extension that names the part of the certificates that a list covers. */
export const point = (...value: OctetString[]) => ({ '2.5.29.28': new Sequence({ value }) })
export const unknown = { '1.2.3.4': new Integer({ value: 1 }) }

/** The list in a store with one list. */
export const readList = ({ crls: [list] }: ValidationData) =>
  CertificateRevocationList.fromBER(toExactBuffer(list ?? new Uint8Array()))
