import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, root } from './project.mjs'
import { syncTree, writeDurably } from './write-durably.mjs'

const stampFile = inProject('build/stamp')

/** Whether the build was made of the sources as they are now. Contents count, not times: a checkout changes those at will. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfSources()
}

/** Marks the build as made of the sources whose hash this is, once all of it would survive a power cut. */
export function stampBuild(hash) {
  syncTree(inProject('build'))
  writeDurably(stampFile, hash)
}

/** One value for the names and contents of everything that the web build may be made of. */
export function hashOfSources(folder = root) {
  const hash = createHash('sha256')
  for (const file of sourcesOfBuild(folder)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(folder, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/**
 * Everything that the web build may be made of, named by what it is not: a list of what it is would have to be kept, and serves a stale
 * build when it is not. All of src but the server, what is served as it is, the scripts, and the settings beside package.json, where
 * every tool looks for its own. One build too many is the price of touching a script that has no part in it.
 */
export function sourcesOfBuild(folder = root) {
  const settings = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.([cm]?[jt]s|json|css|html)$|^\.(env|browserslistrc|postcssrc)/.test(entry.name),
    )
    .map((entry) => entry.name)
  return [...settings, ...['public', 'scripts', 'src'].flatMap((name) => filesBelow(folder, name))]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
}

function filesBelow(folder, path) {
  if (path === join('src', 'server') || !existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(folder, below) : [below]
  })
}
