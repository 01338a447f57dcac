import { readFile } from 'node:fs/promises'

/** In the order of the file: each module comes after those that it uses. */
const modules = [
  'say',
  'bounds',
  'der',
  'json',
  'certificates',
  'cms',
  'statements',
  'seal',
  'timestamps',
  'archive',
  'conclusions',
  'log',
  'proof',
  'service',
]
const folder = new URL('../../../scripts/check-record/', import.meta.url)

let checker: Promise<string> | undefined

/**
 * `check-record.mjs` as people download it: the modules of scripts/check-record in one file, with their comments and
 * the translations, and always the same bytes. It needs only Node. Joining the modules changes nothing, because each
 * import from Node is a whole module with the same name everywhere, and no two modules declare the same name.
 */
export function readChecker(): Promise<string> {
  checker ??= joinModules()
  return checker
}

async function joinModules(): Promise<string> {
  const [main = '', ...texts] = await Promise.all(['check-record', ...modules].map(readModule))
  texts.unshift(await writeWords())
  const head = /^#!.*\n(\/\/.*\n)+/.exec(main)?.[0] ?? ''
  const all = [...texts, main.slice(head.length)]
  const imports = new Set(all.flatMap((text) => text.match(/^import \w+ from 'node:.*'$/gm) ?? []))
  const bodies = all.map((text) =>
    text
      .replace(/^import [^;]+? from '.*'\n/gm, '')
      .replace(/^export /gm, '')
      .trim(),
  )
  return `${head}${[...imports].sort().join('\n')}\n\n${bodies.join('\n\n')}\n`
}

const readModule = (name: string) => readFile(new URL(`${name}.mjs`, folder), 'utf8')

/** The module `words` without its files. Each text stands in one line with its translations. */
async function writeWords(): Promise<string> {
  const { tags, words } = await import(new URL('words.mjs', folder).href)
  const lines = Object.entries(words).map(
    (entry) => `  ${entry.map((part) => JSON.stringify(part)).join(': ')},`,
  )
  return `// The translations, in the order of the tags
const tags = ${JSON.stringify(tags)}
const words = {\n${lines.join('\n')}\n}`
}
