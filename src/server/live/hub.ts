import type { VerificationChanged } from '../../contract/live.ts'
import type { Database } from '../platform/database/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import { channel, noticeSchema } from './channel.ts'

export type Subscriber = (change: VerificationChanged) => void

/** Passes each owner's changes on to their open streams. One LISTEN serves them all, from the first stream on. */
export type Hub = {
  /** Resolves once changes reach the subscriber; the answer ends that. */
  subscribe(ownerId: string, subscriber: Subscriber): Promise<() => void>
}

export function createHub(database: Database, logger: Logger): Hub {
  const subscribers = new Map<string, Set<Subscriber>>()
  let listening: Promise<unknown> | null = null

  function pass(payload: string): void {
    const notice = noticeSchema.safeParse(parsed(payload))
    if (!notice.success) {
      logger.warn({}, 'a change was announced in an unknown form')
      return
    }
    for (const subscriber of subscribers.get(notice.data.ownerId) ?? []) subscriber(notice.data.change)
  }

  function listen(): Promise<unknown> {
    listening ??= database.listen(channel, pass).catch((error: unknown) => {
      listening = null
      throw error
    })
    return listening
  }

  return {
    async subscribe(ownerId, subscriber) {
      await listen()
      const own = subscribers.get(ownerId) ?? new Set()
      subscribers.set(ownerId, own.add(subscriber))
      return () => {
        own.delete(subscriber)
        if (own.size === 0 && subscribers.get(ownerId) === own) subscribers.delete(ownerId)
      }
    },
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
