import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What a name that ends in `Of` may begin with: `destroyDocumentsOf` says what it does, `documentsOf` does not. */
const verbs =
  /^(?:are|blank|can|close|copy|count|delete|destroy|end|erase|find|forget|give|has|is|list|lock|make|read|render|run|withhold)[A-Z]/

const functions =
  /\bfunction\*?\s+([a-z]\w*Of)\b|\bconst\s+([a-z]\w*Of)\s*=\s*(?:async\s*)?(?:\(|<|[a-z]\w*\s*=>|function)/g

function findNouns(code: string): string[] {
  return [...code.matchAll(functions)]
    .map(([, declared, assigned]) => declared ?? assigned ?? '')
    .filter((name) => !verbs.test(name))
}

it('names functions by what they do, not by what comes of them', async () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => path && !path.endsWith('function-names.test.ts'))
  expect(paths.length).toBeGreaterThan(1000)
  const found = await Promise.all(
    paths.map(async (path) => {
      const code = await readFile(join(root, path), 'utf8').catch(() => '')
      return findNouns(code).map((name) => `${path}: ${name}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

it('finds those that do not', () => {
  expect(findNouns('async function statusOf(id) {}\nconst nameOf = (row: Row) => row.name')).toEqual([
    'statusOf',
    'nameOf',
  ])
  expect(findNouns('export function listFilesOf() {}\nconst typeOf = "x"')).toEqual([])
})
