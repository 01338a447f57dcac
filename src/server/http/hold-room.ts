import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { listNetworks } from './client.ts'

/**
 * Does the work while it holds room for the request's body of at most `maxBytes`; returns null without doing the work
 * when no room came free in time. A request without a body needs no room.
 *
 * @param sender the account or link that is charged for the room, once it is known
 */
export async function holdRoom<Answer>(
  c: Context<AppEnv>,
  { maxBytes, sender }: { maxBytes: number; sender?: string },
  work: () => Promise<Answer>,
): Promise<Answer | null> {
  if (isBodiless(c)) return work()
  const length = c.req.header('content-length')
  const by = { networks: listNetworks(c.get('clientIp')), sender }
  const size = Math.min(Number(length ?? maxBytes) || maxBytes, maxBytes)
  const release = await c.get('bodyRoom').take(by, { size, signal: c.req.raw.signal })
  if (!release) return null
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Whether a request has no body to read. The body of a GET or HEAD is ignored (RFC 9110, section 9.3.1); looking for it
 * takes a quarter of the time of a quick answer.
 */
export function isBodiless(c: Context): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return true
  const length = c.req.header('content-length')
  if (length !== undefined) return length === '0'
  if (c.req.header('transfer-encoding') !== undefined) return false
  // Over a socket a request with neither header has no body (RFC 9112, 6.3), but the adapter creates one, as for a
  // browser's DELETE.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming?.httpVersion !== undefined || !c.req.raw.body
}

/**
 * Waits for room for a file about to be sent, and keeps it until the client has received the file or disconnected;
 * false when there was no room.
 */
export async function holdAnswerRoom(c: Context<AppEnv>, bytes: number): Promise<boolean> {
  const by = { networks: listNetworks(c.get('clientIp')) }
  const release = await c.get('answerRoom').take(by, { size: bytes, signal: c.req.raw.signal })
  if (!release) return false
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  // Without a socket, as in a test, the whole answer is sent at once.
  if (!outgoing || outgoing.destroyed) release()
  else outgoing.once('close', release)
  return true
}
