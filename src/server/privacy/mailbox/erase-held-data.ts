import type { Platform } from '../../platform/platform.ts'
import { forgetAddress } from './forget-address.ts'

/** Erases what may be erased of a proven address; the token that asked ends with it. */
export async function eraseHeldData(
  platform: Platform,
  email: string,
): Promise<{ erased: number; kept: number }> {
  const counted = await forgetAddress(platform, email)
  await platform.mailer.outbox?.removeTo(email)
  return counted
}
