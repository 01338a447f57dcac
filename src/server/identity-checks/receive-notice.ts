import { type Refusal, refuse } from '../http/refusal.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueCollect } from './collect-check.ts'
import { findBySession } from './store.ts'

/** Takes a webhook whose raw body the provider signed, and believes nothing of it but which session to ask about. */
export async function receiveNotice(
  platform: Platform,
  rawBody: string,
  signature: string | undefined,
): Promise<{ received: true } | Refusal> {
  const { identityProvider, database, clock } = platform
  const notice = identityProvider.parseNotice(rawBody, signature, clock.now())
  if (!notice) return refuse('webhook_refused')
  const { sessionId } = notice
  if (sessionId !== null && (await findBySession(database, hashHex(sessionId))))
    await database.transaction((tx) => enqueueCollect(platform, tx, sessionId))
  return { received: true }
}
