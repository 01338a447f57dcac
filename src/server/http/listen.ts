import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { explainProblem, problems } from '../../contract/problem.ts'
import type { Leaving } from '../platform/processes/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { toNetwork } from './client.ts'

/**
 * Headers and whole requests must have arrived after so long, and no connection is silent for longer than `idleMs`;
 * event streams are not.
 */
export const patience = { headersMs: 15_000, requestMs: 180_000, idleMs: 60_000, checkEveryMs: 5_000 }

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** A port to open, or a socket that the caller opened and keeps. */
type Address = { host: string; port: number; socketFd?: number | null }

/** How long after the stop an event stream may end on its own. */
const streamGraceMs = 1000

/** An open port. */
export type Listening = {
  /**
   * Takes no new requests, and resolves when those in progress are answered and event streams have ended, or after
   * `graceMs`.
   */
  stop(graceMs: number): Promise<void>
}

/**
 * Serves on a port. Throws a StartupError when it is taken or not permitted.
 *
 * Slow clients are cut off: with headers, with a body, or with taking the answer. `trustProxy` says that all
 * connections are a proxy's.
 */
export async function listen(
  app: Fetch,
  address: Address & { trustProxy?: boolean; leaving?: Pick<Leaving, 'announced'> },
): Promise<Listening> {
  const eventStreams = new Set<ServerResponse>()
  const handle = getRequestListener(
    async (request, bindings) => {
      const { outgoing } = bindings as HttpBindings
      const response = await app(request, bindings as HttpBindings)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        eventStreams.add(outgoing)
        outgoing.once('close', () => eventStreams.delete(outgoing))
      }
      return response
    },
    // HTTP/1.0 has no Host, and balancers ask for health in it. The name is reserved and has no owner (RFC 2606).
    { hostname: 'no-host.invalid' },
  )
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
    },
    (request, response) => {
      // The client comes back on a new connection, which a balancer opens to another process. With two names, one would
      // match by luck (RFC 9112, section 3.2).
      if (namesTwoHosts(request)) {
        response.writeHead(400, { connection: 'close' }).end()
        return
      }
      if (address.leaving?.announced.aborted) response.shouldKeepAlive = false
      void handle(request, response)
    },
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
      // Streams say goodbye (live/routes.ts); one whose reader does not take even that would never end.
      const endingStreams = setTimeout(() => {
        for (const stream of eventStreams) stream.destroy()
      }, streamGraceMs)
      await closed
      clearTimeout(endingStreams)
      clearInterval(closingIdle)
      clearTimeout(outOfPatience)
    },
  }
}

function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}

/** Throws the StartupError of `listen` without serving, for finding out before anything else is started. */
export async function assertPortIsFree(address: Address): Promise<void> {
  const server = createServer()
  await bind(server, address)
  await new Promise((resolve) => {
    server.close(resolve)
  })
}

function bind(server: Server, { host, port, socketFd }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartupError(explainError(error, host, port), { cause: error })),
    )
    server.listen(socketFd == null ? { port, host } : { fd: socketFd }, () => resolve())
  })
}

function explainError(error: Error, host: string, port: number): string {
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

export const connectionLimits = { inAll: 8000, perNetwork: 600 }

/**
 * Drops connections beyond so many in all, and of one client network unless they come through a proxy, which has all of
 * them.
 */
function limitConnections(server: Server, { throughProxy }: { throughProxy: boolean }): void {
  server.maxConnections = connectionLimits.inAll
  if (throughProxy) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress ?? 'unknown')
    const here = open.get(network) ?? 0
    if (here >= connectionLimits.perNetwork) {
      socket.destroy()
      return
    }
    open.set(network, here + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/** A body that brings less than this in a window is cut: 6.4 kB a second, half of the slowest mobile network. */
export const bodyPace = { leastBytes: 64 * 1024, windowMs: 10_000 }

/**
 * Cuts every request whose body arrives slower than `bodyPace`, with 408. Time in which the server does not read is not
 * counted.
 */
function watchBodies(server: Server): void {
  const seen = new Map<IncomingMessage, number | null>()
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && (length === undefined || length === '0')) return
    seen.set(request, null)
    request.once('close', () => seen.delete(request))
  })
  const watch = setInterval(() => {
    for (const [request, before] of seen) {
      const { socket } = request
      if (request.complete || socket.destroyed) {
        seen.delete(request)
        continue
      }
      const waitsForUs = request.readableLength >= request.readableHighWaterMark
      if (before !== null && !waitsForUs && socket.bytesRead - before < bodyPace.leastBytes)
        cut(socket, request.url ?? '')
      seen.set(request, socket.bytesRead)
    }
  }, bodyPace.windowMs)
  watch.unref()
  server.once('close', () => clearInterval(watch))
}

/** Answers below the app, whose handler still waits for the rest, and closes the connection. */
function cut(socket: Socket, url: string): void {
  const { status } = problems.body_too_slow
  const { title, detail } = explainProblem('body_too_slow')
  const problem = { type: 'about:blank', title, status, detail, code: 'body_too_slow' }
  const body = JSON.stringify(
    url.startsWith('/functions/') ? { ...problem, success: false, error: title } : problem,
  )
  socket.end(
    [
      `HTTP/1.1 ${status} Request Timeout`,
      'Connection: close',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
