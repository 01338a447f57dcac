import { describe, expect, it } from 'vitest'
import type { LiveChange } from '../../../contract/verification.ts'
import { followChanges } from './index.ts'

const change: LiveChange = {
  verificationId: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
  status: 'verified',
}

/** The events of a connection: changes, a request to reconnect elsewhere, or a refusal. */
type Connection = LiveChange[] | { elsewhereAfterMs: number } | 'refused'

/** Follows scripted connections and stops when they are used up. */
async function follow(connections: Connection[]) {
  const controller = new AbortController()
  const seen: LiveChange[] = []
  const waits: number[] = []
  let reconnected = 0
  await followChanges({
    async open(_signal, onRetry) {
      const connection = connections.shift()
      if (connection === undefined || connection === 'refused') throw new Error('refused')
      if ('elsewhereAfterMs' in connection) onRetry(connection.elsewhereAfterMs)
      const brought = Array.isArray(connection) ? connection : []
      return (async function* () {
        yield* brought
      })()
    },
    onChange: (message) => seen.push(message),
    onReconnected: () => {
      reconnected += 1
    },
    async wait(ms) {
      waits.push(ms)
      if (connections.length === 0) controller.abort()
    },
    signal: controller.signal,
  })
  return { seen, waits, reconnected }
}

describe('the live connection', () => {
  it('reconnects after 1, 2, 5, then every 10 seconds (LIVE-3)', async () => {
    const { waits, seen } = await follow(['refused', 'refused', 'refused', 'refused', 'refused', 'refused'])
    expect(waits).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000])
    expect(seen).toEqual([])
  })

  it('restarts the delays after a successful connection (LIVE-3)', async () => {
    const { waits, seen } = await follow(['refused', 'refused', [change], 'refused'])
    expect(waits).toEqual([1000, 2000, 1000, 2000])
    expect(seen).toEqual([change])
  })

  it('reconnects at once when the server announces its shutdown, and then with the usual delays (LIVE-7)', async () => {
    const { waits, reconnected } = await follow([[change], { elsewhereAfterMs: 120 }, [change], 'refused'])
    expect(waits).toEqual([1000, 120, 1000, 2000])
    expect(reconnected).toBe(2)
  })

  it('reports a gap, but not the first connection (LIVE-3)', async () => {
    expect((await follow([[change]])).reconnected).toBe(0)
    expect((await follow([[change], [change]])).reconnected).toBe(1)
    expect((await follow(['refused', [change]])).reconnected).toBe(1)
  })

  it('stops at once when it is aborted', async () => {
    let opened = 0
    await followChanges({
      async open() {
        opened += 1
        throw new Error('refused')
      },
      onChange() {},
      onReconnected() {},
      async wait() {},
      signal: AbortSignal.abort(),
    })
    expect(opened).toBe(0)
  })
})
