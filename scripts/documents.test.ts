import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import logWords from '../src/words/en/log.ts'
import recordWords from '../src/words/en/record.ts'
import sealedWords from '../src/words/en/sealed-pages.ts'

const root = join(import.meta.dirname, '..')

async function documents(): Promise<string[]> {
  const atRoot = (await readdir(root)).filter((name) => name.endsWith('.md'))
  const inDocs = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) =>
    name.endsWith('.md'),
  )
  return [...atRoot, ...inDocs.map((name) => join('docs', name))]
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Lists the paths in a page's code spans and links that don't exist, relative to the folder of package.json. Archived
 * decisions may mention deleted files.
 */
async function findDeadPaths(document: string, text: string): Promise<string[]> {
  const paths = /`((?:src|docs|scripts|migrations|simulators|e2e|bench)\/[^`\s{}*…]*)`/g
  const named = document.startsWith('docs/decisions/archive/')
    ? []
    : [...text.matchAll(paths)].map(([, path = '']) => path)
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  )
  const dead: string[] = []
  for (const path of [...named, ...linked]) if (!(await exists(join(root, path)))) dead.push(path)
  return dead
}

it('mentions only files and folders that exist', async () => {
  const dead: string[] = []
  for (const document of await documents()) {
    const paths = await findDeadPaths(document, await readFile(join(root, document), 'utf8'))
    dead.push(...paths.map((path) => `${document}: ${path}`))
  }
  expect(dead).toEqual([])
})

it('reports a missing file, a missing folder and a dead link', async () => {
  const page =
    'See `src/gone.ts`, `docs/` and [this](gone.md), not [that](README.md) or [there](https://x.example).'
  expect(await findDeadPaths('docs/page.md', page)).toEqual(['src/gone.ts', 'docs/gone.md', 'docs/README.md'])
  expect(await findDeadPaths('page.md', 'See `scripts/` and [this](README.md#assent).')).toEqual([])
})

it('lists exactly the packages of package.json in docs/dependencies.md', async () => {
  const page = await readFile(join(root, 'docs/dependencies.md'), 'utf8')
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  expect(listed.sort()).toEqual(
    Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    }).sort(),
  )
})

it('quotes in docs/outside-proof.md the texts of records and of the log page about timestamps (RECORD-4, LOG-6)', async () => {
  const page = await readFile(join(root, 'docs/outside-proof.md'), 'utf8')
  const section = /^## Outside time$.*?(?=^##)/ms.exec(page)?.[0] ?? ''
  const named = [
    ...Object.values(sealedWords.timestamps),
    recordWords.timestamps.none,
    recordWords.timestamps.granted,
    logWords.noAuthority,
    logWords.stamped({ size: 1, at: '' }).replace(/:.*/, ':'),
  ]
  expect(named.filter((words) => !section.includes(`\`${words}\``))).toEqual([])
})
