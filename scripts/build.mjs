// npm run build: builds the web pages in every language into build/client, with compressed copies, and the server
// into build/node. The argument `client` or `node` selects one of them.
import { rmSync } from 'node:fs'
import { withBuildLock } from './lib/build-lock.mjs'
import { hashOfSources, stampBuild } from './lib/build-stamp.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const builders = { client: buildPages, node: buildServer }

await withBuildLock(async () => {
  await ensureInstalled()
  if (process.execPath !== node) {
    // Before the first installation, npm runs this script on the machine's own Node.
    process.exitCode = await run(node, process.argv.slice(1))
    return
  }
  for (const part of process.argv[2] ? [process.argv[2]] : Object.keys(builders)) {
    const hash = hashOfSources(part)
    // Removes the stamp first, so that an interrupted build is repeated.
    rmSync(inProject(`build/${part}.stamp`), { force: true })
    await builders[part](hash)
    stampBuild(part, hash)
  }
})

async function buildPages() {
  const { buildPages: build } = await import('./lib/build-pages.ts')
  await build(inProject('build/client'))
}

async function buildServer(hash) {
  const { bundleServer } = await import('./lib/bundle-server.ts')
  const { switchServer } = await import('./lib/server-builds.ts')
  await switchServer(inProject('build/node'), hash.slice(0, 12), bundleServer)
}
