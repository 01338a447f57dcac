import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Integer } from 'asn1js'
import { Certificate } from 'pkijs'
import { describe, expect, it } from 'vitest'
import { toExactBuffer } from '../platform/pdf/sealing/seal-key.ts'
import { issuedSealKey } from '../platform/pdf/testing/issued-sealer.ts'
import { sealAnew } from '../testing/forged-archives.ts'
import { at, forgeryForFile, point, readList, sealedAt, unknown } from '../testing/forged-authorities.ts'
import type { RecordFiles } from '../testing/forged-records.ts'
import { ocspAnswer, revocationList } from '../testing/forged-statements.ts'

const {
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
} = forgeryForFile()

const revokedOfSeal = /BAD {2}CN=Local seal, of the seal, was revoked/
const revokedOfStamp = /BAD {2}CN=Local good, of the timestamp over .*, was revoked/
const unsignedStatements = /BAD {2}the \d+ statements about certificates/

describe('a record that the checker accepts', () => {
  it.each([
    ['the certificate of the seal after a timestamp has it', () => revokedSeal({ at: at(30), reason: 1 })],
    [
      'the time authority later, because another took its place',
      () => revokedAuthority({ at: at(30), reason: 4 }),
    ],
  ] as const)('may have a revocation of %s (ARCHIVE-12)', async (_, data) => {
    const { output, exitCode } = await check(await copy(data()))
    expect(output).toMatch(/NOTE .* was revoked at /)
    expect(exitCode).toBe(0)
  })

  it('may have a time authority that lost its key after another timestamp was added (ARCHIVE-12)', async () => {
    const lost = {
      data: revokedAuthority({ at: at(90), reason: 1 }),
      keyPem: await issuedSealKey(here.ca, 'stamper'),
    }
    const { output, exitCode } = await check(await copy({}, lost))
    expect([output.match(/NOTE .* was revoked at /g)?.length, exitCode]).toEqual([2, 0])
  })
})

describe('the checker refuses', () => {
  it.each<[string, RegExp, () => Promise<RecordFiles>]>([
    ['a list with the seal’s certificate', revokedOfSeal, () => copy(revokedSeal({ at: at(-5) }))],
    ['a revocation in the second of the timestamp', revokedOfSeal, () => copy(revokedSeal({ at: at(0) }))],
    [
      'an answer that it was revoked',
      revokedOfSeal,
      () =>
        copy(store({ ocsps: [ocspAnswer(who.responder, stating(who.seal, { revoked: { at: at(-5) } }))] })),
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
            ocsps: [
              ocspAnswer(who.root, stating(who.seal, { revoked: { at: at(30), invalidSince: at(-5) } })),
            ],
          }),
        ),
    ],
    [
      'a revocation in a list with an unknown critical extension',
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
      () => sealAnew(here.forge, { drawnAt: sealedAt, store: revokedSeal({ at: at(30) }) }),
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
          {
            data: revokedAuthority({ at: at(30), reason: 1 }),
            keyPem: await issuedSealKey(here.ca, 'stamper'),
          },
        ),
    ],
    [
      'a revocation inside a timestamp',
      revokedOfSeal,
      () => copy({ flaw: { crls: [readList(revokedSeal({ at: at(-5) }))] } }),
    ],
    [
      'an answer that says good and revoked at once',
      revokedOfSeal,
      () =>
        copy(
          store({
            ocsps: [ocspAnswer(who.root, stating(who.seal), stating(who.seal, { revoked: { at: at(-5) } }))],
          }),
        ),
    ],
  ])('%s (ARCHIVE-12, ARCHIVE-6)', async (_, expected, forged) => {
    const { output, exitCode } = await check(await forged())
    expect(output).toMatch(expected)
    expect(exitCode).toBe(1)
  })

  it('a seal whose issuer was revoked (ARCHIVE-12)', async () => {
    const key = await issuedSealKey(here.ca, 'below')
    const mid = await readFile(join(here.ca.folder, 'mid.pem'), 'utf8')
    const seal = key.replace(/(-----END CERTIFICATE-----\n)/, `$1${mid}`)
    await writeFile(join(here.folder, 'below.pem'), await readFile(join(here.ca.folder, 'below.pem')))
    const data = store({
      certificates: der(who.below, who.mid, who.root),
      crls: [revocationList(who.root, stating(who.mid, { revoked: { at: at(-5) } }))],
    })
    const files = await sealAnew(
      { ...here.forge, seal },
      { drawnAt: sealedAt, stampedAt: sealedAt, store: data },
    )
    const { output, exitCode } = await check(files, { certificate: 'below.pem' })
    expect(output).toMatch(/BAD {2}CN=Local mid, of the seal, was revoked/)
    expect(exitCode).toBe(1)
  })

  it('a list whose issuer may not sign lists according to its certificate (ARCHIVE-12)', async () => {
    const mute = Certificate.fromBER(toExactBuffer(der(who.root)[0] ?? new Uint8Array()))
    const usage = mute.extensions?.find(({ extnID }) => extnID === '2.5.29.15')
    usage?.extnValue.valueBlock.valueHexView.set([0x04], 3)
    const certificates = [...der(who.seal, who.good), new Uint8Array(mute.toSchema(true).toBER())]
    const files = await sealAnew(
      { ...here.forge, seal: await alone('seal') },
      { drawnAt: sealedAt, stampedAt: sealedAt, store: { ...revokedSeal({ at: at(-5) }), certificates } },
    )
    expect(certificates[2]).not.toEqual(der(who.root)[0])
    const { output, exitCode } = await check(files, { authority: null })
    expect(output).toMatch(unsignedStatements)
    expect(exitCode).toBe(1)
    expect((await check(files)).output).toMatch(revokedOfSeal)
  })

  it('a seal that was revoked later, if the authority of its timestamps is unknown (ARCHIVE-12)', async () => {
    const files = await copy(revokedSeal({ at: at(30) }))
    const { output, exitCode } = await check(files, { authority: null })
    expect(output).toMatch(/BAD {2}CN=Local seal, of the seal, was revoked .*--authority/)
    expect(exitCode).toBe(1)
  })
})
