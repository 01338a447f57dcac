import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/**
 * Sets the client's address: that of the connection, or, behind a trusted proxy, the last entry of X-Forwarded-For, which is the one
 * that the proxy itself wrote. The entries before it are the client's own claims.
 */
export function clientAddress(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    c.set('clientIp', forwarded && isIP(forwarded) ? forwarded : connectionAddress(c.env))
    await next()
  })
}

/** The address of the other end of the connection; `unknown` where there is none, as for a request made in a test. */
export function connectionAddress(bindings: unknown): string {
  const address = (bindings as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress
  return address?.replace(/^::ffff:/, '') ?? 'unknown'
}
