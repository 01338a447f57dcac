import type { Network } from '../platform/waiting/index.ts'

/** Limits in bytes on the bodies the process holds at once: in all, per network and per sender. */
export type RoomLimits = {
  total: number
  perNetwork: number
  perSender: number
  timeoutMs: number
  maxWaitingPerNetwork: number
}

const mb = 1024 * 1024

/** One account or link may hold two of the largest files at once, one network six. */
export const roomLimits: RoomLimits = {
  total: 192 * mb,
  perNetwork: 64 * mb,
  perSender: 24 * mb,
  timeoutMs: 20_000,
  maxWaitingPerNetwork: 64,
}

/** The same for outgoing files, which stay in memory until the client has received them. */
export const answerRoomLimits: RoomLimits = { ...roomLimits, total: 96 * mb, perNetwork: 32 * mb }

/**
 * A body about to be read: its maximum size, the networks it comes from, narrowest first, and its account or link once
 * that is known.
 */
export type Body = { bytes: number; networks: readonly Network[]; sender?: string; signal?: AbortSignal }

/** Memory for bodies being read or processed, shared out so that slow or numerous senders don't block the others. */
export type BodyRoom = {
  /**
   * Waits for room. Waiters whose shares have room are served in order of arrival. Returns a function that gives the
   * room back, or null when no room came free in time, too many bodies from that network already wait, or the sender
   * disconnected.
   */
  take(body: Body): Promise<(() => void) | null>
}

export function createBodyRoom(limits: RoomLimits = roomLimits): BodyRoom {
  const held = new Map<string, number>()
  const waiting = new Set<{ body: Body; answer(release: (() => void) | null): void }>()

  const computeShares = ({ networks, sender }: Body): [string, number][] => [
    ['all', limits.total],
    // A third is left for others, however many customers a /48 has.
    ...networks.map(({ network, shares }): [string, number] => [
      `network ${network}`,
      Math.min(limits.perNetwork * shares, (limits.total * 2) / 3),
    ]),
    ...(sender === undefined ? [] : [[`sender ${sender}`, limits.perSender] as [string, number]]),
  ]

  function add(key: string, bytes: number): void {
    const now = (held.get(key) ?? 0) + bytes
    if (now === 0) held.delete(key)
    else held.set(key, now)
  }

  /** Takes the room if every share has enough left. */
  function hold(body: Body): (() => void) | null {
    const shares = computeShares(body)
    if (shares.some(([key, limit]) => (held.get(key) ?? 0) + body.bytes > limit)) return null
    for (const [key] of shares) add(key, body.bytes)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const [key] of shares) add(key, -body.bytes)
      for (const { body: next, answer } of waiting) {
        const release = hold(next)
        if (release) answer(release)
      }
    }
  }

  return {
    take(body) {
      const release = hold(body)
      if (release) return Promise.resolve(release)
      const [narrowest] = body.networks
      const sameNetwork = [...waiting].filter(
        ({ body: other }) => other.networks[0]?.network === narrowest?.network,
      )
      if (sameNetwork.length >= limits.maxWaitingPerNetwork || body.signal?.aborted)
        return Promise.resolve(null)
      return new Promise((resolve) => {
        const waiter = {
          body,
          answer(given: (() => void) | null) {
            waiting.delete(waiter)
            clearTimeout(timer)
            body.signal?.removeEventListener('abort', leave)
            resolve(given)
          },
        }
        const leave = () => waiter.answer(null)
        const timer = setTimeout(leave, limits.timeoutMs)
        body.signal?.addEventListener('abort', leave)
        waiting.add(waiter)
      })
    },
  }
}
