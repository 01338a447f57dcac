import { withBuildLock } from './build-lock.mjs'
import { isBuilt } from './build-stamp.mjs'
import { ensureInstalled, node } from './install.mjs'
import { inProject } from './project.mjs'
import { run } from './run.mjs'

const names = { client: 'the web pages', node: 'the server' }

/**
 * Installs packages and builds pages and server, or one of them, under a lock, each only if its sources changed. Exits
 * the process on failure.
 */
export function buildWhatChanged(parts = Object.keys(names)) {
  return withBuildLock(() => installAndBuild(parts))
}

async function installAndBuild(parts) {
  await ensureInstalled()
  for (const part of parts) {
    if (isBuilt(part)) continue
    console.log(`Building ${names[part]} ...`)
    if ((await run(node, [inProject('scripts/build.mjs'), part])) !== 0) process.exit(1)
  }
}
