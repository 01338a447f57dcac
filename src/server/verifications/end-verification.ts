import { z } from 'zod'
import { toOwnerPath } from '../../contract/address.ts'
import type { Decline } from '../../contract/third-party.ts'
import { parties } from '../../domain/record/record.ts'
import { cancel, decline, expire, type Transition } from '../../domain/verification/transition.ts'
import { isOpen, toReference } from '../../domain/verification/verification.ts'
import words from '../../words/en/verification-mails.ts'
import { type ProvenAddress, unclaimedType } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { announceChange } from '../live/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import { empty, type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { defineDuty, defineJob } from '../platform/jobs/index.ts'
import { defineMail, type MailContent, queueMail, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { destroyFiles, withholdFiles } from './destroy-files.ts'
import { writeChoicesAddress } from './email-choices.ts'
import { listPendingIds } from './erasure-store.ts'
import { wasInvited } from './invitation.ts'
import { findRecipientOf, noteMailEnding } from './mails.ts'
import { type GatePass, withOpenVerification } from './policy.ts'
import { findWithheldOutcome, forgetPrivateNo } from './private-no.ts'
import {
  findOwnVerification,
  findVerification,
  isAskedOf,
  lockVerification,
  moveVerification,
  selectPending,
} from './store.ts'

/**
 * Ends a request, or the consent that it led to. In the caller's transaction: every file is destroyed, or locked if a
 * legal hold keeps it; the owner's open pages refetch; the people concerned get a mail; and the trail records it.
 * Returns false and changes nothing when the verification isn't in the start state of the transition.
 *
 * @param declineReason for the operator, and the copy of the data of the person who typed it
 */
export async function endVerification(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  id: string,
  ending: Transition,
  { declineReason = null, isHeld = false }: { declineReason?: string | null; isHeld?: boolean } = {},
): Promise<boolean> {
  const at = platform.clock.now()
  const reason = declineReason === null ? empty : sql`, decline_reason = ${declineReason}`
  const ended = await moveVerification(tx, id, ending, at, reason)
  if (!ended) return false
  await appendAuditEvent(tx, { verificationId: id, at, event: ending.event, actor: ending.by })
  await (isHeld ? withholdFiles : destroyFiles)(platform, tx, id)
  await enqueueEndingMails(platform, tx, { verificationId: id, ownerId: ended.userId }, ending)
  await announceChange(tx, ended.userId, { verificationId: id, status: ending.to })
  return true
}

export async function cancelVerification(
  platform: Platform,
  userId: string,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    if (!(await findOwnVerification(tx, id, userId))) return refuse('verification_not_visible')
    return (await endVerification(platform, tx, id, cancel('creator'))) ? { ok: true } : refuse('link_closed')
  })
}

/** Declines a request, by its third party, and destroys every file uploaded for it. */
export function declineVerification(
  platform: Platform,
  pass: GatePass,
  { reason }: Decline,
): Promise<{ ok: true } | Refusal> {
  return withOpenVerification(platform, pass, (tx, row) => declineOpen(platform, tx, row.id, reason))
}

/**
 * Declines a request that was sent to a proven address; null proves none. Other requests don't exist for its person.
 */
export function declineAsked(
  platform: Platform,
  address: ProvenAddress | null,
  id: string | null,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    const row = id === null ? null : await lockVerification(tx, id)
    if (!row || !address || !isAskedOf(address, row)) return refuse('verification_not_found')
    return isOpen(row.status) ? declineOpen(platform, tx, row.id, null) : refuse('link_closed')
  })
}

/** Why the third party declined, if they typed it. Their creator must not see it. */
export async function findDeclineReason(q: Queryable, id: string): Promise<string | null> {
  const row = await q.row<{ reason: string | null }>(
    sql`SELECT decline_reason AS reason FROM verifications WHERE id = ${id}`,
  )
  return row?.reason ?? null
}

async function declineOpen(
  platform: Platform,
  tx: Transaction,
  id: string,
  declineReason: string | null,
): Promise<{ ok: true } | Refusal> {
  await forgetPrivateNo(tx, id)
  const isDeclined = await endVerification(platform, tx, id, decline(), { declineReason })
  return isDeclined ? { ok: true } : refuse('link_closed')
}

/** Closes every link that stayed pending for longer than the configured days. */
export const expireJob = defineDuty({
  kind: 'expiry',
  name: 'expire-verifications',
  round: 'minute',
  // Every minute, some links are slightly past their end.
  overdueAfterMs: 10 * 60_000,
  select: (_: Platform, before) => selectPending(before),
  computeDelayMs: ({ settings }) => settings.linkLifeDays * dayMs,
  // Does nothing if the verification was completed or declined in between.
  act: (platform, id) => platform.database.transaction((tx) => endVerification(platform, tx, id, expire())),
})

