import type { Clock } from '../clock/index.ts'

/** A network that a client belongs to, and its number of shares of the places. */
export type Network = { network: string; shares: number }

/**
 * The requester of the work: their networks, the narrowest first, an account or link if one is known, and whether all
 * others go first.
 */
export type Requester = { networks: readonly Network[]; sender?: string | undefined; isLast?: boolean }

export type FairQueueOptions = {
  /** How much may be in progress at the same time: the number of pieces of work, or their bytes. */
  capacity: number
  /** How much of it may be in progress for one account or link, and per share of a network; by default no limit. */
  maxHeld?: { sender: number; network: number }
  /** The waiting places; by default `maxWaiting`. */
  places?: { sender: number; network: number; all: number }
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

export type FairQueue = {
  /**
   * Waits for a turn: first come requesters who are neither last nor penalised, then the widest networks take turns,
   * the narrowest networks within each, and the accounts and links within those. A requester whose share is in use is
   * passed over. The server's own work, without a requester, has its own line and always gets a place. Returns a
   * function that ends the turn, or null when there was no place to wait, no turn came in time, or the signal aborted.
   */
  take(by: Requester | null, piece?: { size?: number; signal?: AbortSignal }): Promise<(() => void) | null>
  /**
   * Does work of size 1 when its turn comes.
   * @throws {QueueOverloaded} before the work began
   */
  run<T>(by: Requester | null, work: () => Promise<T>): Promise<T>
  /** Puts a requester last for a while. */
  penalise(by: Requester): void
  /** Ends the waiting, with QueueOverloaded for the requesters; waiting work never begins. */
  close(): void
}

type Piece = { by: Requester | null; size: number }
type Waiter = Piece & { answer(hasTurn: boolean): void }

/**
 * The queue for expensive work and scarce memory: a requester with many or slow pieces delays others by at most one
 * piece. It is in memory, so each process has its own. The line of jobs (`reservePlace`) is in the database, because
 * its work outlives the process, and all processes share it.
 */
export function createFairQueue({
  capacity,
  maxHeld,
  places = maxWaiting,
  slowAfterMs,
}: FairQueueOptions): FairQueue {
  let waiting: Waiter[] = []
  let begun = 0
  let turn = 0
  let slow: Piece | null = null
  /** How much is in progress, by network and by account or link. */
  const inUse = new Map<string, number>()
  const lastTurns = new Map<string, number>()
  const penalisedUntil = new Map<string, number>()

  function isLate({ by }: Piece): boolean {
    if (!by) return false
    return (
      by.isLast === true ||
      listPenaltyKeys(by).some((key) => (penalisedUntil.get(key) ?? 0) > performance.now())
    )
  }

  /** A caller with slow work in progress waits until that ends. */
  const mustWait = (by: Requester | null) =>
    by !== null &&
    slow?.by != null &&
    (getWidestNetwork(slow.by) === getWidestNetwork(by) ||
      (by.sender !== undefined && slow.by.sender === by.sender))

  function listShares({ by }: Piece): [key: string, limit: number][] {
    if (!by || !maxHeld) return []
    return [
      // A third is left for others, however many customers a /48 has.
      ...by.networks.map(({ network, shares }): [string, number] => [
        `network ${network}`,
        Math.min(maxHeld.network * shares, (capacity * 2) / 3),
      ]),
      ...(by.sender === undefined ? [] : [[`sender ${by.sender}`, maxHeld.sender] as [string, number]]),
    ]
  }

  const mayBegin = (piece: Piece) =>
    begun + piece.size <= capacity &&
    !mustWait(piece.by) &&
    listShares(piece).every(([key, limit]) => (inUse.get(key) ?? 0) + piece.size <= limit)

  function isBefore(a: Piece, b: Piece): boolean {
    if (isLate(a) !== isLate(b)) return isLate(b)
    const [ofA, ofB] = [a, b].map(({ by }) => listTurnKeys(by).map((key) => lastTurns.get(key) ?? 0))
    for (const [at, last = 0] of (ofA ?? []).entries()) if (last !== ofB?.[at]) return last < (ofB?.[at] ?? 0)
    return false
  }

  function count(piece: Piece, size: number): void {
    begun += size
    for (const [key] of listShares(piece)) {
      const now = (inUse.get(key) ?? 0) + size
      if (now === 0) inUse.delete(key)
      else inUse.set(key, now)
    }
  }

  /** Begins a piece, and returns a function that ends it. */
  function begin(piece: Piece): () => void {
    count(piece, piece.size)
    turn += 1
    for (const key of listTurnKeys(piece.by)) remember(lastTurns, key, turn)
    let hasEnded = false
    return () => {
      if (!hasEnded) count(piece, -piece.size)
      hasEnded = true
      startNext()
    }
  }

  function startNext(): void {
    for (;;) {
      const [first, ...others] = waiting.filter(mayBegin)
      if (!first) return
      others.reduce((best, other) => (isBefore(other, best) ? other : best), first).answer(true)
    }
  }

  function hasPlace({ by }: Piece): boolean {
    if (!by) return true
    const countWaiting = (is: (other: Requester) => boolean) =>
      waiting.filter(({ by: other }) => other !== null && is(other)).length
    return (
      countWaiting(() => true) < places.all &&
      by.networks.every(
        ({ network, shares }) =>
          countWaiting((other) => other.networks.some((one) => one.network === network)) <
          places.network * shares,
      ) &&
      (by.sender === undefined || countWaiting(({ sender }) => sender === by.sender) < places.sender)
    )
  }

  function wait(piece: Piece, signal?: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...piece,
        answer(hasTurn) {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
          waiting = waiting.filter((other) => other !== waiter)
          if (hasTurn) resolve(begin(piece))
          else if (piece.by) resolve(null)
        },
      }
      const leave = () => waiter.answer(false)
      const timer = piece.by ? setTimeout(leave, maxWaitMs) : undefined
      signal?.addEventListener('abort', leave)
      waiting.push(waiter)
    })
  }

  async function takePiece(piece: Piece, signal?: AbortSignal): Promise<(() => void) | null> {
    // None of the waiting pieces may begin yet, so this one overtakes none that could.
    if (mayBegin(piece)) return begin(piece)
    return hasPlace(piece) && !signal?.aborted ? wait(piece, signal) : null
  }

  return {
    take: (by, { size = 1, signal } = {}) => takePiece({ by, size }, signal),
    async run(by, work) {
      const piece = { by, size: 1 }
      const end = await takePiece(piece)
      if (!end) throw new QueueOverloaded('there was no turn')
      const yieldPlace = () => {
        if (slow) return
        slow = piece
        end()
      }
      const timer = slowAfterMs === undefined ? undefined : setTimeout(yieldPlace, slowAfterMs)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        if (slow === piece) slow = null
        end()
      }
    },
    penalise(by) {
      for (const key of listPenaltyKeys(by)) remember(penalisedUntil, key, performance.now() + penaltyMs)
    },
    close() {
      for (const { answer } of waiting) answer(false)
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
