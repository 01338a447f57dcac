import type { Clock } from '../clock/index.ts'

/** A network that a client belongs to, and its number of shares of the places. */
export type Network = { network: string; shares: number }

/**
 * The requester of the work: their networks, the narrowest first, an account or link if one is known, and whether all
 * others go first.
 */
export type Requester = { networks: readonly Network[]; sender?: string | undefined; isLast?: boolean }

export type FairQueueOptions = {
  /** The number of pieces of work at the same time. */
  concurrency: number
  /** After this time, in milliseconds, one piece of work gives its place to the next and continues beside it. */
  slowAfterMs?: number
}

/** There was no place to wait, or no turn came in time; retry after `queueRetryAfterSeconds`. */
export class QueueOverloaded extends Error {}

export const queueRetryAfterSeconds = 5

/**
 * How many may wait for a turn: per account or link, per share of a network, and in total. One /48 has a quarter of all
 * places.
 */
export const maxWaiting = { sender: 2, network: 8, all: 512 }

/** A connection may be silent for at most a minute, so a longer wait is refused before that. */
const maxWaitMs = 20_000

/** How long a requester goes last after their work had to be ended. */
const penaltyMs = 10 * 60_000

/** Limit for the cached keys, both of past turns and of penalised requesters. */
const maxKeys = 10_000

type FairQueue = {
  /**
   * Does work when its turn comes: first requesters who are neither last nor penalised, then the widest networks take turns,
   * the narrowest networks within each, and the accounts and links within those. The server's own work, without a
   * requester, has its own line and always gets a place.
   * @throws {QueueOverloaded} before the work began
   */
  run<T>(by: Requester | null, work: () => Promise<T>): Promise<T>
  /** Puts a requester last for a while. */
  penalise(by: Requester): void
  /** Ends the waiting, with QueueOverloaded for the requesters; waiting work never begins. */
  close(): void
}

type Waiter = { by: Requester | null; begin(): void; leave(): void }

/** The queue for expensive work: a caller with many or slow pieces delays others by at most one piece. */
export function createFairQueue({ concurrency, slowAfterMs }: FairQueueOptions): FairQueue {
  let waiting: Waiter[] = []
  let begun = 0
  let turn = 0
  let slow: Waiter | null = null
  const lastTurns = new Map<string, number>()
  const penalisedUntil = new Map<string, number>()

  function isLate({ by }: Pick<Waiter, 'by'>): boolean {
    if (!by) return false
    return (
      by.isLast === true ||
      listPenaltyKeys(by).some((key) => (penalisedUntil.get(key) ?? 0) > performance.now())
    )
  }

  /** A caller with slow work in progress waits until that ends. */
  const isHeld = (by: Requester | null) =>
    by !== null &&
    slow?.by != null &&
    (getWidestNetwork(slow.by) === getWidestNetwork(by) ||
      (by.sender !== undefined && slow.by.sender === by.sender))

  function isBefore(a: Waiter, b: Waiter): boolean {
    if (isLate(a) !== isLate(b)) return isLate(b)
    const [ofA, ofB] = [a, b].map(({ by }) => listTurnKeys(by).map((key) => lastTurns.get(key) ?? 0))
    for (const [at, last = 0] of (ofA ?? []).entries()) if (last !== ofB?.[at]) return last < (ofB?.[at] ?? 0)
    return false
  }

  function startNext(): void {
    while (begun < concurrency) {
      const free = waiting.filter(({ by }) => !isHeld(by))
      const [first, ...others] = free
      if (!first) return
      const next = others.reduce((best, other) => (isBefore(other, best) ? other : best), first)
      waiting.splice(waiting.indexOf(next), 1)
      begun += 1
      turn += 1
      for (const key of listTurnKeys(next.by)) remember(lastTurns, key, turn)
      next.begin()
    }
  }

  function hasPlace(by: Requester | null): boolean {
    if (!by) return true
    const count = (is: (other: Requester) => boolean) =>
      waiting.filter(({ by: other }) => other !== null && is(other)).length
    if (begun < concurrency && !isHeld(by)) return true
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

  /** Resolves when it is the requester's turn. */
  function wait(by: Requester | null): Promise<Waiter> {
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
          if (by) reject(new QueueOverloaded('no turn came in time'))
        },
      }
      const timer = by ? setTimeout(waiter.leave, maxWaitMs) : undefined
      waiting.push(waiter)
      startNext()
    })
  }

  return {
    async run(by, work) {
      if (!hasPlace(by)) throw new QueueOverloaded('too many wait')
      const waiter = await wait(by)
      const yieldPlace = () => {
        if (slow) return
        slow = waiter
        begun -= 1
        startNext()
      }
      const timer = slowAfterMs === undefined ? undefined : setTimeout(yieldPlace, slowAfterMs)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        if (slow === waiter) slow = null
        else begun -= 1
        startNext()
      }
    },
    penalise(by) {
      for (const key of listPenaltyKeys(by)) remember(penalisedUntil, key, performance.now() + penaltyMs)
    },
    close() {
      for (const { leave } of waiting) leave()
    },
  }
}

/** The largest network that one customer may have: a /48 in IPv6. */
export const getWidestNetwork = (by: Requester) => by.networks.at(-1)?.network

/** The levels at which requesters take turns: their widest network, their narrowest one, and themselves. */
function listTurnKeys(by: Requester | null): string[] {
  const narrowest = by?.networks[0]?.network
  return [`widest ${by && getWidestNetwork(by)}`, `network ${narrowest}`, `sender ${narrowest} ${by?.sender}`]
}

/** An account or a link keeps its penalty in another network. A network is penalised only for requesters without either. */
function listPenaltyKeys(by: Requester): string[] {
  return [by.sender === undefined ? `widest ${getWidestNetwork(by)}` : `sender ${by.sender}`]
}

function remember(map: Map<string, number>, key: string, value: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest)
}

/** The result of the work; undefined after `limitMs`, and a later result is ignored. Rejects as the work does. */
export async function waitAtMost<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks once for all simultaneous callers; a later caller asks again, also after a failure. */
export function shareAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null
  return () => {
    pending ??= ask().finally(() => {
      pending = null
    })
    return pending
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
