import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { AppEnv } from './app-env.ts'

/**
 * Sets the client's address: that of the connection, or, behind a trusted proxy, the last entry of X-Forwarded-For, which is the one
 * that the proxy itself wrote. The entries before it are the client's own claims.
 */
export function noteClientAddress(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
    c.set('clientIp', parseAddress(forwarded) ?? readConnectionAddress(c.env))
    await next()
  })
}

/** The address of the other end of the connection; `unknown` where there is none, as for a request made in a test. */
export function readConnectionAddress(bindings: unknown): string {
  return (
    parseAddress((bindings as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress) ??
    'unknown'
  )
}

/**
 * The address in a text, in one way of writing it: proxies also write `1.2.3.4:567`, `[2001:db8::1]:567` and, for IPv4 on an IPv6 socket,
 * `::ffff:1.2.3.4`. Null when there is none.
 */
export function parseAddress(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text ?? '') ?? []
  const ip = bracketed ?? dotted ?? text?.trim() ?? ''
  return isIP(ip) ? ipaddr.process(ip).toString() : null
}
