import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './build-lock.mjs'
import { syncTree, writeDurably } from './write-durably.mjs'

/**
 * Makes the build `name` in its own folder below `folder`, unless it exists, and makes main.js, the common entry point,
 * start it. The build of a running server is kept until the server ends, because the server loads some files later.
 * @param make fills a new folder, which is renamed when it is complete
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

/** The newest other build is kept too: a starting server may use it without having written its mark yet. */
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
 * The text of main.js, which marks the build as used by its process. A build without a mark, because the server can't
 * write there, is kept until the second build after it.
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
