import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readClauses } from './specification.ts'

const root = join(import.meta.dirname, '..')
const page = await readFile(join(root, 'docs/asvs.md'), 'utf8')
const clauses = new Set((await readClauses(root)).map(({ id }) => id))

/** The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0, and the total for level 1. */
const chapterSizes = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const ofLevel1 = 70

const verdicts = ['met', 'not met', 'not applicable']

const isThere = (path: string) =>
  access(join(root, path)).then(
    () => true,
    () => false,
  )

/** Lists the faults of the page, one line each. */
async function findFaults(text: string): Promise<string[]> {
  const faults: string[] = []
  const listed: { id: string; level: 1 | 2; verdict: string }[] = []
  const rows = text.matchAll(/^\| (\d+\.\d.*?) \| (.*?) \| (.*) \|$/gm)
  for (const [, requirement = '', verdict = '', heldBy = ''] of rows) {
    for (const [, id = '', level1] of requirement.matchAll(/(\d+\.\d+\.\d+)( L1)?/g)) {
      if (listed.some((other) => other.id === id)) faults.push(`${id} is listed twice`)
      listed.push({ id, level: level1 ? 1 : 2, verdict })
    }
    const ids = heldBy.match(/\b[A-Z]+-\d+\b/g) ?? []
    const paths = [...heldBy.matchAll(/`([\w.-]*[./][^`\s]*)`/g)].map(([, path = '']) => path)
    if (!verdicts.includes(verdict)) faults.push(`${requirement}: “${verdict}” is not a verdict`)
    if (verdict === 'met' && ids.length + paths.length === 0)
      faults.push(`${requirement}: no clause or file covers it`)
    faults.push(...ids.filter((id) => !clauses.has(id)).map((id) => `${requirement}: ${id} is not a clause`))
    for (const path of paths) if (!(await isThere(path))) faults.push(`${requirement}: ${path} doesn't exist`)
  }
  for (const [at, size] of chapterSizes.entries()) {
    const found = listed.filter(({ id }) => id.startsWith(`${at + 1}.`)).length
    if (found !== size) faults.push(`V${at + 1} has ${found} of ${size} requirements`)
  }
  if (listed.filter(({ level }) => level === 1).length !== ofLevel1)
    faults.push(`the number of level 1 requirements is not ${ofLevel1}`)
  for (const wanted of [1, 2]) {
    const ofLevel = listed.filter(({ level }) => level === wanted)
    const counts = verdicts.map((each) => ofLevel.filter(({ verdict }) => verdict === each).length)
    const line = `| Level ${wanted} | ${counts.join(' | ')} |`
    if (!text.includes(line)) faults.push(`the count should be ${line}`)
  }
  return faults
}

it('lists each requirement of ASVS once, with the clauses and files that cover it, and the correct counts', async () => {
  expect(await findFaults(page)).toEqual([])
})

it.each([
  ['a missing requirement', /^\| 9\.2\.4 .*\n/m, '', 'V9 has 6 of 7 requirements'],
  ['a requirement that is listed twice', '| 9.2.4 ', '| 9.2.3 ', '9.2.3 is listed twice'],
  ['an unknown verdict', ' | not met | ', ' | almost | ', 'is not a verdict'],
  ['an unknown clause', 'ERROR-11,', 'XYZ-1,', 'XYZ-1 is not a clause'],
  ['a missing file', '`src/contract/address.ts`', '`src/gone.ts`', "src/gone.ts doesn't exist"],
  [
    'a met requirement without a clause or file',
    '| met | FORM-12 |',
    '| met | Trust us |',
    'no clause or file covers it',
  ],
  ['a wrong count', /^\| Level 1 \| \d+/m, '| Level 1 | 71', 'the count should be | Level 1 | '],
])('reports %s', async (_, found, planted, fault) => {
  expect((await findFaults(page.replace(found, planted))).join('\n')).toContain(fault)
})
