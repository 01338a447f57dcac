/** How many event streams may be open at once. */
export type StreamLimits = { inAll: number; perNetwork: number; perAccount: number }

/**
 * Far above what people with many tabs, or an office behind one address, need. An account that opens one too many loses its oldest: that is a
 * tab which went away without a word more often than one that somebody looks at, and it would come back by itself.
 */
export const streamLimits: StreamLimits = { inAll: 4000, perNetwork: 400, perAccount: 16 }

type Place = { accountId: string; network: string; end(): void }

/** The places for the event streams of this process. */
export type StreamPlaces = {
  /** Takes a place and answers how to give it back; null when all places, or those of the network, are taken. */
  take(place: Place): (() => void) | null
}

export function createStreamPlaces(limits: StreamLimits = streamLimits): StreamPlaces {
  /** The places of each account, in the order in which they were taken. */
  const accounts = new Map<string, Set<Place>>()
  const networks = new Map<string, number>()
  let open = 0

  function give(place: Place): void {
    const own = accounts.get(place.accountId)
    if (!own?.delete(place)) return
    if (own.size === 0) accounts.delete(place.accountId)
    const left = (networks.get(place.network) ?? 1) - 1
    if (left === 0) networks.delete(place.network)
    else networks.set(place.network, left)
    open -= 1
  }

  return {
    take(place) {
      const own = accounts.get(place.accountId) ?? new Set()
      const [oldest] = own
      if (oldest && own.size >= limits.perAccount) {
        give(oldest)
        oldest.end()
      }
      const here = networks.get(place.network) ?? 0
      if (open >= limits.inAll || here >= limits.perNetwork) return null
      accounts.set(place.accountId, own.add(place))
      networks.set(place.network, here + 1)
      open += 1
      return () => give(place)
    },
  }
}
