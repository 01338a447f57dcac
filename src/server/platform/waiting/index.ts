import type { Clock } from '../clock/index.ts'

/** A network that a client belongs to, and its number of shares of the places. */
export type Network = { network: string; shares: number }

/**
 * The asker of the work: their networks, the narrowest first, an account or link if one is known, and whether all
 * others go first.
 */
export type Asker = { networks: readonly Network[]; sender?: string | undefined; isLast?: boolean }

export type TurnsOptions = {
  /** The number of pieces of work at the same time. */
  atOnce: number
  /** After this time, in milliseconds, one piece of work gives its place to the next and continues beside it. */
  quickMs?: number
}

/** There was no place to wait, or no turn came in time; retry after `turnRetryAfterSeconds`. */
export class NoTurn extends Error {}

export const turnRetryAfterSeconds = 5

/**
 * How many may wait for a turn: per account or link, per share of a network, and in total. One /48 has a quarter of all
 * places.
 */
export const maxWaiting = { sender: 2, network: 8, all: 512 }

/** A connection may be silent for at most a minute, so a longer wait is refused before that. */
const maxWaitMs = 20_000

/** How long an asker goes last after their work had to be ended. */
const blameMs = 10 * 60_000

/** Limit for the cached keys, both of past turns and of blamed askers. */
const maxKeys = 10_000

type Turns = {
  /**
   * Does work when its turn comes: first askers who are neither last nor blamed, then the widest networks take turns,
   * the narrowest networks within each, and the accounts and links within those. The server's own work, without an
   * asker, has its own line and always gets a place.
   * @throws {NoTurn} before the work began
   */
  take<T>(by: Asker | null, work: () => Promise<T>): Promise<T>
  /** Puts an asker last for a while. */
  blame(by: Asker): void
  /** Ends the waiting, with NoTurn for the askers; waiting work never begins. */
  close(): void
}

type Waiter = { by: Asker | null; begin(): void; leave(): void }

/** The queue for expensive work: a caller with many or slow pieces delays others by at most one piece. */
export function createTurns({ atOnce, quickMs }: TurnsOptions): Turns {
  let waiting: Waiter[] = []
  let begun = 0
  let turn = 0
  let slow: Waiter | null = null
  const lastTurns = new Map<string, number>()
  const blamedUntil = new Map<string, number>()

  function isLate({ by }: Pick<Waiter, 'by'>): boolean {
    if (!by) return false
    return by.isLast === true || toBlamed(by).some((key) => (blamedUntil.get(key) ?? 0) > performance.now())
  }

  /** A caller with slow work in progress waits until that ends. */
  const isHeld = (by: Asker | null) =>
    by !== null &&
    slow?.by != null &&
    (nameWidest(slow.by) === nameWidest(by) || (by.sender !== undefined && slow.by.sender === by.sender))

  function isBefore(a: Waiter, b: Waiter): boolean {
    if (isLate(a) !== isLate(b)) return isLate(b)
    const [ofA, ofB] = [a, b].map(({ by }) => toKeys(by).map((key) => lastTurns.get(key) ?? 0))
    for (const [at, last = 0] of (ofA ?? []).entries()) if (last !== ofB?.[at]) return last < (ofB?.[at] ?? 0)
    return false
  }

  function startNext(): void {
    while (begun < atOnce) {
      const free = waiting.filter(({ by }) => !isHeld(by))
      const [first, ...others] = free
      if (!first) return
      const next = others.reduce((best, other) => (isBefore(other, best) ? other : best), first)
      waiting.splice(waiting.indexOf(next), 1)
      begun += 1
      turn += 1
      for (const key of toKeys(next.by)) remember(lastTurns, key, turn)
      next.begin()
    }
  }

  function hasPlace(by: Asker | null): boolean {
    if (!by) return true
    const count = (is: (other: Asker) => boolean) =>
      waiting.filter(({ by: other }) => other !== null && is(other)).length
    if (begun < atOnce && !isHeld(by)) return true
    return (
      count(() => true) < maxWaiting.all &&
      by.networks.every(
        ({ network, shares }) =>
          count((other) => other.networks.some((one) => one.network === network)) <
          maxWaiting.network * shares,
      ) &&
      (by.sender === undefined || count(({ sender }) => sender === by.sender) < maxWaiting.sender)
    )
  }

  /** Resolves when it is the asker's turn. */
  function wait(by: Asker | null): Promise<Waiter> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        by,
        begin() {
          clearTimeout(timer)
          resolve(waiter)
        },
        leave() {
          clearTimeout(timer)
          waiting = waiting.filter((other) => other !== waiter)
          if (by) reject(new NoTurn('no turn came in time'))
        },
      }
      const timer = by ? setTimeout(waiter.leave, maxWaitMs) : undefined
      waiting.push(waiter)
      startNext()
    })
  }

  return {
    async take(by, work) {
      if (!hasPlace(by)) throw new NoTurn('too many wait')
      const waiter = await wait(by)
      const giveWay = () => {
        if (slow) return
        slow = waiter
        begun -= 1
        startNext()
      }
      const timer = quickMs === undefined ? undefined : setTimeout(giveWay, quickMs)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        if (slow === waiter) slow = null
        else begun -= 1
        startNext()
      }
    },
    blame(by) {
      for (const key of toBlamed(by)) remember(blamedUntil, key, performance.now() + blameMs)
    },
    close() {
      for (const { leave } of waiting) leave()
    },
  }
}

/** The largest network that one customer may have: a /48 in IPv6. */
export const nameWidest = (by: Asker) => by.networks.at(-1)?.network

/** The levels at which askers take turns: their widest network, their narrowest one, and themselves. */
function toKeys(by: Asker | null): string[] {
  const narrowest = by?.networks[0]?.network
  return [`widest ${by && nameWidest(by)}`, `network ${narrowest}`, `sender ${narrowest} ${by?.sender}`]
}

/** An account or a link keeps its blame in another network. A network is blamed only for askers without either. */
function toBlamed(by: Asker): string[] {
  return [by.sender === undefined ? `widest ${nameWidest(by)}` : `sender ${by.sender}`]
}

/** Keeps only the newest keys. */
function remember(map: Map<string, number>, key: string, value: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest)
}

/** The result of the work; undefined after `limitMs`, and a later result is ignored. Rejects as the work does. */
export async function waitAtMost<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks once for all simultaneous callers; a later caller asks again, also after a failure. */
export function shareAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let onItsWay: Promise<T> | null = null
  return () => {
    onItsWay ??= ask().finally(() => {
      onItsWay = null
    })
    return onItsWay
  }
}

/**
 * Asks once for all callers within an interval; callers during a pending request share its answer. A failed request
 * isn't cached.
 */
export function rememberFor<T>(
  clock: Pick<Clock, 'now'>,
  milliseconds: number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock.now().getTime()
    if (last && now - last.at < milliseconds) return last.answer
    const found = { at: now, answer: ask() }
    last = found
    found.answer.catch(() => {
      if (last === found) last = null
    })
    return found.answer
  }
}
