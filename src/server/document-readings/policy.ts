import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal } from '../http/refusal.ts'
import { gatePasses, recognisePass } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findOpenPass, type GatePass } from '../third-party/index.ts'
import { findNewestReading } from './store.ts'

/**
 * The third party by their pass. Whoever looks at how their reading stands is let in also when it has just ended the request: what their ID
 * says of their age is said to them.
 */
export async function findReaderPass(
  platform: Platform,
  c: Context<AppEnv>,
  verificationId: string | null,
): Promise<GatePass | Refusal> {
  const open = await findOpenPass(platform, c, verificationId)
  if (!isRefusal(open) || open.refused !== 'link_closed' || c.req.method !== 'GET') return open
  const pass = await recognisePass(platform, gatePasses, c)
  if (!pass || pass.verificationId !== verificationId) return open
  const reading = await findNewestReading(platform.database, { verificationId })
  return reading?.outcome === 'under_age' ? pass : open
}
