import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Sequence } from 'asn1js'
import { Attribute } from 'pkijs'
import { describe, expect, it } from 'vitest'
import { checkRecordOnNode18 } from '../testing/check-record.ts'
import { at, forgeryForFile, readList } from '../testing/forged-authorities.ts'
import type { RecordFiles } from '../testing/forged-records.ts'

const { here, check, store, goodStore, sealed, copy, revokedSeal } = forgeryForFile()

describe('a record that the checker accepts', () => {
  it('is one whose certificates are good, sealed and archived (ARCHIVE-1, ARCHIVE-6)', async () => {
    const [one, two] = [await check(await sealed()), await check(await copy(goodStore(), store()))]
    expect(one).toMatchObject({ exitCode: 0, output: expect.stringContaining('PAdES B-LT\n') })
    expect(two).toMatchObject({ exitCode: 0, output: expect.stringContaining('PAdES B-LTA\n') })
  })

  it('is accepted on Node 18 too (ARCHIVE-15)', async () => {
    const { pdf, json } = await copy(goodStore())
    await writeFile(join(here.folder, 'old.pdf'), pdf)
    await writeFile(join(here.folder, 'old.json'), json)
    const args = ['old.pdf', 'old.json', '--certificate', 'seal.pem', '--authority', 'root.pem']
    expect(await checkRecordOnNode18(here.folder, ...args)).toEqual({
      exitCode: 0,
      output: expect.stringContaining('PAdES B-LTA\n'),
    })
  })

  it('has its kind named: a withdrawal isn’t a record (RECORD-16)', async () => {
    const { output } = await check(
      await sealed({ change: ({ facts }) => Object.assign(facts, { document: 'withdrawal' }) }),
    )
    expect(output).toContain('it says that it is a withdrawal of consent, and not the record')
  })
})

describe('the checker refuses', () => {
  it.each<[string, RegExp, () => Promise<RecordFiles>]>([
    [
      'lists in the seal itself',
      /BAD {2}the seal has the attributes of a record’s and no others/,
      () => sealed({ flaw: { crls: [readList(revokedSeal({ at: at(-5) }))] } }),
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
      () => sealed({ change: ({ pdf }) => Object.assign(pdf['timestamp'] as object, { by: 'unknown' }) }),
    ],
    [
      'a log of nothing with a root of its own',
      /BAD {2}the log that it names was empty/,
      () =>
        sealed({
          change: ({ facts }) => Object.assign(facts['log'] as object, { size: 0, rootHash: '0'.repeat(64) }),
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
  ])('%s (ARCHIVE-12, ARCHIVE-6)', async (_, expected, forged) => {
    const { output, exitCode } = await check(await forged())
    expect(output).toMatch(expected)
    expect(exitCode).toBe(1)
  })
})
