// npm start: installs and builds if needed, then serves. Runs on any Node from 18 on; the server runs on the project's
// own Node 24.
import { spawn } from 'node:child_process'
import { buildWhatChanged } from './lib/build-what-changed.mjs'
import { node } from './lib/install.mjs'
import { giveUp, inProject, root } from './lib/project.mjs'
import { stopWithRunner } from './lib/runner.mjs'
import { serverMemory, serverProgram } from './lib/server-program.mjs'

// A terminal that was closed, or a reader that has gone, must not end this before the server has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await buildWhatChanged()

const server = spawn(node, serverProgram, {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { NODE_COMPILE_CACHE: inProject('node_modules/.cache/compiled'), ...serverMemory, ...process.env },
})
server.on('message', (message) => {
  if (message?.ready) console.log(message.ready)
})
server.once('error', () => giveUp('The server could not be started.'))
server.once('exit', (code, signal) => {
  if (signal) giveUp(`The server was ended by ${signal}. What it had acknowledged is kept: start it again.`)
  process.exit(code ?? 1)
})

let asked = false
function stop(signal) {
  // At a terminal the server gets the same Ctrl-C from the terminal itself; asking twice does no harm.
  if (asked) return
  asked = true
  server.kill(signal)
  // Longer than the server grants to requests in progress and to the database.
  setTimeout(() => server.kill('SIGKILL'), 90_000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
if (process.env.npm_lifecycle_event) stopWithRunner(stop)
