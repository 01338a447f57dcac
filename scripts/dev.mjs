// npm run dev: serves pages and API at one address, and reloads both when a source file is saved.
import { spawn } from 'node:child_process'
import { pickFreePort } from './lib/free-port.mjs'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject, root } from './lib/project.mjs'
import { stopWithRunner } from './lib/runner.mjs'

await ensureInstalled()
const port = process.env.PORT || '3000'
const apiPort = String(await pickFreePort())

const server = start(
  ['--watch', '--watch-preserve-output', inProject('src/server/main.ts'), '--without-pages'],
  {
    PORT: apiPort,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
)
const pages = start([inProject('scripts/dev-pages.mjs'), port, apiPort], {})

let exitCode = 0
function stop() {
  server.kill('SIGTERM')
  pages.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
if (process.env.npm_lifecycle_event) stopWithRunner(stop)
for (const child of [server, pages]) {
  child.once('exit', (code) => {
    exitCode ||= code ?? 0
    stop()
    if (server.exitCode !== null && pages.exitCode !== null) process.exit(exitCode)
  })
}

function start(args, environment) {
  return spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
}
