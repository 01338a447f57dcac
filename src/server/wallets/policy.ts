import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/bearer.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { findSessionOfBrowser, type SessionRow } from './session-store.ts'

/** The session in the address, for the browser that began it and shows what it was given then. For anybody else there is none. */
export async function authenticateWalletBrowser(
  { database }: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<SessionRow | Refusal> {
  const secret = findBearer(c)
  if (id === null || !secret || !/^[\w-]{43}$/.test(secret)) return refuse('wallet_session_not_found')
  return (await findSessionOfBrowser(database, id, hashHex(secret))) ?? refuse('wallet_session_not_found')
}
