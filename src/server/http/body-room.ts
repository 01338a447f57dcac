import type { Network } from '../platform/waiting/index.ts'

/** How many bytes of bodies the process holds at once, and how much of that one sender may take. */
export type RoomLimits = {
  inAll: number
  perNetwork: number
  perSender: number
  patienceMs: number
  waitingPerNetwork: number
}

const mb = 1024 * 1024

/** Two of the largest files at once for one account or link, six for one network. */
export const roomLimits: RoomLimits = {
  inAll: 192 * mb,
  perNetwork: 64 * mb,
  perSender: 24 * mb,
  patienceMs: 20_000,
  waitingPerNetwork: 64,
}

/** The same for files on their way out, which stay in memory until their reader has taken them. */
export const answerRoomLimits: RoomLimits = { ...roomLimits, inAll: 96 * mb, perNetwork: 32 * mb }

/**
 * A body that is about to be read: its largest size, the networks that it comes from, the narrowest first, and, once
 * that is known, for which account or link.
 */
export type Body = { bytes: number; networks: readonly Network[]; sender?: string; signal?: AbortSignal }

/**
 * Memory for bodies that are being read or worked on, shared out so that slow or numerous senders do not keep the
 * others out.
 */
export type BodyRoom = {
  /**
   * Waits for room, first come, first served among those who may have it; the answer gives it back. Null when there was
   * none in time, when too many of that network wait already, or when the sender went away.
   */
  take(body: Body): Promise<(() => void) | null>
}

export function createBodyRoom(limits: RoomLimits = roomLimits): BodyRoom {
  const held = new Map<string, number>()
  const waiting = new Set<{ body: Body; answer(release: (() => void) | null): void }>()

  const computeShares = ({ networks, sender }: Body): [string, number][] => [
    ['all', limits.inAll],
    // However many customers are in a /48, a third is left for others.
    ...networks.map(({ network, shares }): [string, number] => [
      `network ${network}`,
      Math.min(limits.perNetwork * shares, (limits.inAll * 2) / 3),
    ]),
    ...(sender === undefined ? [] : [[`sender ${sender}`, limits.perSender] as [string, number]]),
  ]

  function add(key: string, bytes: number): void {
    const now = (held.get(key) ?? 0) + bytes
    if (now === 0) held.delete(key)
    else held.set(key, now)
  }

  /** Takes the room if there is enough of every share. */
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
      const alike = [...waiting].filter(
        ({ body: other }) => other.networks[0]?.network === narrowest?.network,
      )
      if (alike.length >= limits.waitingPerNetwork || body.signal?.aborted) return Promise.resolve(null)
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
        const timer = setTimeout(leave, limits.patienceMs)
        body.signal?.addEventListener('abort', leave)
        waiting.add(waiter)
      })
    },
  }
}
