import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/**
 * A program that opens a socket and runs the server on it, again whenever it exits, as systemd does with a socket unit
 * and a service that is restarted. It waits for the server without running its own event loop, so it never accepts a
 * connection itself.
 *
 *     socket-keeper.ts PORT PIDFILE
 *
 * PIDFILE contains the process id of the present server, and is empty before the first one. If a server exits with an
 * error, this program exits too.
 */
const [port = '', pidFile = ''] = process.argv.slice(2)
const program = join(import.meta.dirname, '..', 'main.ts')

const socket = createServer()
socket.listen(Number(port), '127.0.0.1', () => {
  // Node exposes the descriptor only on the handle.
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  for (;;) {
    const script = 'echo $$ > "$3"; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$1" "$2" --without-pages'
    const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', process.execPath, program, pidFile], {
      stdio: ['ignore', 'ignore', 'inherit', fd],
    })
    if (status !== 0) {
      writeFileSync(pidFile, '')
      process.exit(status ?? 1)
    }
  }
})
