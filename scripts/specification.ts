// Prints the clauses of docs/specification with their tests. Arguments select clauses: SIGNUP, GATE-3.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

export type Clause = { page: string; id: string; text: string; isDecided: boolean }
export type Source = { path: string; text: string }
export type Titled = { path: string; title: string }

const pagesFolder = 'docs/specification'
const codeFolders = ['src', 'e2e', 'scripts', 'simulators', 'bench']
const withId = /^- \*\*([A-Z]+-\d+)\*\* (.+)$/gm
const titleWithIds = /(?<!\.skip)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*\(([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\))\1,/g

/** The clauses of the specification's pages, in their order. A repeated id is included each time. */
export async function readClauses(root: string): Promise<Clause[]> {
  const pages = (await readdir(join(root, pagesFolder))).filter((name) => name.endsWith('.md')).toSorted()
  const clauses: Clause[] = []
  for (const page of pages)
    clauses.push(...parseClauses(page, await readFile(join(root, pagesFolder, page), 'utf8')))
  return clauses
}

export function parseClauses(page: string, text: string): Clause[] {
  return [...text.matchAll(withId)].map(([, id = '', words = '']) => ({
    page,
    id,
    text: words,
    isDecided: words.includes('Kept by [decision '),
  }))
}

/** The files of the repository that may mention a clause. */
export async function readSources(root: string): Promise<Source[]> {
  const paths = (await readdir(join(root, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
  for (const folder of codeFolders) {
    const names = await readdir(join(root, folder), { recursive: true })
    paths.push(...names.filter((name) => /\.(tsx?|mjs|css)$/.test(name)).map((name) => join(folder, name)))
  }
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

/** The titles of a test file that end in ids, as the first argument of a call, but not of a skipped test. */
export function listTitlesWithIds({ path, text }: Source): (Titled & { ids: string[] })[] {
  return [...text.matchAll(titleWithIds)].map(([, , title = '', ids = '']) => ({
    path,
    title,
    ids: ids.split(', '),
  }))
}

/** Maps each clause id to the titles that contain it. */
export function groupTestsByClause(sources: Source[]): Map<string, Titled[]> {
  const tests = new Map<string, Titled[]>()
  for (const source of sources.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))) {
    for (const { path, title, ids } of listTitlesWithIds(source))
      for (const id of ids) tests.set(id, [...(tests.get(id) ?? []), { path, title }])
  }
  return tests
}

/**
 * The faults, one sentence each: repeated ids, clauses without a test or a decision, and ids in sources that aren't
 * clauses.
 */
export function findFaults(
  clauses: Clause[],
  sources: Source[],
  tests = groupTestsByClause(sources),
): string[] {
  const faults: string[] = []
  const known = new Set<string>()
  for (const { id, page, isDecided } of clauses) {
    if (known.has(id)) faults.push(`${id} is used twice, the second time in ${page}`)
    known.add(id)
    if (!isDecided && !tests.has(id)) faults.push(`${id} in ${page} has neither a test nor a decision`)
  }
  for (const [id, [first]] of tests)
    if (!known.has(id)) faults.push(`${id} is not a clause: “${first?.title}” in ${first?.path}`)
  const subjects = new Set(clauses.map(({ id }) => id.slice(0, id.indexOf('-'))))
  for (const { path, text } of sources)
    for (const [id, subject = ''] of text.matchAll(/\b([A-Z]+)-\d+\b/g))
      if (subjects.has(subject) && !known.has(id) && !tests.has(id))
        faults.push(`${path} mentions ${id}, which is not a clause`)
  return faults
}

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  const [clauses, sources] = await Promise.all([readClauses(root), readSources(root)])
  const tests = groupTestsByClause(sources)
  for (const { id, text } of clauses) {
    if (wanted.length > 0 && !wanted.some((word) => id === word || id.startsWith(`${word}-`))) continue
    console.log(`${id} ${text}`)
    for (const { path, title } of tests.get(id) ?? []) console.log(`    ${path}: ${title}`)
  }
  const faults = findFaults(clauses, sources, tests)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
