import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, root } from './project.mjs'
import { syncTree, writeDurably } from './write-durably.mjs'

/**
 * The two parts of a build, each with a folder below build/, and their possible sources: scripts, all of src except the
 * other part, and configuration files beside package.json. The sources are defined by exclusion, because an incomplete
 * list of files would lead to stale builds. A change of an unrelated script therefore causes an unnecessary build.
 */
const parts = {
  client: {
    // The last one reads the texts of another language.
    sources: ['public', 'scripts', 'src', join('src', 'server', 'platform', 'language')],
    without: join('src', 'server'),
  },
  node: { sources: ['scripts', 'simulators', 'src'], without: join('src', 'web') },
}

const toStampPath = (part) => inProject(`build/${part}.stamp`)

/** Whether this part was built from the current sources. Compares contents, because a checkout changes file times. */
export function isBuilt(part) {
  const isThere = [toStampPath(part), inProject(`build/${part}`)].every((path) => existsSync(path))
  return isThere && readFileSync(toStampPath(part), 'utf8') === hashOfSources(part)
}

/** Marks this part as built from the sources with this hash, after syncing its files to disk. */
export function stampBuild(part, hash) {
  syncTree(inProject(`build/${part}`))
  writeDurably(toStampPath(part), hash)
}

/** A hash of the names and contents of all possible sources of this part. */
export function hashOfSources(part, folder = root) {
  const hash = createHash('sha256')
  for (const file of listSourcesOfBuild(part, folder)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(folder, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

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
