import { deleteSome, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'

/** Whether the account with this id is closed or erased. */
export function isClosed(id: Sql): Sql {
  return sql`EXISTS (SELECT FROM users u WHERE u.id = ${id} AND (u.closes_at IS NOT NULL OR u.erased_at IS NOT NULL))`
}

/**
 * Records when a locked account will be erased, and that its open requests still have to be cancelled. Returns false
 * and changes nothing if it is already closed.
 */
export async function noteClosing(tx: Transaction, id: string, closesAt: Date, now: Date): Promise<boolean> {
  const noted = await tx.run(sql`
    UPDATE users SET closes_at = ${closesAt}, ending_requests_at = ${now}, kept_at = NULL, updated_at = ${now}
    WHERE id = ${id} AND closes_at IS NULL AND erased_at IS NULL`)
  return noted === 1
}

/** Accounts that were closed at or before `at` and whose open requests still have to be cancelled. */
export function selectEndingRequests(at: Date): Sql {
  return sql`SELECT id, ending_requests_at AS since FROM users WHERE ending_requests_at <= ${at}`
}

/** Whether the open requests of a closed account still have to be cancelled: its owner has not reactivated it. */
export async function isEndingRequests(q: Queryable, id: string): Promise<boolean> {
  return (await q.row(sql`SELECT FROM users WHERE id = ${id} AND ending_requests_at IS NOT NULL`)) !== null
}

/**
 * Records that the open requests were cancelled. Returns false and changes nothing if that was already recorded, or the
 * account was kept.
 */
export async function noteRequestsEnded(tx: Transaction, id: string): Promise<boolean> {
  const noted = await tx.run(sql`
    UPDATE users SET ending_requests_at = NULL WHERE id = ${id} AND ending_requests_at IS NOT NULL`)
  return noted === 1
}

/** A closed account; `erasedAt` is when its rows were erased. */
export type ClosedAccount = {
  email: string | null
  limitedTo: string | null
  confirmedAt: Date | null
  erasedAt: Date | null
}

export async function findClosing(
  q: Queryable,
  id: string,
): Promise<{ closesAt: Date | null; keptAt: Date | null } | null> {
  return q.row(sql`SELECT closes_at, kept_at FROM users WHERE id = ${id}`)
}

/** Closed accounts whose grace period is over. */
export function selectDueForErasure(at: Date): Sql {
  return sql`SELECT id, closes_at AS since FROM users WHERE closes_at <= ${at}`
}

/**
 * Permanently locks a closed account whose grace period is over. The row lock decides between the erasure and a
 * sign-in: either the sign-in waits, or it has already kept the account and this returns null. Calling it again changes
 * nothing.
 */
export function beginErasure(q: Queryable, id: string, now: Date): Promise<ClosedAccount | null> {
  return q.row(sql`
    UPDATE users SET erasing_at = coalesce(erasing_at, ${now}), ending_requests_at = NULL
    WHERE id = ${id} AND closes_at <= ${now}
    RETURNING email, limited_to, email_confirmed_at AS confirmed_at, erased_at`)
}

/** Deletes at most `limit` rows of an account's security activity. Returns how many. */
export function forgetActivityOf(q: Queryable, id: string, limit: number): Promise<number> {
  return deleteSome(q, sql`security_activity`, sql`user_id = ${id}`, limit)
}

/** Deletes at most `limit` mailed links and codes of an account: repeated sign-ups may have left many. Returns how many. */
export function forgetMailedLinksOf(q: Queryable, id: string, limit: number): Promise<number> {
  return deleteSome(q, sql`one_time_tokens`, sql`user_id = ${id}`, limit)
}

/** Deletes everything about an account except its id and the mark that work is left to do. */
export async function eraseAccountRows(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM passkeys WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM authenticator_apps WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM security_activity WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM passkey_challenges WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM one_time_tokens WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM flow_states WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM used_links WHERE user_id = ${id}`)
  await tx.run(sql`DELETE FROM profiles WHERE id = ${id}`)
  await tx.run(sql`
    UPDATE users SET identity_id = gen_random_uuid(), email = NULL, password_hash = NULL, user_metadata = '{}',
      email_confirmed_at = NULL, email_refused_at = NULL, confirmation_sent_at = NULL, recovery_sent_at = NULL, new_email = NULL,
      new_email_confirmations = '{}', email_change_sent_at = NULL, reauthentication_sent_at = NULL,
      last_sign_in_at = NULL, banned_until = NULL, kept_at = NULL, limited_to = NULL, language = NULL, erased_at = ${now}, updated_at = ${now}
    WHERE id = ${id}`)
}

/** Records that nothing is left to do for an erased account. Deletes its row if no other row refers to it. */
export async function finishErasure(q: Queryable, id: string, isNamed: boolean): Promise<void> {
  await q.run(
    isNamed
      ? sql`UPDATE users SET closes_at = NULL WHERE id = ${id} AND erased_at IS NOT NULL`
      : sql`DELETE FROM users WHERE id = ${id} AND erased_at IS NOT NULL`,
  )
}
