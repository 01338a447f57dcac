import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readClauses } from './lib/specification.ts'

const root = join(import.meta.dirname, '..')
const page = await readFile(join(root, 'docs/asvs.md'), 'utf8')
const clauses = new Set((await readClauses(root)).map(({ id }) => id))

/** How many requirements of levels 1 and 2 the chapters of ASVS 5.0.0 have, and how many of them are of level 1. */
const chapterSizes = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const ofLevel1 = 70

const verdicts = ['met', 'not met', 'not applicable']

const isThere = (path: string) =>
  access(join(root, path)).then(
    () => true,
    () => false,
  )

/** What is wrong with the page, a line each. */
async function findFaults(text: string): Promise<string[]> {
  const faults: string[] = []
  const listed: { id: string; level: 1 | 2; verdict: string }[] = []
  const rows = text.matchAll(/^\| (\d+\.\d.*?) \| (.*?) \| (.*) \|$/gm)
  for (const [, requirement = '', verdict = '', heldBy = ''] of rows) {
    for (const [, id = '', level1] of requirement.matchAll(/(\d+\.\d+\.\d+)( L1)?/g)) {
      if (listed.some((other) => other.id === id)) faults.push(`${id} stands twice`)
      listed.push({ id, level: level1 ? 1 : 2, verdict })
    }
    const ids = heldBy.match(/\b[A-Z]+-\d+\b/g) ?? []
    const paths = [...heldBy.matchAll(/`([\w.-]*[./][^`\s]*)`/g)].map(([, path = '']) => path)
    if (!verdicts.includes(verdict)) faults.push(`${requirement}: “${verdict}” is no verdict`)
    if (verdict === 'met' && ids.length + paths.length === 0) faults.push(`${requirement}: nothing holds it`)
    faults.push(...ids.filter((id) => !clauses.has(id)).map((id) => `${requirement}: ${id} is no clause`))
    for (const path of paths) if (!(await isThere(path))) faults.push(`${requirement}: ${path} is gone`)
  }
  for (const [at, size] of chapterSizes.entries()) {
    const found = listed.filter(({ id }) => id.startsWith(`${at + 1}.`)).length
    if (found !== size) faults.push(`V${at + 1} has ${found} of ${size} requirements`)
  }
  if (listed.filter(({ level }) => level === 1).length !== ofLevel1)
    faults.push(`not ${ofLevel1} are of level 1`)
  for (const wanted of [1, 2]) {
    const ofLevel = listed.filter(({ level }) => level === wanted)
    const counts = verdicts.map((each) => ofLevel.filter(({ verdict }) => verdict === each).length)
    const line = `| Level ${wanted} | ${counts.join(' | ')} |`
    if (!text.includes(line)) faults.push(`the count should be ${line}`)
  }
  return faults
}

it('lists each requirement of ASVS once, with what holds it, and counts them', async () => {
  expect(await findFaults(page)).toEqual([])
})

it.each([
  ['a requirement that is gone', /^\| 9\.2\.4 .*\n/m, '', 'V9 has 6 of 7 requirements'],
  ['one that stands twice', '| 9.2.4 ', '| 9.2.3 ', '9.2.3 stands twice'],
  ['another verdict', ' | not met | ', ' | almost | ', 'is no verdict'],
  ['a clause that is gone', 'ERROR-11,', 'XYZ-1,', 'XYZ-1 is no clause'],
  ['a file that is gone', '`src/contract/address.ts`', '`src/gone.ts`', 'src/gone.ts is gone'],
  ['nothing that holds it', '| met | FORM-12 |', '| met | Trust us |', 'nothing holds it'],
  ['a wrong count', /^\| Level 1 \| \d+/m, '| Level 1 | 71', 'the count should be | Level 1 | '],
])('notices %s', async (_, found, planted, fault) => {
  expect((await findFaults(page.replace(found, planted))).join('\n')).toContain(fault)
})
