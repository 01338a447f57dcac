import { EventSourceParserStream } from 'eventsource-parser/stream'
import { fillAddress } from '../../../contract/address.ts'
import type { AccountChanged, LiveChange, VerificationChanged } from '../../../contract/verification.ts'
import { findAccessToken } from '../../api/session.ts'

/**
 * Opens the signed-in creator's event stream. EventSource cannot send a bearer token, so the stream is read through fetch.
 * @throws when nobody is signed in, the server refuses or the network is gone
 */
export async function openChanges(
  signal: AbortSignal,
  onRetry: (ms: number) => void,
): Promise<AsyncIterable<LiveChange>> {
  const token = await findAccessToken()
  if (!token) throw new Error('nobody is signed in')
  const response = await fetch(fillAddress('GET /api/live'), {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`live answered ${response.status}`)
  return readChanges(response.body, onRetry)
}

async function* readChanges(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRetry: (ms: number) => void,
): AsyncGenerator<LiveChange> {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }))
    .getReader()
  try {
    // Safari does not iterate streams yet, so they are read by hand.
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const change = findChange(value.data)
      if (change) yield change
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function findChange(data: string): LiveChange | null {
  try {
    const message = JSON.parse(data) as Partial<VerificationChanged & AccountChanged> | null
    if (message?.account === 'changed') return { account: message.account }
    return message?.verificationId && message.status
      ? { verificationId: message.verificationId, status: message.status }
      : null
  } catch {
    return null
  }
}
