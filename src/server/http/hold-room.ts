import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { listNetworks } from './client.ts'

/** When a sender without room for their body may try again. */
export const roomRetryAfterSeconds = 5

/**
 * Does some work while there is room for the request's body, which may have at most `maxBytes`; null, with nothing
 * done, when there was none in time. A request without a body needs no room.
 *
 * @param sender the account or link whose share the body is of, once it is known
 */
export async function holdRoom<Answer>(
  c: Context<AppEnv>,
  { maxBytes, sender }: { maxBytes: number; sender?: string },
  work: () => Promise<Answer>,
): Promise<Answer | null> {
  if (isBodiless(c)) return work()
  const length = c.req.header('content-length')
  const release = await c.get('bodyRoom').take({
    bytes: Math.min(Number(length ?? maxBytes) || maxBytes, maxBytes),
    networks: listNetworks(c.get('clientIp')),
    signal: c.req.raw.signal,
    ...(sender === undefined ? {} : { sender }),
  })
  if (!release) return null
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Whether a request brings nothing to read. What a GET or HEAD brings is not read (RFC 9110, section 9.3.1); to look
 * for it costs a quarter of a quick answer.
 */
export function isBodiless(c: Context): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return true
  const length = c.req.header('content-length')
  if (length !== undefined) return length === '0'
  if (c.req.header('transfer-encoding') !== undefined) return false
  // Over a socket a request with neither header has no body (RFC 9112, 6.3), though the adapter makes one: a browser's
  // DELETE.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming?.httpVersion !== undefined || !c.req.raw.body
}

/**
 * Waits for room for a file that is about to be answered, and keeps it until its reader has it or has gone; false when
 * there was none.
 */
export async function holdAnswerRoom(c: Context<AppEnv>, bytes: number): Promise<boolean> {
  const networks = listNetworks(c.get('clientIp'))
  const release = await c.get('answerRoom').take({ bytes, networks, signal: c.req.raw.signal })
  if (!release) return false
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  // Without a socket, as in a test, the whole answer is taken at once.
  if (!outgoing || outgoing.destroyed) release()
  else outgoing.once('close', release)
  return true
}
