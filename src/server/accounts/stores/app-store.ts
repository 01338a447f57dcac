import { type Queryable, sql } from '../../platform/database/index.ts'

/** An account's authenticator app. `confirmedAt` is null until its first code was entered. */
export type AppRow = {
  id: string
  userId: string
  sealedSecret: Uint8Array
  createdAt: Date
  confirmedAt: Date | null
  /** Argon2id of each recovery code, in their order; null for a used one. */
  recoveryHashes: (string | null)[]
  removalDueAt: Date | null
}

const appColumns = sql`
  id, user_id, sealed_secret, created_at, confirmed_at, recovery_hashes, removal_due_at`

export function findApp(q: Queryable, userId: string): Promise<AppRow | null> {
  return q.row(sql`SELECT ${appColumns} FROM authenticator_apps WHERE user_id = ${userId}`)
}

export function listSealedSecrets(q: Queryable): Promise<{ id: string; sealed: Uint8Array }[]> {
  return q.rows(sql`SELECT id, sealed_secret AS sealed FROM authenticator_apps`)
}

export async function setSealedSecret(q: Queryable, id: string, sealed: Uint8Array): Promise<void> {
  await q.run(sql`UPDATE authenticator_apps SET sealed_secret = ${Buffer.from(sealed)} WHERE id = ${id}`)
}

/**
 * Stores an app that waits for its first code, and replaces an earlier unconfirmed one. Returns false when a confirmed
 * app exists.
 */
export async function putUnconfirmedApp(
  q: Queryable,
  { id, userId, sealedSecret, now }: { id: string; userId: string; sealedSecret: Uint8Array; now: Date },
): Promise<boolean> {
  const stored = await q.run(sql`
    INSERT INTO authenticator_apps AS app (id, user_id, sealed_secret, created_at)
    VALUES (${id}, ${userId}, ${Buffer.from(sealedSecret)}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET id = EXCLUDED.id, sealed_secret = EXCLUDED.sealed_secret,
      created_at = EXCLUDED.created_at, last_step = NULL
    WHERE app.confirmed_at IS NULL`)
  return stored === 1
}

/**
 * Uses up the code of a time step. The first code confirms the app. Returns false and changes nothing when the app is
 * gone, or a code of this step or a later one was used.
 */
export async function useStep(
  q: Queryable,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const used = await q.run(sql`
    UPDATE authenticator_apps SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    WHERE id = ${id} AND (last_step IS NULL OR last_step < ${step})`)
  return used === 1
}

/**
 * Uses up the recovery code at index `place`, counted from 0. Returns false when that place has another hash by now, or
 * none.
 */
export async function useRecoveryCode(
  q: Queryable,
  id: string,
  { place, hash }: { place: number; hash: string },
): Promise<boolean> {
  const used = await q.run(sql`
    UPDATE authenticator_apps SET recovery_hashes[${place + 1}::int] = NULL
    WHERE id = ${id} AND recovery_hashes[${place + 1}::int] = ${hash}`)
  return used === 1
}

/** Returns false when the app doesn't exist or isn't confirmed. */
export async function setRecoveryHashes(q: Queryable, id: string, hashes: string[]): Promise<boolean> {
  const set = await q.run(sql`
    UPDATE authenticator_apps SET recovery_hashes = ${hashes} WHERE id = ${id} AND confirmed_at IS NOT NULL`)
  return set === 1
}

/**
 * Schedules the removal once: asking again does not change the time. Returns false when it was already scheduled, or
 * there is no confirmed app.
 */
export async function setRemoval(q: Queryable, userId: string, dueAt: Date): Promise<boolean> {
  const set = await q.run(sql`
    UPDATE authenticator_apps SET removal_due_at = ${dueAt}
    WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND removal_due_at IS NULL`)
  return set === 1
}

/** Returns false when no removal was scheduled. */
export async function clearRemoval(q: Queryable, userId: string): Promise<boolean> {
  const stopped = await q.run(sql`
    UPDATE authenticator_apps SET removal_due_at = NULL WHERE user_id = ${userId} AND removal_due_at IS NOT NULL`)
  return stopped === 1
}

export function selectRemovals(before: Date) {
  return sql`SELECT id, removal_due_at AS since FROM authenticator_apps WHERE removal_due_at <= ${before}`
}

/** The user id of the app's owner; null when the app is gone. */
export async function findOwnerOf(q: Queryable, id: string): Promise<string | null> {
  const row = await q.row<{ userId: string }>(sql`SELECT user_id FROM authenticator_apps WHERE id = ${id}`)
  return row?.userId ?? null
}

/** Removes an app. Returns false when it is gone, or, with `dueBy`, when its removal isn't due any more. */
export async function removeApp(
  q: Queryable,
  id: string,
  { dueBy = null }: { dueBy?: Date | null } = {},
): Promise<boolean> {
  const removed = await q.run(sql`
    DELETE FROM authenticator_apps WHERE id = ${id} AND (${dueBy}::timestamptz IS NULL OR removal_due_at <= ${dueBy})`)
  return removed === 1
}

/** Removes an account's app, also an unconfirmed one. Returns whether it was confirmed. */
export async function removeAppOf(q: Queryable, userId: string): Promise<boolean> {
  const removed = await q.row<{ wasConfirmed: boolean }>(sql`
    DELETE FROM authenticator_apps WHERE user_id = ${userId} RETURNING confirmed_at IS NOT NULL AS was_confirmed`)
  return removed?.wasConfirmed ?? false
}
