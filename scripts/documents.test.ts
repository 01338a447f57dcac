import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

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

it('names only files and folders that exist', async () => {
  const gone: string[] = []
  for (const document of await documents()) {
    const text = await readFile(join(root, document), 'utf8')
    const named = [
      ...text.matchAll(/`((?:src|docs|scripts|migrations|simulators|e2e|bench)\/[^`\s{}*…]*)`/g),
    ].map(([, path = '']) => join(root, path))
    const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) =>
      join(root, dirname(document), path),
    )
    for (const path of [...named, ...linked]) {
      if (!(await exists(path))) gone.push(`${document}: ${path.slice(root.length + 1)}`)
    }
  }
  expect(gone).toEqual([])
})

it.each(['docs/document-1.md', 'docs/document-2.md'])(
  'proves in %s every sentence by a test that exists, or by a decision',
  async (document) => {
    const page = await readFile(join(root, document), 'utf8')
    const sentences = page.split('\n').filter((line) => line.startsWith('- '))
    expect(sentences.length).toBeGreaterThan(80)
    const unproven: string[] = []
    for (const sentence of sentences) {
      let tests = ''
      let named = 0
      for (const [, path, title] of sentence.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`|“([^”]+)”/g)) {
        if (path) tests = await readFile(join(root, path), 'utf8')
        if (!title) continue
        named += 1
        if (!tests.includes(title)) unproven.push(`“${title}” in: ${sentence}`)
      }
      if (named === 0 && !sentence.includes('](decisions/')) unproven.push(sentence)
    }
    expect(unproven).toEqual([])
  },
)

it('lists in docs/dependencies.md every package of package.json, and no other', async () => {
  const page = await readFile(join(root, 'docs/dependencies.md'), 'utf8')
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  expect(listed.sort()).toEqual(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort())
})
