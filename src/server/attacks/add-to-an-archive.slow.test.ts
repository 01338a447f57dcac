import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issuedSealKey } from '../platform/pdf/testing/issued-sealer.ts'
import { sealAnew } from '../testing/forged-archives.ts'
import { at, forgeryForFile, sealedAt, unknown } from '../testing/forged-authorities.ts'
import type { RecordFiles } from '../testing/forged-records.ts'

const { here, who, check, alone, der, store, copy } = forgeryForFile()

const notRecord = /BAD {2}what follows the sealed PDF is more than/

describe('an archived record that the checker accepts', () => {
  it('may have a timestamp more precise than milliseconds (ARCHIVE-12)', async () => {
    const written = `${at(1).toISOString().slice(0, 19).replace(/[-:T]/g, '')}.123456Z`
    const { output, exitCode } = await check(await copy({ flaw: { written } }))
    expect(output).toContain(`the newest archive timestamp is of ${at(1).toISOString().slice(0, 19)}.123Z`)
    expect(exitCode).toBe(0)
  })
})

describe('the checker refuses', () => {
  it.each<[string, RegExp, () => Promise<RecordFiles>]>([
    [
      'an archive timestamp of a time to come',
      /BAD {2}it is not of a time to come/,
      () => copy({ at: at(1500) }),
    ],
    [
      'one with an unknown critical extension',
      /BAD {2}it has something critical/,
      () => copy({ flaw: { critical: unknown } }),
    ],
    [
      'one of a key that is too short',
      /BAD {2}a time authority’s certificate signed it/,
      () => copy({ at: at(120), token: (covered) => here.ca.stamp('weak', covered) }),
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
      async () => copy({ keyPem: await issuedSealKey(here.ca, 'loose') }),
    ],
    [
      'one of an authority that ended',
      /BAD {2}that certificate was valid then/,
      async () => copy({ keyPem: await issuedSealKey(here.ca, 'endedStamper') }),
    ],
    [
      'one whose authority was certified by a certificate that is no authority',
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
  ])('%s (ARCHIVE-12, ARCHIVE-6)', async (_, expected, forged) => {
    const { output, exitCode } = await check(await forged())
    expect(output).toMatch(expected)
    expect(exitCode).toBe(1)
  })
})

describe('after a certificate has expired, the checker', () => {
  it('states the day on which the protection ended, instead of claiming that it continues (ARCHIVE-14)', async () => {
    const brief = await issuedSealKey(here.ca, 'brief')
    const { output, exitCode } = await check(await copy({ keyPem: brief }))
    expect(output).toMatch(/NOTE the newest archive timestamp is of .*, and its protection ended at /)
    expect(output).not.toContain('protects until')
    expect(exitCode).toBe(0)
  })

  it('states that it is unknown whether an expired certificate sealed before it expired (ARCHIVE-14)', async () => {
    const seal = await issuedSealKey(here.ca, 'briefSeal')
    await writeFile(join(here.folder, 'briefSeal.pem'), await readFile(join(here.ca.folder, 'briefSeal.pem')))
    const files = await sealAnew({ ...here.forge, seal }, { drawnAt: sealedAt })
    const { output } = await check(files, { certificate: 'briefSeal.pem' })
    expect(output).toMatch(/NOTE the certificate of the seal ended at .*, and no timestamp says/)
  })
})
