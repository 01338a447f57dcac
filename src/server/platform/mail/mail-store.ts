import {
  type Database,
  deleteSome,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../database/index.ts'
import { hasNoJob } from '../jobs/index.ts'
import type { HandOver } from './mail.ts'

/** The outcome of a mail. `gave_up`: not accepted for days; `not_needed`: outdated before it was sent. */
export type MailOutcome = Exclude<HandOver, 'no_such_mailbox'> | 'gave_up' | 'not_needed'

export type NewMail = {
  id: string
  task: string
  payload: unknown
  verificationId: string | null
  accountId: string | null
  queuedAt: Date
}

export type DueMail = Pick<NewMail, 'id' | 'payload' | 'verificationId' | 'accountId' | 'queuedAt'> & {
  tries: number
  number: number
}

export function nameMailKey(id: string): string {
  return `mail ${id}`
}

/** Stores a due mail. Does nothing when it was stored before. */
export async function insertMail(q: Queryable, mail: NewMail): Promise<void> {
  await q.run(sql`
    INSERT INTO mails (id, task, payload, verification_id, account_id, queued_at)
    VALUES (${mail.id}, ${mail.task}, ${JSON.stringify(mail.payload)}, ${mail.verificationId}, ${mail.accountId},
      ${mail.queuedAt})
    ON CONFLICT (id) DO NOTHING`)
}

/** Counts a try and returns the mail, with this try included; null when it has ended. */
export function beginTry(q: Queryable, id: string): Promise<DueMail | null> {
  return q.row<DueMail>(sql`
    UPDATE mails SET tries = tries + 1 WHERE id = ${id} AND ended_at IS NULL
    RETURNING id, payload, verification_id, account_id, queued_at, tries, number`)
}

/** Records a mail's outcome, and deletes its payload unless it can be retried. False when it had already ended. */
export async function endMail(q: Queryable, id: string, outcome: MailOutcome, at: Date): Promise<boolean> {
  const kept = outcome === 'gave_up' ? sql`payload` : sql`'{}'`
  const ended = await q.run(sql`
    UPDATE mails SET ended_at = ${at}, outcome = ${outcome}, payload = ${kept} WHERE id = ${id} AND ended_at IS NULL`)
  return ended === 1
}

/** Cancels the mails of a task about a verification that have not been accepted yet. */
export async function cancelMails(
  tx: Transaction,
  verificationId: string,
  task: string,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE mails SET ended_at = ${at}, outcome = 'not_needed', payload = '{}'
    WHERE verification_id = ${verificationId} AND task = ${task} AND ended_at IS NULL`)
  await deleteGivenUpMails(tx, verificationId, task)
}

/** Excludes the given-up mails of a task about a verification from retries: a new mail replaces them. */
export async function deleteGivenUpMails(
  tx: Transaction,
  verificationId: string,
  task: string,
): Promise<void> {
  await tx.run(sql`
    UPDATE mails SET payload = '{}'
    WHERE verification_id = ${verificationId} AND task = ${task} AND outcome = 'gave_up'`)
}

/** Matches the condition of the index: given up, or retried for more than an hour until it was no longer needed. */
const isLost = sql`
  (outcome = 'gave_up' OR (outcome = 'not_needed' AND tries > 1 AND ended_at - queued_at > interval '1 hour'))`

/**
 * Makes the given-up mails due again, for four days from now; the sweep of due work sends them. Returns the number of
 * queued mails, and of those that can't be queued because their payload is gone.
 */
export async function retryMails(
  database: Database,
  now: Date,
): Promise<{ queued: number; notKept: number }> {
  const queued = await database.run(sql`
    UPDATE mails SET ended_at = NULL, outcome = NULL, queued_at = ${now}
    WHERE ${isLost} AND outcome = 'gave_up' AND payload <> '{}'`)
  const left = await database.row<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM mails WHERE ${isLost} AND outcome = 'gave_up' AND payload = '{}'`)
  return { queued, notKept: left?.count ?? 0 }
}

export type LostMails = { task: string; outcome: MailOutcome; count: number }

