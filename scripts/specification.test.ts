import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  findFaults,
  groupTestsByClause,
  listTitlesWithIds,
  parseClauses,
  readClauses,
  readSources,
} from './specification.ts'

const root = join(import.meta.dirname, '..')

const planted = parseClauses(
  'planted.md',
  [
    '# Planted',
    '- **ABC-1** A test holds it.',
    '- **ABC-2** Kept by [decision 001](../decisions/001-the-house.md).',
  ].join('\n'),
)
const testNamed = (title: string) => ({ path: 'src/a.test.ts', text: `it('${title}', () => {})` })
const held = testNamed('holds (ABC-1)')

it('has a test or a decision for every clause, and a clause for every id', async () => {
  const clauses = await readClauses(root)
  expect(clauses.length).toBeGreaterThan(300)
  expect(findFaults(clauses, await readSources(root))).toEqual([])
})

it('lists every page with the subject of its clauses, which is unique', async () => {
  const index = await readFile(join(root, 'docs/specification/README.md'), 'utf8')
  const listed = [...index.matchAll(/^\| \[.*\]\((.*)\) \| ([A-Z]+) \|$/gm)].map(([, page, subject]) => [
    page,
    subject,
  ])
  const stated = new Map(
    (await readClauses(root)).map(({ page, id }) => [page, id.slice(0, id.indexOf('-'))]),
  )
  expect(listed.toSorted()).toEqual([...stated].toSorted())
  expect(new Set(stated.values()).size).toBe(stated.size)
})

it('reports a clause without a test, even if a skipped test or other text mentions its id', () => {
  const fault = 'ABC-1 in planted.md has neither a test nor a decision'
  const skipped = { path: 'src/a.test.ts', text: "it.skip('holds (ABC-1)', () => {}) // (ABC-1)" }
  expect(findFaults(planted, [])).toEqual([fault])
  expect(findFaults(planted, [skipped])).toEqual([fault])
  expect(findFaults(planted, [{ ...held, path: 'src/a.ts' }])).toEqual([fault])
})

it('reports a clause that mentions a decision only as a reason', () => {
  const because = parseClauses(
    'planted.md',
    '- **ABC-1** So ([decision 001](../decisions/001-the-house.md)).',
  )
  expect(findFaults(because, [])).toEqual(['ABC-1 in planted.md has neither a test nor a decision'])
})

it('reports an unknown id in a title', () => {
  expect(findFaults(planted, [held, testNamed('holds more (ABC-1, ABC-9)')])).toEqual([
    'ABC-9 is not a clause: “holds more (ABC-1, ABC-9)” in src/a.test.ts',
  ])
  expect(findFaults(planted, [held, testNamed('holds (XYZ-1)')])).toHaveLength(1)
})

it('reports an unknown id outside titles', () => {
  const comment = { path: 'src/a.ts', text: '/** Follows ABC-7, in UTF-8. */' }
  expect(findFaults(planted, [held, comment])).toEqual(['src/a.ts mentions ABC-7, which is not a clause'])
})

it('reports an id with two clauses', () => {
  expect(findFaults([...planted, ...planted.slice(0, 1)], [held])).toEqual([
    'ABC-1 is used twice, the second time in planted.md',
  ])
})

it('finds ids in every kind of title', () => {
  const text = `
    describe('outer (#1)', () => {
      it.each([[1], [2]])('each %i (#2, #3)', () => {})
      test(\`with \${value} (#4)\`, () => {})
    })
    test.describe('journeys (#5)', () => {})
    test.app.request('/path (#6)')`.replaceAll('#', 'ABC-')
  const titles = listTitlesWithIds({ path: 'e2e/a.spec.ts', text })
  expect(titles.map(({ ids }) => ids)).toEqual([['ABC-1'], ['ABC-2', 'ABC-3'], ['ABC-4'], ['ABC-5']])
  expect(titles[1]?.title).toBe('each %i (ABC-2, ABC-3)')
  expect(groupTestsByClause([{ path: 'e2e/a.spec.ts', text }]).has('ABC-6')).toBe(false)
})
