import { z } from 'zod'
import { type LiveChange, liveChangeSchema } from '../../contract/verification.ts'
import { type Database, sql, type Transaction } from '../platform/database/index.ts'
import type { Logger } from '../platform/logging/index.ts'

type Subscriber = {
  ownerId: string
  sessionId: string
  onChange(change: LiveChange): void
  /**
   * Called when its session has ended, or when changes may have been missed: the page reconnects at once and reloads
   * everything.
   */
  end(): void
}

/**
 * Passes each owner's changes, and the ends of sessions, to their open streams. One LISTEN for each of the two serves
 * all streams, from the first stream on.
 */
export type Hub = {
  /** Resolves once changes reach the subscriber; returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): Promise<() => void>
}

export function createHub(database: Database, logger: Logger): Hub {
  const byOwner = new Map<string, Set<Subscriber>>()
  const bySession = new Map<string, Set<Subscriber>>()
  let listening: Promise<unknown> | null = null

  function deliver(payload: string): void {
    const notification = notificationSchema.safeParse(parse(payload))
    if (!notification.success) {
      logger.warn({}, 'a change was announced in an unknown form')
      return
    }
    for (const subscriber of byOwner.get(notification.data.ownerId) ?? [])
      subscriber.onChange(notification.data.change)
  }

  function endSession(sessionId: string): void {
    for (const subscriber of [...(bySession.get(sessionId) ?? [])]) subscriber.end()
  }

  /** Called after the connection to the database was lost. */
  function endAll(): void {
    for (const subscriber of [...byOwner.values()].flatMap((own) => [...own])) subscriber.end()
  }

  function listen(): Promise<unknown> {
    listening ??= Promise.all([
      database.listen(channel, deliver, endAll),
      database.listen(sessionEndChannel, endSession, endAll),
    ]).catch((error: unknown) => {
      listening = null
      throw error
    })
    return listening
  }

  return {
    async subscribe(subscriber) {
      await listen()
      const leaves = [
        addMember(byOwner, subscriber.ownerId, subscriber),
        addMember(bySession, subscriber.sessionId, subscriber),
      ]
      return () => {
        for (const leave of leaves) leave()
      }
    },
  }
}

/** Adds a member to the set of a key; returns a function that removes it. */
function addMember<Member>(sets: Map<string, Set<Member>>, key: string, member: Member): () => void {
  const own = sets.get(key) ?? new Set()
  sets.set(key, own.add(member))
  return () => {
    own.delete(member)
    if (own.size === 0 && sets.get(key) === own) sets.delete(key)
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

/** Tells the owner's open pages that a verification, or the account, changed, once the transaction commits. */
export async function announceChange(tx: Transaction, ownerId: string, change: LiveChange): Promise<void> {
  await tx.run(sql`SELECT pg_notify(${channel}, ${JSON.stringify({ ownerId, change })})`)
}

/** The PostgreSQL channel that carries every owner's changes. */
const channel = 'verification_changed'

/** The channel on which the database announces each ended session once that is committed. */
const sessionEndChannel = 'session_ended'

/** One notification: the owner whose pages to tell, and the change. */
const notificationSchema = z.object({ ownerId: z.string(), change: liveChangeSchema })
