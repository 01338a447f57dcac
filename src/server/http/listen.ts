import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { explainProblem, problems } from '../../contract/problem.ts'
import type { Shutdown } from '../platform/processes/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { toNetwork } from './client.ts'

/**
 * Timeouts for the headers and for the whole request. A connection is closed when it has been silent for `idleMs`; event
 * streams are never silent for as long. Between two requests that is longer than most proxies keep a connection, so that
 * they don't send a request on one that is being closed.
 */
export const timeouts = { headersMs: 15_000, requestMs: 180_000, idleMs: 75_000, checkIntervalMs: 5_000 }

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** A port to open, or a socket that the caller opened and keeps. */
type Address = { host: string; port: number; socketFd?: number | null }

/** How long after `stop` an event stream may take to end before it is destroyed. */
const streamGraceMs = 1000

export type Listening = {
  /**
   * Stops accepting requests. Resolves when the requests in progress are answered and the event streams have ended, or
   * after `graceMs`.
   */
  stop(graceMs: number): Promise<void>
}

/**
 * Serves on a port. Throws a StartupError when the port is in use or not permitted.
 *
 * Drops clients that are slow to send headers or a body, or to receive the answer. `trustProxy`: all connections come
 * from a proxy.
 */
export async function listen(
  app: Fetch,
  address: Address & { trustProxy?: boolean; shutdown?: Pick<Shutdown, 'announced'> },
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
    // Load balancers send health checks as HTTP/1.0, which has no Host. This name is reserved and never resolves (RFC
    // 2606).
    { hostname: 'no-host.invalid' },
  )
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: timeouts.checkIntervalMs,
    },
    (request, response) => {
      // With two Host headers, either could match by luck (RFC 9112, section 3.2). During a shutdown the connection is
      // closed, so that the client reconnects and a load balancer chooses another process.
      if (hasTwoHosts(request)) {
        response.writeHead(400, { connection: 'close' }).end()
        return
      }
      if (address.shutdown?.announced.aborted) response.shouldKeepAlive = false
      void handle(request, response)
    },
  )
  server.setTimeout(timeouts.idleMs)
  limitConnections(server, { throughProxy: address.trustProxy ?? false })
  watchBodies(server)
  await bind(server, address)
  return {
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      // A browser keeps its connection open after the last answer, which would delay the stop.
      const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
      const forcedClose = setTimeout(() => server.closeAllConnections(), graceMs)
      // Streams end on their own (live/routes.ts), except those whose client doesn't read any more.
      const endingStreams = setTimeout(() => {
        for (const stream of eventStreams) stream.destroy()
      }, streamGraceMs)
      await closed
      clearTimeout(endingStreams)
      clearInterval(closingIdle)
      clearTimeout(forcedClose)
    },
  }
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host'
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost)
}

/** Throws the StartupError of `listen` without serving, to check the port before anything else is started. */
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

export const connectionLimits = { total: 8000, perNetwork: 600 }

/** Drops connections beyond a total, and beyond a limit per client network, unless all of them come through a proxy. */
function limitConnections(server: Server, { throughProxy }: { throughProxy: boolean }): void {
  server.maxConnections = connectionLimits.total
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

/**
 * A body that brings less than this in a window is cut off: 6.4 kB a second, half the speed of the slowest mobile
 * network.
 */
export const bodyPace = { minBytes: 64 * 1024, windowMs: 10_000 }

/**
 * Ends every request whose body arrives slower than `bodyPace` with a 408. Time in which the server doesn't read isn't
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
      if (before !== null && !waitsForUs && socket.bytesRead - before < bodyPace.minBytes)
        cut(socket, request.url ?? '')
      seen.set(request, socket.bytesRead)
    }
  }, bodyPace.windowMs)
  watch.unref()
  server.once('close', () => clearInterval(watch))
}

/** Answers on the socket, because the handler still waits for the rest of the body, and closes the connection. */
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
