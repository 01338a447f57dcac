import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import type { InvitationWithheld } from './store.ts'

/** Notes why its third party was not invited, or that they were. */
export async function noteInvitation(
  tx: Transaction,
  id: string,
  withheld: InvitationWithheld | null,
): Promise<void> {
  await tx.run(sql`UPDATE verifications SET invitation_withheld = ${withheld} WHERE id = ${id}`)
}

/** Sets the address of a locked verification's third party, to which no invitation went yet. */
export async function changeThirdPartyEmail(tx: Transaction, id: string, email: string): Promise<void> {
  await tx.run(sql`UPDATE verifications SET third_party_email = ${email}, invited_at = NULL WHERE id = ${id}`)
}

/** Notes that a mail server took the invitation. */
export async function noteInvited(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(
    sql`UPDATE verifications SET invited_at = ${at} WHERE id = ${id} AND invited_at IS NULL AND status = 'pending'`,
  )
}

/** Pending verifications whose invitation was taken before an instant and whose third party was not reminded, the oldest first. */
export async function listInvitedSince(
  q: Queryable,
  { invitedBefore, madeAfter, limit }: { invitedBefore: Date; madeAfter: Date; limit: number },
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    SELECT id FROM verifications WHERE status = 'pending' AND invited_at < ${invitedBefore} AND reminded_at IS NULL
      AND created_at > ${madeAfter} ORDER BY invited_at LIMIT ${limit}`)
  return rows.map((row) => row.id)
}

/** Takes the one reminder of an open verification; answers whom to remind, or null when it was taken or the verification closed. */
export async function takeReminder(tx: Transaction, id: string, at: Date): Promise<string | null> {
  const row = await tx.row<{ thirdPartyEmail: string }>(sql`
    UPDATE verifications SET reminded_at = ${at} WHERE id = ${id} AND status = 'pending' AND reminded_at IS NULL
      AND invited_at IS NOT NULL RETURNING third_party_email AS "thirdPartyEmail"`)
  return row?.thirdPartyEmail ?? null
}

/** Whether the third party was mailed, at their present address, that they are asked. */
export async function wasInvited(q: Queryable, id: string): Promise<boolean> {
  return (await q.row(sql`SELECT 1 FROM verifications WHERE id = ${id} AND invited_at IS NOT NULL`)) !== null
}
