import type { Clock } from '../clock/index.ts'

/** A network that a client is in, with how many shares it has where a network has a share. */
export type Network = { network: string; shares: number }

/**
 * The asker of the work: their networks, the narrowest first, an account or link if one is known, and whether all
 * others come first.
 */
export type Asker = { networks: readonly Network[]; sender?: string | undefined; isLast?: boolean }

export type TurnsOptions = {
  /** How much is worked on at once. */
  atOnce: number
  /** After this long, in milliseconds, one piece of work gives its place to the next and goes on beside it. */
  quickMs?: number
}

/** No place to wait, or none of the turns came in time: to be asked again in `turnRetryAfterSeconds`. */
export class NoTurn extends Error {}

export const turnRetryAfterSeconds = 5

/**
 * How many may wait for a turn: of one account or link, of one share of a network, in all. One /48 has a quarter of all
 * places.
 */
export const maxWaiting = { sender: 2, network: 8, all: 512 }

/** A connection may be silent for at most a minute: a longer wait is answered before that. */
const maxWaitMs = 20_000

/** How long an asker comes last after their work had to be ended. */
const blameMs = 10 * 60_000

/** Keys that are remembered: of who had a turn, and of who is blamed. */
const maxKeys = 10_000

type Turns = {
  /**
   * Does work when its turn has come: first who is neither last nor blamed, then the widest networks in turn, the
   * narrowest ones of each, and the accounts and links of those. Work of the server's own, without an asker, is in one
   * line and always has a place.
   * @throws {NoTurn} before anything was done
   */
  take<T>(by: Asker | null, work: () => Promise<T>): Promise<T>
  /** Lets an asker come last for a while. */
  blame(by: Asker): void
  /** Ends the waiting, with NoTurn for those who asked: what waits never begins. */
  close(): void
}

type Waiter = { by: Asker | null; begin(): void; leave(): void }

/** The one queue of expensive work: a caller with many or slow pieces holds up others for at most one piece. */
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

  /** A caller with slow work in progress waits for its end. */
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

  /** Resolves when the asker's turn has come. */
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

/** The levels at which askers take turns: their widest network, their narrowest, themselves. */
function toKeys(by: Asker | null): string[] {
  const narrowest = by?.networks[0]?.network
  return [`widest ${by && nameWidest(by)}`, `network ${narrowest}`, `sender ${narrowest} ${by?.sender}`]
}

/**
 * An account or a link goes on being itself in another network; a network is blamed only where there is nothing else.
 */
function toBlamed(by: Asker): string[] {
  return [by.sender === undefined ? `widest ${nameWidest(by)}` : `sender ${by.sender}`]
}

/** Keeps the newest keys. */
function remember(map: Map<string, number>, key: string, value: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest)
}

/** The result of the work; undefined after `limitMs`, and a later outcome is ignored. Rejects as the work does. */
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

/** Asks once for all simultaneous callers; a later caller asks anew, also after a failure. */
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
 * Asks once for all who ask within so many milliseconds, and those who ask while an answer is on its way get the same.
 * A failed request is not cached.
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
