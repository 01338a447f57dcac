import { type LookupAddress, lookup } from 'node:dns'
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A part of `fetch` that suffices for the libraries that take one. The body is sent whole. */
export type OutgoingFetch = (url: string | URL, init?: OutgoingInit) => Promise<Response>

type OutgoingInit = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | URLSearchParams | null
  signal?: AbortSignal
}

type OutgoingOptions = {
  /** Also calls this machine, with http too: only for a server that is local-only. */
  callsThisMachine: boolean
  /** For the whole call, from the name to the end of the answer. */
  timeoutMs: number
  /** The largest body of an answer. */
  maxBytes: number
  /** @internal tests give a name any address. */
  resolve?: Resolve
}

type Resolve = (host: string) => Promise<LookupAddress[]>

/**
 * Makes calls to addresses that another party chose: over https, to public addresses only. Each call resolves the name
 * once and connects to nothing but the addresses that were checked, so a name that changes in between leads nowhere
 * else. Redirects are returned and not followed. An answer that is late or too long is an error, and no part of it is
 * returned. The certificate is checked as always.
 */
export function createOutgoingFetch({
  callsThisMachine,
  timeoutMs,
  maxBytes,
  resolve = resolveWithSystem,
}: OutgoingOptions): OutgoingFetch {
  const mayReach = (protocol: string, address: string) =>
    (protocol === 'https:' && isPublicAddress(address)) || (callsThisMachine && isOwnAddress(address))

  async function findAddresses({ protocol, hostname }: URL): Promise<LookupAddress[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const found = family ? [{ address: host, family }] : await resolve(host)
    const allowed = found.filter(({ address }) => mayReach(protocol, address))
    if (allowed.length === 0) throw new Error(`${hostname} has no public address`)
    return allowed
  }

  return async (url, { method = 'GET', headers, body, signal: given } = {}) => {
    const target = new URL(url)
    if (target.protocol !== 'https:' && !(callsThisMachine && target.protocol === 'http:'))
      throw new Error('only https is called')
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = given ? AbortSignal.any([given, timeout]) : timeout
    try {
      const addresses = await settleBefore(signal, findAddresses(target))
      const answer = await send(
        target,
        { method, headers: toHeaders(headers, body), signal },
        addresses,
        body,
      )
      return toResponse(answer, await readBody(answer, maxBytes))
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

const resolveWithSystem: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)))
  })

/** Whether an address is one of the public internet. An IPv4 address inside an IPv6 one counts as what it is. */
function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // 2000::/3 is all that is allocated (RFC 4291, 2.4); `range` calls other blocks unicast too.
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

function isOwnAddress(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback'
}

/** Looking up a name can't be aborted, but nothing waits for it any longer. */
function settleBefore<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function toHeaders(headers: OutgoingInit['headers'], body: OutgoingInit['body']): Record<string, string> {
  return body instanceof URLSearchParams
    ? { 'content-type': 'application/x-www-form-urlencoded', ...headers }
    : { ...headers }
}

function send(
  url: URL,
  options: Pick<RequestOptions, 'method' | 'signal'> & { headers: Record<string, string> },
  addresses: LookupAddress[],
  body: OutgoingInit['body'],
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    // An agent of its own, because the shared one may have a connection that was opened without a check.
    const call: ClientRequest = request(url, { ...options, agent: false, lookup: answerWith(addresses) })
    call.once('response', resolve).once('error', reject)
    call.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined))
  })
}

/** A lookup that knows only these addresses. */
function answerWith(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let byteCount = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    byteCount += part.byteLength
    // Leaving the loop closes the connection.
    if (byteCount > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The statuses whose answer has no body (Fetch standard, 2.2.3). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse({ statusCode = 502, rawHeaders }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return new Response(bodiless.has(statusCode) ? null : new Uint8Array(body), { status: statusCode, headers })
}
