import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

export type Clause = { page: string; id: string; text: string; isDecided: boolean }
export type Source = { path: string; text: string }
export type Titled = { path: string; title: string }

const pagesFolder = 'docs/specification'
const codeFolders = ['src', 'e2e', 'scripts', 'simulators', 'bench']
const withId = /^- \*\*([A-Z]+-\d+)\*\* (.+)$/gm
const idsAtEnd = /\(([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\)$/

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

/** The titles of a test file that end in ids, each prefixed with the titles of its enclosing blocks. */
export function listTitlesWithIds({ path, text }: Source): (Titled & { ids: string[] })[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: (Titled & { ids: string[] })[] = []
  const visit = (node: ts.Node, around: string[]) => {
    const title = isTitled(node) ? (node.arguments[0]?.getText(source).slice(1, -1) ?? null) : null
    const titles = title === null ? around : [...around, title]
    const ids = title?.match(idsAtEnd)?.[1]?.split(', ') ?? []
    if (ids.length > 0) found.push({ path, title: titles.join(' › '), ids })
    ts.forEachChild(node, (child) => visit(child, titles))
  }
  visit(source, [])
  return found
}

/** Matches `it('…')`, `describe('…')`, `test.describe('…')` and `it.each(…)('…')`, but not skipped tests. */
function isTitled(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !node.arguments[0]) return false
  const first = node.arguments[0]
  if (!ts.isStringLiteralLike(first) && !ts.isTemplateExpression(first)) return false
  return /^(it|test|describe)(\.(each|for|describe))*$/.test(readCalledName(node.expression))
}

function readCalledName(expression: ts.Expression): string {
  if (ts.isCallExpression(expression)) return readCalledName(expression.expression)
  if (ts.isPropertyAccessExpression(expression))
    return `${readCalledName(expression.expression)}.${expression.name.text}`
  return ts.isIdentifier(expression) ? expression.text : ''
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
