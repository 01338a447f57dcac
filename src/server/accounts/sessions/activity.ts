import { z } from 'zod'
import type { activityEvents, SecurityActivity } from '../../../contract/account.ts'
import { activityDays } from '../../../domain/account/limits.ts'
import { nameDevice, translateDevice } from '../../../words/device.ts'
import words from '../../../words/en/account-mails.ts'
import { toPublicNetwork } from '../../http/client.ts'
import { type Queryable, runInBatches, sql } from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import { speakProtocol, toLanguageTag } from '../../platform/language/index.ts'
import { defineMail, describeMoment, queueMail, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { computeExpiryCutoff, type Device, listSessions } from '../stores/session-store.ts'
import { lockUser } from '../stores/user-store.ts'

export type ActivityEvent = (typeof activityEvents)[number]

type Happened = {
  /** Whether the login is the registration itself. */
  isSignUp: boolean
  userId: string | undefined
  sessionId: string | undefined
  method: string
  device: Device | undefined
}

/** Names of devices are compared, so they are stored in English. */
const nameForStore = (userAgent: string | null) => speakProtocol(() => nameDevice(userAgent))

const unknownDevice: Device = { ip: '', userAgent: null }

/**
 * Events that strangers cause without the password. Their rows don't wait for the disk, and never fill the list alone.
 */
const strangers: ActivityEvent[] = ['sign_in_refused', 'proof_refused', 'code_refused']

/**
 * Stores an event for the account's owner; equal events within an hour share a row. Sends a mail for a sign-in (other
 * than a registration) from a kind of browser and system that no stored event or signed-in session has.
 *
 * An event without an account does the same work and stores nothing, so that the timing of a refusal doesn't reveal
 * whether the account exists.
 */
export async function recordActivity(
  platform: Platform,
  event: ActivityEvent,
  { isSignUp, userId, sessionId, method, device: given }: Happened,
): Promise<void> {
  const { clock, database } = platform
  await database.transaction(async (tx) => {
    if (strangers.includes(event)) await tx.run(sql`SET LOCAL synchronous_commit TO off`)
    const { ip, userAgent } = given ?? (await findDevice(tx, sessionId)) ?? unknownDevice
    // Beyond the rate limit, failed tries from any number of networks share one row.
    const network = method === 'over_request_rate_limit' ? '' : (toPublicNetwork(ip) ?? '')
    const device = nameForStore(userAgent)
    const now = clock.now()
    const canBeNew = event === 'signed_in' && !isSignUp
    // The lock lets only one of several simultaneous logins count as the first with a new device.
    if (canBeNew && userId) await lockUser(tx, userId)
    const hour = Math.floor(now.getTime() / 3_600_000)
    const kept = await tx.row<{
      email: string
      language: string | null
      isNewDevice: boolean
      times: number
    }>(sql`
      INSERT INTO security_activity AS row (user_id, event, method, device, network, hour, at, is_new_device)
      SELECT id, ${event}, ${method}, ${device}, ${network}, ${hour}, ${now}, ${canBeNew} AND ${isNew(device)}
      FROM users WHERE id = ${userId ?? null} AND email IS NOT NULL AND erasing_at IS NULL FOR SHARE
      ON CONFLICT (user_id, hour, event, method, device, network) DO UPDATE SET times = row.times + 1, at = EXCLUDED.at
      RETURNING is_new_device, times, (SELECT email FROM users WHERE id = row.user_id),
        (SELECT language FROM users WHERE id = row.user_id)`)
    if (!userId || !kept?.isNewDevice || kept.times > 1) return
    if (await hasOlderSessionWith(tx, device, { userId, now })) {
      await tx.run(sql`
        UPDATE security_activity SET is_new_device = false
        WHERE (user_id, hour, event, method, device, network) = (${userId}, ${hour}, ${event}, ${method}, ${device}, ${network})`)
      return
    }
    const content = { to: kept.email, at: now.toISOString(), device, network, language: kept.language }
    await queueMail(platform, tx, newDeviceMailJob, content, { accountId: userId })
  })
}

/** Whether the stored events contain no login with this kind of device. */
const isNew = (device: string) => sql`
  NOT EXISTS (SELECT FROM security_activity known
    WHERE known.user_id = users.id AND known.event = 'signed_in' AND known.device = ${device})`

/**
 * Whether a session from before the account's first row has this device. A later session doesn't count: it has its own
 * row, and its device changes with each refresh.
 */
async function hasOlderSessionWith(
  q: Queryable,
  device: string,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const row = await q.row<{ first: Date }>(
    sql`SELECT min(at) AS first FROM security_activity WHERE user_id = ${userId}`,
  )
  const keptSince = new Date((row?.first ?? now).getTime() - 60_000)
  const sessions = await listSessions(q, userId, computeExpiryCutoff(now))
  return sessions.some(
    ({ createdAt, userAgent }) => createdAt < keptSince && nameForStore(userAgent) === device,
  )
}

function findDevice(q: Queryable, sessionId: string | undefined): Promise<Device | null> {
  return q.row(sql`SELECT coalesce(ip, '') AS ip, user_agent FROM sessions WHERE id = ${sessionId ?? null}`)
}

/** `language` is that of the account before the login, which may have brought another person's. */
const newDeviceSchema = z.object({
  to: z.string(),
  at: z.iso.datetime(),
  device: z.string(),
  network: z.string(),
  language: z.string().nullable().default(null),
})

/** Mails an account's address about a login from a kind of device that it was not used with before. */
export const newDeviceMailJob = defineMail('mail-new-device', newDeviceSchema, {
  async write({ settings }: Platform, { to, at, device, network, language }) {
    return renderMail({ email: to, languages: [toLanguageTag(language)] }, () => {
      const { subject, paragraph, from, footnote } = words.newDevice
      return {
        subject,
        heading: subject,
        paragraphs: [
          paragraph({ at: describeMoment(new Date(at)), device: translateDevice(device) }),
          ...(network ? [from({ network })] : []),
        ],
        footnote: footnote({ url: `${settings.publicUrl}/forgot-password` }),
      }
    })
  },
})

/** Maximum number of listed events of the person's own, and of strangers. Neither kind pushes out the other. */
const maxOfEach = 100

/** The events of an account, newest first, at most `maxOfEach` of each kind. */
export async function listActivity(q: Queryable, userId: string): Promise<SecurityActivity> {
  const list = (isOfStrangers: boolean) => sql`
    (SELECT * FROM security_activity WHERE user_id = ${userId} AND (event = ANY(${strangers})) = ${isOfStrangers}
     ORDER BY at DESC LIMIT ${maxOfEach})`
  const rows = await q.rows<Omit<SecurityActivity[number], 'at'> & { at: Date }>(sql`
    SELECT at, event, method, device, network, times, is_new_device
    FROM (${list(false)} UNION ALL ${list(true)}) AS listed ORDER BY at DESC, event, method, device, network`)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export const forgetActivityJob = defineJob(
  'forget-security-activity',
  noPayload,
  async ({ clock, database }: Platform) => {
    const before = new Date(clock.now().getTime() - activityDays * 24 * 60 * 60 * 1000)
    await runInBatches((limit) =>
      database.run(sql`
        DELETE FROM security_activity WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM security_activity WHERE at <= ${before} ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`),
    )
  },
)
