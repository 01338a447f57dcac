import type { Guesser } from './passwords.ts'

/** How many may wait, whoever is at work among them: in all, of one client network, of one account. */
export type Shares = { inAll: number; perNetwork: number; perAccount: number }

/** One at a time, the networks in turn: whoever sends many waits behind their own, and everybody else for one of theirs. */
export type Turns = {
  /** Does the work when its turn has come; null, at once, when no place is left for whoever asks. */
  take<T>(by: Guesser, work: () => Promise<T>): Promise<T> | null
}

export function createTurns({ inAll, perNetwork, perAccount }: Shares): Turns {
  const places: Guesser[] = []
  /** Who waits, by network, in the order in which the networks have their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let isTaken = false

  function hasPlace({ network, account }: Guesser): boolean {
    const countAlike = (is: (other: Guesser) => boolean) => places.filter(is).length
    if (places.length >= inAll || countAlike((other) => other.network === network) >= perNetwork) return false
    return account === undefined || countAlike((other) => other.account === account) < perAccount
  }

  function startNext(): void {
    const [first] = waiting
    if (isTaken || !first) return
    const [network, [begin, ...later]] = first
    waiting.delete(network)
    if (later.length > 0) waiting.set(network, later)
    isTaken = true
    begin?.()
  }

  async function waitAndDo<T>(by: Guesser, work: () => Promise<T>): Promise<T> {
    places.push(by)
    await new Promise<void>((resolve) => {
      waiting.set(by.network, [...(waiting.get(by.network) ?? []), resolve])
      startNext()
    })
    try {
      return await work()
    } finally {
      places.splice(places.indexOf(by), 1)
      isTaken = false
      startNext()
    }
  }

  return { take: (by, work) => (hasPlace(by) ? waitAndDo({ ...by }, work) : null) }
}
