import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { isFromForeignPage } from '../src/server/http/origin.ts'

export const loopback = '127.0.0.1'

/** An app for this machine only: a simulator has no access control, so other machines and sites must not reach it. */
export function createLoopbackApp(): Hono {
  const app = new Hono()
  // Rejects other host names, to prevent DNS rebinding.
  app.use(async (c, next) => {
    const host = c.req.header('Host')?.replace(/:\d+$/, '')
    return host === loopback || host === 'localhost' ? next() : c.text('unknown host', 421)
  })
  // Rejects requests from other sites' pages in the developer's browser.
  app.use(async (c, next) => {
    const host = c.req.header('Host') ?? ''
    const asked = { method: c.req.method, host, header: (name: string) => c.req.header(name) }
    return isFromForeignPage(asked) ? c.text('asked by a page from elsewhere', 403) : next()
  })
  app.get('/favicon.ico', (c) => c.body(null, 204))
  return app
}

/**
 * Starts a server on the loopback address. Returns its port and a function that closes it. Port 0 selects a free port;
 * rejects if the port is in use.
 */
export async function listenOnLoopback(
  app: Hono,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = serve({ fetch: app.fetch, hostname: loopback, port }) as Server
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
