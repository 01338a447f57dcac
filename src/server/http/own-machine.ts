import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { readConnectionAddress } from './client-address.ts'
import { isAskedByForeignPage } from './foreign-page.ts'

/** What proxies add to a request that they pass on. */
const forwardingHeader =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-real-ip|(.+-)?client-ip|cf-.+|x-(original|envoy|azure|appengine|vercel)-.+|tailscale-.+)$/

/**
 * Whether a request was made on this machine, for this machine: the connection comes from a loopback address, the Host is one by name, so
 * that no foreign name was pointed here (DNS rebinding), no proxy says that it passes something on, and no page from elsewhere, which a browser
 * on this machine shows, is behind it. A proxy on this machine that says
 * nothing and writes a loopback Host cannot be told from a person: what may be read this way has to be closed where others are served.
 */
export function isFromThisMachine(c: Context<AppEnv>): boolean {
  const host = c.req.header('host') ?? ''
  return (
    isLoopbackAddress(readConnectionAddress(c.env)) &&
    isLoopbackHost(host) &&
    !Object.keys(c.req.header()).some((name) => forwardingHeader.test(name)) &&
    !isAskedByForeignPage({ method: c.req.method, host, header: (name) => c.req.header(name) })
  )
}

/** Whether a Host (RFC 9110, section 7.2), with or without a port, is this machine by name: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopbackHost(host: string): boolean {
  const name = /^(localhost|\[::1\]|[\d.]+)(:\d{1,5})?$/i.exec(host)?.[1]
  return name !== undefined && (/^[a-z[]/i.test(name) || isLoopbackAddress(name))
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127(\.\d{1,3}){3}$/.test(address)
}
