import { randomBytes } from 'node:crypto'
import { setsPerLink } from '../../domain/verification/verification.ts'
import {
  destroyUnsubmittedDocumentsOf,
  forgetReadingsOf,
  type LinkSet,
  type LinkSets,
} from '../documents/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { forgetChecksOf } from '../identity-checks/index.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetWalletProofsOf } from '../wallets/index.ts'

/** How long a set keeps its place after it was last touched: as long as a pass to it lasts. */
const restMs = 60 * 60 * 1000

/**
 * The set of a browser at a link, by the secret that the browser kept, or by a new one: 256 random bits, as 43
 * characters of base64url. Only its hash is stored.
 */
export function openBrowserSet(
  verificationId: string,
  keptSecret: string | null,
): { setSecret: string; setSha256: string } {
  const setSecret = keptSecret ?? randomBytes(32).toString('base64url')
  return { setSecret, setSha256: hashHex(`${verificationId} ${setSecret}`) }
}

/** Records that a pass to a set was opened or used. */
export async function touchSet(
  q: Queryable,
  { setSha256 }: Pick<LinkSet, 'setSha256'>,
  at: Date,
): Promise<void> {
  if (setSha256 !== null)
    await q.run(sql`UPDATE third_party_sets SET touched_at = ${at} WHERE set_sha256 = ${setSha256}`)
}

/**
 * Gives a set its place among those of the link, before something is added to it. Where all places are taken, the set
 * that was touched least recently gives way and is destroyed, if that was an hour ago; otherwise refuses with
 * `link_in_many_browsers`. The shared set needs no place. Call this after locking the verification.
 */
export async function takePlace(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  { verificationId, setSha256 }: LinkSet,
): Promise<Refusal | null> {
  if (setSha256 === null) return null
  const now = platform.clock.now()
  const others = await tx.rows<{ setSha256: string; touchedAt: Date }>(sql`
    SELECT set_sha256, touched_at FROM third_party_sets
    WHERE verification_id = ${verificationId} AND set_sha256 <> ${setSha256} ORDER BY touched_at, set_sha256`)
  const [oldest] = others
  if (oldest && others.length >= setsPerLink) {
    const restsForMs = oldest.touchedAt.getTime() + restMs - now.getTime()
    if (restsForMs > 0)
      return refuse('link_in_many_browsers', { retryAfterSeconds: Math.ceil(restsForMs / 1000) })
    await destroyGiven(platform, tx, { verificationId, setSha256: oldest.setSha256 })
    await tx.run(sql`DELETE FROM third_party_sets WHERE set_sha256 = ${oldest.setSha256}`)
  }
  await tx.run(sql`
    INSERT INTO third_party_sets (set_sha256, verification_id, touched_at)
    VALUES (${setSha256}, ${verificationId}, ${now})
    ON CONFLICT (set_sha256) DO UPDATE SET touched_at = excluded.touched_at`)
  return null
}

/**
 * Destroys everything in some sets of a link that wasn't submitted: files, the findings of readings, and the results of
 * a wallet or a provider. The tries at readings still count (READING-10). While the link is open to the same address,
 * the sets keep their places: a creator who filled the others could see a place become free (NO-2). The trail doesn't
 * record it, because it would be in the record of a person who answers after all.
 */
export async function destroyGiven(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  sets: LinkSets,
): Promise<void> {
  const at = platform.clock.now()
  await destroyUnsubmittedDocumentsOf(platform, tx, sets)
  await forgetWalletProofsOf(tx, sets)
  await forgetReadingsOf(tx, sets, at)
  await forgetChecksOf(tx, sets)
}