/**
 * Closes the links of a registration that can no longer be signed in to, so that no identity document is shown to it.
 */
export const closeUnclaimedJob = defineJob(
  unclaimedType.name,
  unclaimedType.schema,
  async (platform: Platform, { userId }) => {
    for (const id of await listPendingIds(platform.database, userId)) {
      await platform.database.transaction((tx) => endVerification(platform, tx, id, cancel('system')))
    }
  },
)

const endingMailSchema = z.object({
  verificationId: z.guid(),
  party: z.enum(parties),
  occasion: z.enum(['not_completed', 'cancelled', 'expired']),
})
type EndingMail = z.infer<typeof endingMailSchema>

/**
 * The recipients of an ending's mail, with their roles. A withdrawal has its own mail, with the record
 * (records/record-mails.ts).
 */
function listEndingMails({ to }: Transition): Omit<EndingMail, 'verificationId'>[] {
  switch (to) {
    case 'rejected':
      return [{ party: 'creator', occasion: 'not_completed' }]
    case 'cancelled':
      return [{ party: 'third_party', occasion: 'cancelled' }]
    case 'expired':
      return parties.map((party) => ({ party, occasion: 'expired' }))
    default:
      return []
  }
}

/**
 * Enqueues mails to the people concerned by an ending, to be sent once the transaction commits (STATE-11). A third
 * party is mailed only if they were invited by mail, because otherwise they don't know this service yet.
 */
async function enqueueEndingMails(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  { verificationId, ownerId }: { verificationId: string; ownerId: string },
  ending: Transition,
): Promise<void> {
  for (const telling of listEndingMails(ending)) {
    if (telling.party === 'third_party' && !(await wasInvited(tx, verificationId))) continue
    const accountId = telling.party === 'creator' ? ownerId : null
    await queueMail(
      platform,
      tx,
      endingMailJob,
      { verificationId, ...telling },
      { verificationId, accountId },
    )
  }
}

export const endingMailJob = defineMail('send-ending-mail', endingMailSchema, {
  async write(platform: Platform, { verificationId, party, occasion }) {
    const row = await findVerification(platform.database, verificationId)
    if (!row) return null
    const to = await findRecipientOf(platform.database, row, party)
    if (!to) return null
    const reference = toReference(verificationId)
    const url = party === 'creator' ? `${platform.settings.publicUrl}${toOwnerPath(row)}` : null
    const write = {
      not_completed: () => writeNotCompletedMail(url ?? '', reference),
      cancelled: () => writeCancelledMail(reference),
      expired: () => writeExpiredMail(party, url, reference),
    }[occasion]
    const choices = party === 'creator' ? {} : { choicesUrl: writeChoicesAddress(platform, row) }
    return renderMail(to, () => ({ ...write(), ...choices }))
  },
  findWithheldOutcome: async (platform, { verificationId, party }) =>
    party === 'third_party' ? findWithheldOutcome(platform, verificationId) : null,
  onEnded: (platform, tx, { verificationId, outcome, content: { occasion, party } }) =>
    noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome }),
})

/**
 * The mail to the creator when the other person did not complete the request. A decline and an inability to complete
 * read the same, and no reason is given.
 */
function writeNotCompletedMail(url: string, reference: string): MailContent {
  const { subject, heading, paragraphs } = words.notCompleted
  return {
    subject,
    heading,
    paragraphs: [...paragraphs],
    action: { label: words.openHistory, url },
    footnote: words.nothingToDo,
    reference,
  }
}

/** The mail to a third party who was invited by mail, when the sender cancels the request. */
function writeCancelledMail(reference: string): MailContent {
  const { subject, heading, paragraphs } = words.cancelled
  return { subject, heading, paragraphs: [...paragraphs], footnote: words.nothingToDo, reference }
}

/** The mail to the creator, and to a third party who was invited by mail, when the link has expired. */
function writeExpiredMail(
  party: 'creator' | 'third_party',
  url: string | null,
  reference: string,
): MailContent {
  const { subject, heading, destroyed, again } = words.expired
  return {
    subject,
    heading,
    paragraphs: [words.expired[party], destroyed, ...(party === 'creator' ? [again] : [])],
    ...(url ? { action: { label: words.openHistory, url } } : {}),
    footnote: words.nothingToDo,
    reference,
  }
}
