import { readFile } from 'node:fs/promises'

/** In the order of the file: each module comes after those that it uses. */
const modules = [
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
 * `check-record.mjs` as people download it: the modules of scripts/check-record in one file, with their comments, and
 * always the same bytes. It needs only Node. Joining the modules changes nothing, because each import from Node is a
 * whole module with the same name everywhere, and no two modules declare the same name.
 */
export function readChecker(): Promise<string> {
  checker ??= joinModules()
  return checker
}

async function joinModules(): Promise<string> {
  const [main = '', ...texts] = await Promise.all(['check-record', ...modules].map(readModule))
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
