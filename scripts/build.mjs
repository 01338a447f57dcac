// npm run build: builds the web pages into build/client, with compressed copies, and the server into build/node. The
// argument `client` or `node` selects one of them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { withBuildLock } from './lib/build-lock.mjs'
import { hashOfSources, stampBuild } from './lib/build-stamp.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { giveUp, inProject } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const pages = inProject('build/pages')
const client = join(pages, 'client')
const offlinePage = join(client, 'offline/index.html')
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

async function buildServer(hash) {
  const { bundleServer } = await import('./lib/bundle-server.ts')
  const { switchServer } = await import('./lib/server-builds.ts')
  await switchServer(inProject('build/node'), hash.slice(0, 12), bundleServer)
}

/** Builds into a separate folder and then replaces build/client, which a starting server may be reading. */
async function buildPages() {
  rmSync(pages, { recursive: true, force: true })
  const code = await run(node, [inProject('node_modules/@react-router/dev/bin.cjs'), 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) giveUp('The web pages could not be built. See the errors above.')
  const { makePaintFirst, makeStandAlone } = await import('./lib/first-paint.mjs')
  const readStyles = (address) => readFileSync(join(client, address), 'utf8')
  const paintFirst = async (path) => {
    const finish = path === offlinePage ? makeStandAlone : makePaintFirst
    writeFileSync(path, await finish(readFileSync(path, 'utf8'), readStyles))
  }
  await Promise.all(listFilesBelow(client).filter(isPrerendered).map(paintFirst))
  writeOfflineVersion()
  await Promise.all(listFilesBelow(client).map(compress))
  rmSync(inProject('build/client'), { recursive: true, force: true })
  renameSync(client, inProject('build/client'))
  // The server build of the pages is only needed for prerendering.
  rmSync(pages, { recursive: true, force: true })
}

function listFilesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? listFilesBelow(path) : [path]
  })
}

function isPrerendered(path) {
  return path.endsWith('.html') && !path.endsWith('__spa-fallback.html')
}

/** Puts the hash of the offline page into the service worker: browsers then fetch a changed page. */
function writeOfflineVersion() {
  const version = createHash('sha256').update(readFileSync(offlinePage)).digest('hex').slice(0, 16)
  const worker = join(client, 'service-worker.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replace('__OFFLINE_VERSION__', version))
}

async function compress(path) {
  if (!/\.(js|css|svg|json|webmanifest|txt|xml|data|wasm)$/.test(path) || statSync(path).size < 1024) return
  const contents = readFileSync(path)
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(contents))
  writeFileSync(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }))
}
