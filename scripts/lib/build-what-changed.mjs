import { withBuildLock } from './build-lock.mjs'
import { isBuilt } from './build-stamp.mjs'
import { ensureInstalled, node } from './install.mjs'
import { inProject } from './project.mjs'
import { run } from './run.mjs'

/**
 * Installs packages and builds pages and server under a lock, each only if its sources changed. Exits the process on
 * failure.
 */
export function buildWhatChanged() {
  return withBuildLock(installAndBuild)
}

async function installAndBuild() {
  await ensureInstalled()
  for (const [part, what] of [
    ['client', 'the web pages'],
    ['node', 'the server'],
  ]) {
    if (isBuilt(part)) continue
    console.log(`Building ${what} ...`)
    if ((await run(node, [inProject('scripts/build.mjs'), part])) !== 0) process.exit(1)
  }
}
