import { liveReconnectDelaysMs } from '../../../contract/live-reconnect.ts'
import type { LiveChange } from '../../../contract/verification.ts'

export type FollowOptions = {
  /**
   * Opens the stream; rejects when it cannot. The messages end, or fail, when the connection does. `onRetry` hears after how long the server
   * wants the page back, which a server says that is about to go.
   */
  open(signal: AbortSignal, onRetry: (ms: number) => void): Promise<AsyncIterable<LiveChange>>
  onChange(change: LiveChange): void
  /** The connection is back after a gap: something may have changed unseen. */
  onReconnected(): void
  /** Sleeps; passed in so that no test sleeps. Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  signal: AbortSignal
}

/** Follows the creator's changes until the signal aborts, and comes back after every lost connection (LIVE-3). */
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
      // A lost connection and a refused one are the same to the page: it tries again.
    }
    if (signal.aborted) return
    hadGap = true
    if (wanted !== null) {
      await wait(wanted, signal)
      continue
    }
    const delay = liveReconnectDelaysMs[Math.min(failures, liveReconnectDelaysMs.length - 1)] ?? 0
    failures += 1
    await wait(delay, signal)
  }
}
