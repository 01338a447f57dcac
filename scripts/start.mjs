// npm start: installs and builds if needed, then runs the server. This script supports Node 18 and newer; the server
// runs on the project's own Node 24.
import { spawn } from 'node:child_process'
import { buildWhatChanged } from './lib/build-what-changed.mjs'
import { node } from './lib/install.mjs'
import { giveUp, inProject, root } from './lib/project.mjs'
import { stopWithRunner } from './lib/runner.mjs'
import { serverMemory, serverProgram } from './lib/server-program.mjs'

// A closed terminal or pipe must not end this process before the server has stopped.
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
  if (signal) giveUp(`The server was ended by ${signal}. All acknowledged data is stored. Start it again.`)
  process.exit(code ?? 1)
})

let asked = false
function stop(signal) {
  // In a terminal, Ctrl-C reaches the server directly too. A second signal does no harm.
  if (asked) return
  asked = true
  server.kill(signal)
  // Longer than the server waits for requests in progress and for the database.
  setTimeout(() => server.kill('SIGKILL'), 90_000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
if (process.env.npm_lifecycle_event) stopWithRunner(stop)
