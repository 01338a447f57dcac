import type { Hub } from './hub.ts'

/** Proxies close a connection that is silent for 30 s or longer. */
export const heartbeatMs = 25_000

/** A reader this many messages behind has gone; it reconnects if it has not. */
const maxWaitingMessages = 64

/** Not all readers of a process that goes come back in the same moment. */
const elsewhereWithinMs = 300

export type EventStreamOptions = {
  hub: Hub
  ownerId: string
  /** With its end the stream ends, by the database's word and at once. */
  sessionId: string
  /** Asked at every heartbeat, should that word be lost: false once the session was revoked or its token ended. */
  isStillAllowed: () => Promise<boolean>
  /** Ends the stream: the client has gone, or somebody else has its place. */
  signal: AbortSignal
  /** This process is about to go: the reader is told to come back at once, which leads to another one. */
  leaving: AbortSignal
  /** Called once when the stream has ended. */
  ended: () => void
}

/**
 * The owner's changes as server-sent events (HTML standard, 9.2): each a `data:` line with the JSON of one change, and a comment as a sign
 * of life every 25 s. Resolves once changes reach the stream; ends after a gap in them, as when the database was away.
 */
export async function openEventStream(options: EventStreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<string, Uint8Array>(
    {
      transform: (text, controller) => controller.enqueue(new TextEncoder().encode(text)),
    },
    new CountQueuingStrategy({ highWaterMark: maxWaitingMessages }),
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
  const writer = writable.getWriter()
  let unsubscribe = () => {}
  let heartbeat: NodeJS.Timeout | undefined

  const end = () => {
    clearInterval(heartbeat)
    unsubscribe()
    options.signal.removeEventListener('abort', end)
    options.leaving.removeEventListener('abort', goElsewhere)
    options.ended()
    writer.close().catch(() => {})
  }
  const send = (text: string) => {
    if ((writer.desiredSize ?? 0) > 0) writer.write(text).catch(() => {})
    else writer.abort().catch(() => {})
  }

  const goElsewhere = () => {
    send(`retry: ${Math.floor(Math.random() * elsewhereWithinMs)}\n\n`)
    end()
  }

  unsubscribe = await options.hub.subscribe({
    ownerId: options.ownerId,
    sessionId: options.sessionId,
    tell: (change) => send(`data: ${JSON.stringify(change)}\n\n`),
    end,
  })
  heartbeat = setInterval(async () => {
    const allowed = await options.isStillAllowed().catch(() => false)
    if (allowed) send(': here\n\n')
    else end()
  }, heartbeatMs)
  // The reader's cancelling shows here as the writer's end.
  writer.closed.then(end, end)
  options.signal.addEventListener('abort', end)
  options.leaving.addEventListener('abort', goElsewhere)
  send(': connected\n\n')
  if (options.leaving.aborted) goElsewhere()
  // The session may have ended between its check and the subscription.
  if (options.signal.aborted || !(await options.isStillAllowed())) end()
  return readable
}
