import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { isFromForeignPage } from '../src/server/http/origin.ts'

export const loopback = '127.0.0.1'

/** An app for this machine alone, as a simulator has to be: every client that reaches it may press every button. */
export function createLoopbackApp(): Hono {
  const app = new Hono()
  // Only who names the loopback address is answered, so that no foreign name can be pointed here.
  app.use(async (c, next) => {
    const host = c.req.header('Host')?.replace(/:\d+$/, '')
    return host === loopback || host === 'localhost' ? next() : c.text('unknown host', 421)
  })
  // A foreign page in the browser of the developer cannot press its buttons either.
  app.use(async (c, next) => {
    const host = c.req.header('Host') ?? ''
    const asked = { method: c.req.method, host, header: (name: string) => c.req.header(name) }
    return isFromForeignPage(asked) ? c.text('asked by a page from elsewhere', 403) : next()
  })
  app.get('/favicon.ico', (c) => c.body(null, 204))
  return app
}

/**
 * A server that listens on the loopback address, its port, and its end. Port 0 is any that is free; rejects when the
 * port is taken.
 */
export async function listenOnLoopback(
  app: Hono,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = serve({ fetch: app.fetch, hostname: loopback, port })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', () => resolve())
    server.once('error', reject)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
