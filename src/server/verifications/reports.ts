import { toReference } from '../../domain/verification/verification.ts'
import { listNetworks } from '../http/client.ts'
import { dayMs } from '../platform/clock/index.ts'
import { type Database, type Queryable, runInBatches, type Sql, sql } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'

/** A request, and the account that made it. */
export type Reported = { verificationId: string; senderId: string }

type Report = Reported & { mailboxMac: string; clientIp: string; from: 'link' | 'email' }

/**
 * A sender's mails are paused once this many of their requests were reported, by this many mailboxes and from this many
 * networks, within this time.
 */
const pausing = { requests: 3, mailboxes: 3, networks: 3, days: 90 }
const keptDays = 365

/**
 * Stores a report of a request: one for each mailbox and network, so that senders who report their own request don't
 * hide another report.
 */
export async function report(
  { clock, database, signing }: Pick<Platform, 'clock' | 'database' | 'signing'>,
  { verificationId, senderId, mailboxMac, clientIp, from }: Report,
): Promise<void> {
  const network = signing.computeMark('report', listNetworks(clientIp).at(-1)?.network ?? clientIp)
  await database.run(sql`
    INSERT INTO request_reports (verification_id, sender_id, mailbox_mac, network_mac, reported_from, reported_at)
    VALUES (${verificationId}, ${senderId}, ${mailboxMac}, ${network}, ${from}, ${clock.now()})
    ON CONFLICT (verification_id, mailbox_mac, network_mac) DO UPDATE SET reported_from = excluded.reported_from
      WHERE excluded.reported_from = 'email'`)
}

/** Whether the reader of a mailbox reported a request from a mail. Reports by others must stay hidden from them. */
export async function hasReported(
  q: Queryable,
  { verificationId, mailboxMac }: Pick<Report, 'verificationId' | 'mailboxMac'>,
): Promise<boolean> {
  const row = await q.row(sql`
    SELECT 1 FROM request_reports
    WHERE verification_id = ${verificationId} AND mailbox_mac = ${mailboxMac} AND reported_from = 'email'`)
  return row !== null
}

/** An SQL condition: whether the mails of a sender are paused. */
export function isPaused(senderId: Sql, now: Date): Sql {
  const since = new Date(now.getTime() - pausing.days * dayMs)
  return sql`EXISTS (
    SELECT 1 FROM request_reports WHERE sender_id = ${senderId} AND dismissed_at IS NULL AND reported_at > ${since}
    HAVING count(DISTINCT verification_id) >= ${pausing.requests}
      AND count(DISTINCT mailbox_mac) >= ${pausing.mailboxes} AND count(DISTINCT network_mac) >= ${pausing.networks})`
}

/** A report as the operator sees it. */
type ReadReport = Reported & {
  reference: string
  from: string
  reportedAt: Date
  dismissedAt: Date | null
  isSenderPaused: boolean
}

export async function listReports(q: Queryable, now: Date): Promise<ReadReport[]> {
  const rows = await q.rows<Omit<ReadReport, 'reference'>>(sql`
    SELECT verification_id, sender_id, reported_from AS "from",
      reported_at, dismissed_at, ${isPaused(sql`r.sender_id`, now)} AS is_sender_paused
    FROM request_reports r ORDER BY reported_at DESC, verification_id`)
  return rows.map((row) => ({ ...row, reference: toReference(row.verificationId) }))
}

/** Dismisses the reports of a sender, so that they no longer cause a pause. Returns how many. */
export function dismissReports(database: Database, senderId: string, now: Date): Promise<number> {
  return database.run(sql`
    UPDATE request_reports SET dismissed_at = ${now} WHERE sender_id = ${senderId} AND dismissed_at IS NULL`)
}

export const forgetReportsJob = defineJob('forget-reports', noPayload, ({ clock, database }: Platform) => {
  const before = new Date(clock.now().getTime() - keptDays * dayMs)
  return runInBatches((limit) =>
    database.run(sql`
      DELETE FROM request_reports WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM request_reports WHERE reported_at < ${before} ORDER BY reported_at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED))`),
  )
})
