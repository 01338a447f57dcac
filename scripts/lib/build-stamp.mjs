import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, root } from './project.mjs'
import { syncTree, writeDurably } from './write-durably.mjs'

/**
 * The two parts of a build, each with its folder below build/ and with what it may be made of. Both are named by what
 * they are not: a list of what they are would have to be kept, and serves a stale build when it is not. All of src but
 * the other's half, and the scripts and the settings beside package.json, where every tool looks for its own. One build
 * too many is the price of touching a script that has no part in it.
 */
const parts = {
  client: { sources: ['public', 'scripts', 'src'], without: join('src', 'server') },
  node: { sources: ['scripts', 'simulators', 'src'], without: join('src', 'web') },
}

const toStampPath = (part) => inProject(`build/${part}.stamp`)

/**
 * Whether this part is built of the sources as they are now. Contents count, not times: a checkout changes those at
 * will.
 */
export function isBuilt(part) {
  const isThere = [toStampPath(part), inProject(`build/${part}`)].every((path) => existsSync(path))
  return isThere && readFileSync(toStampPath(part), 'utf8') === hashOfSources(part)
}

/** Marks this part as made of the sources whose hash this is, once all of it would survive a power cut. */
export function stampBuild(part, hash) {
  syncTree(inProject(`build/${part}`))
  writeDurably(toStampPath(part), hash)
}

/** One value for the names and contents of everything that this part may be made of. */
export function hashOfSources(part, folder = root) {
  const hash = createHash('sha256')
  for (const file of listSourcesOfBuild(part, folder)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(folder, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/** Everything that this part may be made of. */
export function listSourcesOfBuild(part, folder = root) {
  const { sources, without } = parts[part]
  const settings = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.([cm]?[jt]s|json|css|html)$|^\.(env|browserslistrc|postcssrc)/.test(entry.name),
    )
    .map((entry) => entry.name)
  return [...settings, ...sources.flatMap((name) => listFilesBelow(folder, name, without))]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
}

function listFilesBelow(folder, path, without) {
  if (path === without || !existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name)
    return entry.isDirectory() ? listFilesBelow(folder, below, without) : [below]
  })
}
