import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './build-lock.mjs'
import { syncTree, writeDurably } from './write-durably.mjs'

/**
 * Makes the build `name` in a folder of its own below `folder` unless it is there, and has main.js, the common entry,
 * run it from now on. A running server still finds the files that it loads later: its folder stays as long as it lives.
 * @param make fills a new folder, which gets its name when it is whole
 */
export async function switchServer(
  folder: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  for (const unused of listUnusedBuilds(folder, name))
    rmSync(join(folder, unused), { recursive: true, force: true })
  if (!existsSync(join(folder, name))) {
    const unfinished = join(folder, `${name}.unfinished`)
    await make(unfinished)
    syncTree(unfinished)
    renameSync(unfinished, join(folder, name))
  }
  writeDurably(join(folder, 'main.js'), writeStart(name))
}

/** The newest of the others stays too: a server that is just starting has not said yet that it uses it. */
function listUnusedBuilds(folder: string, name: string): string[] {
  if (!existsSync(folder)) return []
  const madeAt = (each: string) => statSync(join(folder, each, 'main.js')).mtimeMs
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== name)
    .map((entry) => entry.name)
  const [whole, cutOff] = [
    others.filter((each) => !each.endsWith('.unfinished')),
    others.filter((each) => each.endsWith('.unfinished')),
  ]
  const unused = whole.filter((each) => !isUsed(join(folder, each)))
  const [, ...old] = unused.sort((a, b) => madeAt(b) - madeAt(a))
  return [...cutOff, ...old]
}

function isUsed(build: string): boolean {
  return readdirSync(build).some((file) => {
    const [, pid] = /^used-by-(\d+)$/.exec(file) ?? []
    return pid !== undefined && isAlive(pid)
  })
}

/**
 * Says which process uses the build. A server that may not write there has its build kept until the one after the next.
 */
function writeStart(name: string): string {
  return `import { rmSync, writeFileSync } from 'node:fs'
const mine = new URL(\`./${name}/used-by-\${process.pid}\`, import.meta.url)
try {
  writeFileSync(mine, '')
  process.once('exit', () => rmSync(mine, { force: true }))
} catch {}
await import('./${name}/main.js')
`
}
