import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { takeNotice } from './take-notice.ts'

/** Takes a webhook whose raw body the provider signed within five minutes of now. The work itself is left to the job queue. */
export async function receiveWebhook(
  platform: Platform,
  rawBody: string,
  signature: string | undefined,
): Promise<{ received: true } | Refusal> {
  const notice = platform.payments.parseNotice(rawBody, signature, platform.clock.now())
  if (!notice) return refuse('webhook_refused')
  await takeNotice(platform, notice)
  return { received: true }
}
