import { createServer, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { StartupError } from '../platform/startup-error.ts'
import { limitConnections } from './limit-connections.ts'
import { watchBodies } from './watch-bodies.ts'

/** Headers and whole requests must have arrived after so long, and no connection is silent for longer than `idleMs`; event streams are not. */
const patience = { headersMs: 15_000, requestMs: 180_000, idleMs: 60_000, checkEveryMs: 5_000 }

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** An open port. */
export type Listening = {
  /** Takes no new requests, ends event streams, and resolves when the requests in progress are answered, or after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/**
 * Serves on a port. Throws a StartupError when it is taken or not ours to take.
 *
 * Whoever is slow is cut: with headers, with a body (watch-bodies.ts), or with taking what was answered. `trustProxy` says that all
 * connections are a proxy's.
 */
export async function listen(
  app: Fetch,
  address: { host: string; port: number; trustProxy?: boolean },
): Promise<Listening> {
  const eventStreams = new Set<ServerResponse>()
  const handle = getRequestListener(async (request, bindings) => {
    const { outgoing } = bindings as HttpBindings
    const response = await app(request, bindings as HttpBindings)
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      eventStreams.add(outgoing)
      outgoing.once('close', () => eventStreams.delete(outgoing))
    }
    return response
  })
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
    },
    (request, response) => void handle(request, response),
  )
  server.setTimeout(patience.idleMs)
  limitConnections(server, { throughProxy: address.trustProxy ?? false })
  watchBodies(server)
  await bind(server, address)
  return {
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      // A browser keeps its connection after the last answer, and would keep us waiting.
      const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
      const outOfPatience = setTimeout(() => server.closeAllConnections(), graceMs)
      // An event stream would never end by itself; the browser comes back to the next process.
      for (const stream of eventStreams) stream.destroy()
      await closed
      clearInterval(closingIdle)
      clearTimeout(outOfPatience)
    },
  }
}

/** Throws the StartupError of `listen` without serving, for finding out before anything else is started. */
export async function assertPortIsFree(address: { host: string; port: number }): Promise<void> {
  const server = createServer()
  await bind(server, address)
  await new Promise((resolve) => {
    server.close(resolve)
  })
}

function bind(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartupError(sentence(error, host, port), { cause: error })))
    server.listen(port, host, () => resolve())
  })
}

function sentence(error: Error, host: string, port: number): string {
  const code = 'code' in error ? String(error.code) : error.name
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use: stop the program that uses it, or start with another one, as PORT=${port + 1} npm start.`
  }
  if (code === 'EACCES') {
    return `Port ${port} needs more rights than this user has: start with a port above 1023, as PORT=3000 npm start.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all of its addresses.`
  }
  return `Port ${port} on ${host} cannot be opened (${code}): choose others with PORT and HOST.`
}
