import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/bearer.ts'
import type { Queryable } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { findPass, insertPass, type Pass, type Passes } from './pass-store.ts'

/** Makes a token that opens one verification: 256 random bits, as 43 characters of base64url. Only its hash is kept. */
export async function issuePass<Kind extends string>(
  { clock }: Pick<Platform, 'clock'>,
  q: Queryable,
  passes: Passes<Kind>,
  { verificationId, kind, lifeMs }: { verificationId: string; kind: Kind; lifeMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMs)
  await insertPass(q, passes, { tokenSha256: hashHex(token), verificationId, kind, createdAt, expiresAt })
  return { token, expiresAt }
}

/** The pass that a request shows; null when it shows none or one that has ended. Access tokens look different. */
export async function recognisePass<Kind extends string>(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  passes: Passes<Kind>,
  c: Context<AppEnv>,
): Promise<Pass<Kind> | null> {
  const token = findBearer(c)
  if (!token || !/^[\w-]{43}$/.test(token)) return null
  return findPass(database, passes, hashHex(token), clock.now())
}
