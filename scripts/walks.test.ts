import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The text of a file, by its path from the root; null for a missing file. */
type Read = (path: string) => Promise<string | null>

const readSource: Read = (path) => readFile(join(root, path), 'utf8').catch(() => null)

/** Lists the walks of a page, and the lines of each. A walk begins with its title, in the section about walks. */
function readWalks(page: string): { title: string; lines: string[] }[] {
  const section = page.split(/^## /m).find((part) => part.startsWith('Walks through the code\n')) ?? ''
  return section
    .split(/^### /m)
    .slice(1)
    .map((walk) => {
      const [title = '', ...lines] = walk.split('\n').filter((line) => line.trim() !== '')
      return { title, lines }
    })
}

/** Lists the files that a file imports, starts as a thread or process, or names as the page of a route. */
function listImports(path: string, text: string): string[] {
  const imports = /(?:\b(?:from|import) |\bimport\(|\bnew URL\()\s*'(\.[^']+)'|\broute\('[^']*', '([^']+)'/g
  return [...text.matchAll(imports)].map(([, file, page]) => join(path, '..', file ?? page ?? ''))
}

/** Whether one of two files names an endpoint, or the path of a route, that the other one names too. */
function shareAddress(one: string, other: string): boolean {
  const names = /'((?:GET|POST|PUT|PATCH|DELETE) \/[^']+)'|\broute\('\/?([^'/]+\/[^']+)'/g
  const declares = (text: string, by: string) =>
    [...text.matchAll(names)].some(([, endpoint, path]) =>
      endpoint ? by.includes(`'${endpoint}'`) : [`/${path}'`, `/${path}\``].some((end) => by.includes(end)),
    )
  return declares(one, other) || declares(other, one)
}

/** Lists the lines of the walks that name no file, or a file that no earlier file of the walk leads to. */
async function findFaults(page: string, read: Read): Promise<string[]> {
  const faults: string[] = []
  for (const { title, lines } of readWalks(page)) {
    const texts: string[] = []
    const imported = new Set<string>()
    for (const line of lines) {
      const [, path] = /^\d+\. `([^`]+)` \S/.exec(line) ?? []
      const text = path === undefined ? null : await read(path)
      if (path === undefined) faults.push(`${title}: “${line}” is not a file and what it does`)
      else if (text === null) faults.push(`${title}: ${path} does not exist`)
      else {
        const isReached = imported.has(path) || texts.some((earlier) => shareAddress(earlier, text))
        if (texts.length > 0 && !isReached) faults.push(`${title}: nothing before ${path} leads to it`)
        texts.push(text)
        for (const file of listImports(path, text)) imported.add(file)
      }
    }
  }
  return faults
}

it('each file of a walk in ARCHITECTURE.md is imported or addressed by an earlier one', async () => {
  const page = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8')
  expect(readWalks(page).map(({ title }) => title)).toEqual([
    'The gate',
    'An upload',
    'The submission, to the sealed PDF',
    'A payment',
    'A payment webhook',
    'A sign-in with a password',
    'A sign-in with a passkey',
    'A proof by a bank, to its page',
    'A proof by a bank, and back',
    'The owner’s page',
  ])
  expect(await findFaults(page, readSource)).toEqual([])
})

const planted: Record<string, string> = {
  'web/page.tsx': "import { send } from './send.ts'\nsend('POST /api/things')",
  'web/send.ts': 'const address = `https://site.example/auth/v1`',
  'server/other.ts': "handle({ 'POST /api/others': keep })\napp.route('/others/v1', routes)",
}

const findPlantedFaults = (...lines: string[]) =>
  findFaults(
    ['## Walks through the code', '### A walk', ...lines, '## Next', '### No walk', 'text'].join('\n'),
    (path) => Promise.resolve(planted[path] ?? null),
  )

it('reports a file that is missing, that nothing leads to, or that comes too early, and a line without a file', async () => {
  expect(
    await findPlantedFaults(
      '1. `web/page.tsx` asks',
      '2. `web/gone.ts` sends',
      '3. `server/other.ts` answers',
    ),
  ).toEqual(['A walk: web/gone.ts does not exist', 'A walk: nothing before server/other.ts leads to it'])
  expect(await findPlantedFaults('1. `web/send.ts` sends', '2. `web/page.tsx` asks')).toEqual([
    'A walk: nothing before web/page.tsx leads to it',
  ])
  expect(await findPlantedFaults('The page asks.', '1. `web/page.tsx`')).toEqual([
    'A walk: “The page asks.” is not a file and what it does',
    'A walk: “1. `web/page.tsx`” is not a file and what it does',
  ])
})