/** Counts the given-up mails that can be retried, and the mails of the last day that were too late. */
export function countLostMails(q: Queryable, now: Date): Promise<LostMails[]> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  return q.rows<LostMails>(sql`
    SELECT task, outcome, count(*)::int AS count FROM mails
    WHERE ${isLost} AND CASE outcome WHEN 'gave_up' THEN payload <> '{}' ELSE ended_at > ${dayAgo} END
    GROUP BY task, outcome`)
}

/** Deletes the mails about a verification that belong to no account: they went to its third party. */
export function forgetMailsAbout(tx: Transaction, verificationId: string, limit: number): Promise<number> {
  return deleteSome(tx, sql`mails`, sql`verification_id = ${verificationId} AND account_id IS NULL`, limit)
}

/** Deletes at most `limit` mails for an account; unsent mails aren't sent. Returns their number. */
export function forgetMailsFor(q: Queryable, accountId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`mails`, sql`account_id = ${accountId}`, limit)
}

/** The given ids that belong to no mail. */
export async function listUnknown(q: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    SELECT id FROM unnest(${ids}::text[]) AS given (id) WHERE NOT EXISTS (SELECT FROM mails WHERE mails.id = given.id)`)
  return rows.map(({ id }) => id)
}

/** The parts of a mail that its recipient may see: its purpose and its outcome. */
export type KnownMail = Pick<NewMail, 'task' | 'queuedAt'> & {
  endedAt: Date | null
  outcome: MailOutcome | null
}

const known = sql`task, queued_at, ended_at, outcome`

export function listMailsFor(q: Queryable, accountId: string): Promise<KnownMail[]> {
  return q.rows<KnownMail>(sql`SELECT ${known} FROM mails WHERE account_id = ${accountId} ORDER BY number`)
}

/** The mails about a verification that went to its third party. */
export function listMailsAbout(q: Queryable, verificationId: string): Promise<KnownMail[]> {
  return q.rows<KnownMail>(sql`
    SELECT ${known} FROM mails WHERE verification_id = ${verificationId} AND account_id IS NULL ORDER BY number`)
}

/** The progress of a mail; its outcome is null while it is on its way. */
export type MailProgress = {
  queuedAt: Date
  tries: number
  outcome: MailOutcome | null
  endedAt: Date | null
}

/**
 * Selects the progress of the newest mail of a task about a verification, as a statement or as a subquery with the
 * verification in a column.
 */
export function selectNewestMail(verificationId: Sql, task: string): Sql {
  return sql`
    SELECT queued_at, tries, outcome, ended_at FROM mails
    WHERE verification_id = ${verificationId} AND task = ${task} ORDER BY queued_at DESC, number DESC LIMIT 1`
}

/**
 * The mail server's last answer to a mail about a verification to its third party, among the mails queued at `since` or
 * later; null without an answer.
 */
export async function findLastAnswer(
  q: Queryable,
  verificationId: string,
  since: Date | null,
): Promise<MailOutcome | null> {
  const row = await q.row<{ outcome: MailOutcome }>(sql`
    SELECT outcome FROM mails WHERE verification_id = ${verificationId} AND account_id IS NULL
      AND outcome IN ('accepted', 'address_refused', 'message_refused')
      AND queued_at >= coalesce(${since}::timestamptz, '-infinity') ORDER BY number DESC LIMIT 1`)
  return row?.outcome ?? null
}

export function selectUnended(before: Date): Sql {
  return sql`SELECT id, task, queued_at AS since FROM mails WHERE ended_at IS NULL AND queued_at < ${before}`
}

/** The unended mails that no job will send, oldest first. */
export function listMailsWithoutJob(
  q: Queryable,
  before: Date,
  limit: number,
): Promise<Pick<NewMail, 'id' | 'task'>[]> {
  return q.rows(sql`
    SELECT id, task FROM (${selectUnended(before)}) mail WHERE ${hasNoJob(sql`'mail ' || mail.id`)}
    ORDER BY since LIMIT ${limit}`)
}

/** Deletes at most `limit` mails that ended before an instant. Returns their ids. */
export async function forgetMails(q: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    DELETE FROM mails WHERE id = ANY(ARRAY(
      SELECT id FROM mails WHERE ended_at < ${before} ORDER BY ended_at LIMIT ${limit})) RETURNING id`)
  return rows.map(({ id }) => id)
}
