import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

/** Everything that the web build is made of. */
const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'postcss.config.cjs',
  'package-lock.json',
  'scripts/build.mjs',
]

const stampFile = inProject('build/stamp')

/** Whether the build was made of the sources as they are now. Contents count, not times: a checkout changes those at will. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfSources()
}

/** Marks the build as made of the sources whose hash this is. */
export function stampBuild(hash) {
  writeFileSync(stampFile, hash)
}

export function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) {
      hash.update(`${file}\0`)
      hash.update(readFileSync(inProject(file)))
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(inProject(path))) return []
  if (!statSync(inProject(path)).isDirectory()) return [path]
  return readdirSync(inProject(path))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}
