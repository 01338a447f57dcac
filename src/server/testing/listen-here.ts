import type { AddressInfo, Server, Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

/** A server on a port of this machine. Closing it doesn't wait for open connections. */
export type Listening = { port: number; origin: string; close(): Promise<void> }

/** Starts a server on a port, a free one by default. */
export async function listenHere(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export function serveHere(app: { fetch: (request: Request) => Response | Promise<Response> }) {
  return listenHere(createAdaptorServer({ fetch: app.fetch }) as Server)
}
