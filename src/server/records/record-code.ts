import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { appendAuditEvent, noteOnceInAWhile } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { sql } from '../platform/database/index.ts'
import { defineMail, limitMailbox, queueMail, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noteMailEnding } from '../verifications/index.ts'
import { recordCodeMail } from './mails/record-mails.ts'
import { type Reader, recordRow } from './policy.ts'
import { openPass } from './record-pass.ts'

const codeLifeMs = 10 * 60 * 1000
const codeTries = 5

/** Codes to one mailbox, whatever the record. */
const perMailbox = [
  { name: 'record-code-mailbox', points: 10, seconds: 60 * 60 },
  { name: 'record-code-mailbox-day', points: 30, seconds: 24 * 60 * 60 },
]

/** Codes typed for one record: each mailed one takes five. */
const entriesPerRecord = { name: 'record-code-entry', points: 30, seconds: 60 * 60 }

const perRecord = { name: 'record-code', points: 6, seconds: 60 * 60 }

/** Mails a six-digit code to the third party who holds a link to this record. */
export async function requestCode(platform: Platform, { row }: Reader): Promise<{ ok: true } | Refusal> {
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(perRecord, row.id)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  const mailbox = await limitMailbox(platform, perMailbox, row.thirdPartyEmail)
  if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: mailbox.retryAfterSeconds })
  await platform.database.transaction(async (tx) => {
    await queueMail(platform, tx, recordCodeJob, { verificationId: row.id }, row.id)
    await appendAuditEvent(tx, {
      verificationId: row.id,
      event: 'code_sent',
      actor: 'system',
      at: platform.clock.now(),
    })
  })
  return { ok: true }
}

/**
 * Makes the code when it is sent, so that it is never in the queue. A new code ends the one before; nobody waits for one that was asked for
 * longer ago than it would live.
 */
export const recordCodeJob = defineMail('send-record-code', z.object({ verificationId: z.guid() }), {
  async write(platform: Platform, { verificationId }, queuedAt) {
    const row = await recordRow(platform, verificationId)
    const now = platform.clock.now().getTime()
    if (!row || now - queuedAt.getTime() >= codeLifeMs) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const expiresAt = new Date(now + codeLifeMs)
    await platform.database.run(sql`
      INSERT INTO record_codes (verification_id, code_sha256, tries, expires_at)
      VALUES (${row.id}, ${hashOf(platform, row.id, code)}, 0, ${expiresAt})
      ON CONFLICT (verification_id) DO UPDATE SET code_sha256 = excluded.code_sha256, tries = 0,
        expires_at = excluded.expires_at`)
    return renderMail(row.thirdPartyEmail, recordCodeMail(code))
  },
  ended: (platform, tx, { verificationId, outcome }) =>
    noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
})

/** A pass for the right code: it works once, for ten minutes, and ends with the fifth try. */
export async function enterCode(
  platform: Platform,
  { row }: Reader,
  code: string,
): Promise<{ token: string; expiresAt: Date } | Refusal> {
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(entriesPerRecord, row.id)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  const now = platform.clock.now()
  const expected = await platform.database.row<{ codeSha256: string }>(sql`
    UPDATE record_codes SET tries = tries + 1
    WHERE verification_id = ${row.id} AND tries < ${codeTries} AND expires_at > ${now}
    RETURNING code_sha256 AS "codeSha256"`)
  const given = hashOf(platform, row.id, code)
  if (expected?.codeSha256 !== given) {
    await noteOnceInAWhile(platform, {
      verificationId: row.id,
      event: 'code_refused',
      actor: 'visitor',
      at: now,
    })
    return refuse('record_code_wrong')
  }
  const taken = await platform.database.run(sql`
    DELETE FROM record_codes WHERE verification_id = ${row.id} AND code_sha256 = ${given}`)
  return taken === 1 ? openPass(platform, row.id, 'code') : refuse('record_code_wrong')
}

/** A million codes are tried in a second; without the key of the MAC a stolen row says nothing. */
function hashOf(platform: Platform, verificationId: string, code: string): string {
  const mac = platform.signing.mac('record-code', `${verificationId} ${code}`)
  return createHash('sha256').update(mac).digest('hex')
}
