import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free TCP port on 127.0.0.1. It is below the ephemeral ports of outgoing connections, so that it is still free when
 * a server starts on it.
 */
export async function pickFreePort() {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
