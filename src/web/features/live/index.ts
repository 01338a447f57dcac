import { useQueryClient } from '@tanstack/react-query'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useCallback, useEffect } from 'react'
import { fillAddress } from '../../../contract/address.ts'
import type { AccountChanged, LiveChange, VerificationChanged } from '../../../contract/verification.ts'
import { profileQuery } from '../../api/account.ts'
import { findAccessToken } from '../../api/session.ts'
import { verificationsKey } from '../../api/verifications.ts'

/** Delays before the 1st, 2nd, 3rd and every later reconnect, in milliseconds (LIVE-3). */
const reconnectDelaysMs = [1000, 2000, 5000, 10_000] as const

/**
 * Calls `onChange` whenever the signed-in creator's data has changed on the server, or may have changed while the
 * stream was disconnected. `onChange` must be a stable function.
 *
 * The connection is only open while the page is visible, because over HTTP/1.1 a browser allows six connections to one
 * server for all its tabs. A page that becomes visible again is notified at once.
 */
export function useLiveChanges(onChange: () => void): void {
  useEffect(() => {
    let connection: AbortController | null = null
    const connect = () => {
      connection = new AbortController()
      void followChanges({
        open: openChanges,
        onChange,
        onReconnected: onChange,
        wait,
        signal: connection.signal,
      })
    }
    const follow = () => {
      const isVisible = document.visibilityState === 'visible'
      if (isVisible && !connection) connect()
      if (!isVisible) {
        connection?.abort()
        connection = null
      }
    }
    const onVisibility = () => {
      if (document.visibilityState === 'visible') onChange()
      follow()
    }
    follow()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      connection?.abort()
    }
  }, [onChange])
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** Refetches the page's verification queries and the profile whenever they change at the server. */
export function useLiveVerifications(): void {
  const queryClient = useQueryClient()
  useLiveChanges(
    useCallback(() => {
      for (const queryKey of [verificationsKey, profileQuery.queryKey])
        void queryClient.invalidateQueries({ queryKey })
    }, [queryClient]),
  )
}

type FollowOptions = {
  /**
   * Opens the stream; rejects when it can't. The messages end, or fail, with the connection. `onRetry` gets the
   * reconnection delay that a server sends before its shutdown.
   */
  open(signal: AbortSignal, onRetry: (ms: number) => void): Promise<AsyncIterable<LiveChange>>
  onChange(change: LiveChange): void
  /** The connection is back after a gap: changes may have been missed. */
  onReconnected(): void
  /** Sleeps; injected so that tests need no real time. Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  signal: AbortSignal
}

/** Follows the creator's changes until the signal aborts, and reconnects after every lost connection (LIVE-3). */
export async function followChanges({
  open,
  onChange,
  onReconnected,
  wait,
  signal,
}: FollowOptions): Promise<void> {
  let failures = 0
  let hadGap = false
  while (!signal.aborted) {
    let wanted: number | null = null
    try {
      const changes = await open(signal, (ms) => {
        wanted = ms
      })
      failures = 0
      if (hadGap) onReconnected()
      for await (const change of changes) onChange(change)
    } catch {
      // A lost connection and a refused one are handled alike: the page tries again.
    }
    if (signal.aborted) return
    hadGap = true
    if (wanted !== null) {
      await wait(wanted, signal)
      continue
    }
    const delay = reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)] ?? 0
    failures += 1
    await wait(delay, signal)
  }
}

/**
 * Opens the signed-in creator's event stream. EventSource cannot send a bearer token, so the stream is read through
 * fetch.
 * @throws when the person is signed out, the server refuses or the network is down
 */
async function openChanges(
  signal: AbortSignal,
  onRetry: (ms: number) => void,
): Promise<AsyncIterable<LiveChange>> {
  const token = await findAccessToken()
  if (!token) throw new Error('signed out')
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
    // Safari doesn't support async iteration of streams yet.
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
