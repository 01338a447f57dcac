import type { Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { StartupError } from '../platform/startup-error.ts'

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/** An open port. */
export type Listening = {
  /** Takes no new requests, ends event streams, and resolves when the requests in progress are answered, or after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** Serves on a port. Throws a StartupError when it is taken or not ours to take. */
export async function listen(app: Fetch, address: { host: string; port: number }): Promise<Listening> {
  const answers = new Set<ServerResponse>()
  const handle = getRequestListener(app)
  const server = createServer((request, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
    void handle(request, response)
  })
  await bind(server, address)
  return {
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeIdleConnections()
      // An event stream would never end by itself; the browser comes back to the next process.
      for (const answer of answers) {
        if (String(answer.getHeader('content-type')).startsWith('text/event-stream')) answer.destroy()
      }
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(timer)
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
