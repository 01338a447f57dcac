// npm run prune, after npm run build: removes everything from node_modules that the server doesn't need on this
// machine. npm ci restores it.
import { readdirSync, rmSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { giveUp, inProject } from './lib/project.mjs'
import { run } from './lib/run.mjs'

const code = await run('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'])
if (code !== 0) giveUp('The packages could not be pruned. See the errors of npm above.')

const remove = (...parts) => rmSync(inProject('node_modules', ...parts), { recursive: true, force: true })
const list = (...parts) => readdirSync(inProject('node_modules', ...parts))

// The ONNX runtime contains libraries for every system.
const runtime = ['onnxruntime-node', 'bin', 'napi-v6']
for (const system of list(...runtime)) {
  for (const processor of list(...runtime, system)) {
    if (system !== platform || processor !== arch) remove(...runtime, system, processor)
  }
}
// Headers for building native code.
for (const name of list('.').filter((each) => each.startsWith('node-linux-'))) {
  remove(name, 'include')
  remove(name, 'share')
}
// Peer dependencies and dependencies of bundled tools; the server doesn't load them.
for (const name of ['typescript', 'prettier']) remove(name)
// Types and source maps are only needed for development.
for (const name of readdirSync(inProject('node_modules'), { recursive: true })) {
  if (/\.(map|d\.[cm]?ts)$/.test(name)) remove(name)
}
