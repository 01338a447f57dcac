import type { HeldDataErased } from '../../contract/privacy.ts'
import {
  forgottenAfterDays,
  isOpen,
  isRecord,
  toComparableEmail,
} from '../../domain/verification/verification.ts'
import { deleteReadingsOf } from '../documents/index.ts'
import { forgetChecksOf } from '../identity-checks/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineDuty } from '../platform/jobs/index.ts'
import { forgetMailsAbout } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  destroyGiven,
  endAccess,
  endProvenPasses,
  eraseInvitedDetails,
  findClosedAt,
  listNamingAddress,
  lockVerification,
  mailboxPasses,
  notePrivateNo,
  selectWithDetails,
  type VerificationRow,
} from '../verifications/index.ts'
import { forgetWalletProofsOf } from '../wallets/index.ts'

/** Mails deleted per transaction (GROWTH-4). */
const mailsAtOnce = 200

/**
 * Deletes the data about the invited person of a request that ended without a record: the mails, in as many transactions
 * as they need, and with the last ones the details typed about them, their proofs and their IDs' readings. The request
 * stays in its creator's list without them. False, changing nothing, for any other verification.
 */
export async function forgetInvited(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  verificationId: string,
): Promise<boolean> {
  for (;;) {
    const outcome = await database.transaction(async (tx) => {
      const row = await lockVerification(tx, verificationId)
      if (!row || isOpen(row.status) || isRecord(row.status)) return 'nothing'
      if ((await forgetMailsAbout(tx, verificationId, mailsAtOnce)) === mailsAtOnce) return 'more'
      const at = clock.now()
      if (!(await eraseInvitedDetails(tx, verificationId, at))) return 'nothing'
      await forgetProofs(tx, verificationId)
      return 'all'
    })
    if (outcome !== 'more') return outcome === 'all'
  }
}

/** Deletes a third party's proofs, except the statements about them in the verification itself. */
export async function forgetProofs(tx: Transaction, verificationId: string): Promise<void> {
  await forgetWalletProofsOf(tx, { verificationId })
  await deleteReadingsOf(tx, verificationId)
  await forgetChecksOf(tx, { verificationId })
}

/** After this long, an overdue deletion is reported to the operator. */
const overdueAfterMs = 2 * 60 * 60_000

/** Deletes the data about the invited person of each request that ended without a record 30 days ago. */
export const forgetInvitedJob = defineDuty({
  kind: 'forgetting',
  name: 'forget-invited',
  round: 'hour',
  overdueAfterMs,
  select: (_: Platform, before) => selectWithDetails(before),
  computeDelayMs: () => forgottenAfterDays * dayMs,
  act: (platform: Platform, id) => forgetInvited(platform, id),
})

/**
 * When the details typed about the invited person of a request without a record are gone at the latest, without any
 * action of theirs. `closedAt` is null for an open request, which ends with its link at the latest.
 */
export function computeKeptUntil(
  { settings }: Pick<Platform, 'settings'>,
  { createdAt }: Pick<VerificationRow, 'createdAt'>,
  closedAt: Date | null,
): Date {
  const endsAt = closedAt?.getTime() ?? createdAt.getTime() + settings.linkLifeDays * dayMs
  return new Date(endsAt + forgottenAfterDays * dayMs + overdueAfterMs)
}

/**
 * Erases the data about a proven address, request by request, each in transactions of its own. A request that ended
 * without a record loses the details typed about its owner. An open one loses only what its owner gave, because its
 * creator would notice more (NO-5), and waits for `forgetInvitedJob`. Sealed records are kept. The proof of the address
 * is deleted last, so that an interrupted run can be repeated. Returns how many requests were erased, kept and left
 * waiting.
 */
export async function forgetAddress(platform: Platform, email: string): Promise<HeldDataErased> {
  const { database } = platform
  const counted = { erased: 0, kept: 0, waiting: 0 }
  for (const id of await listNamingAddress(database, email)) {
    const became = await database.transaction((tx) => eraseOpen(platform, tx, id, email))
    // An ended request doesn't change before its data is deleted.
    if (became && (became !== 'erased' || (await forgetInvited(platform, id)))) counted[became] += 1
  }
  await database.transaction((tx) => endAccess(tx, mailboxPasses, email))
  return counted
}

/**
 * Erases what the owner of an address gave for a request, if it is open, and says a private no for them, so that they
 * get no more emails about it. The passes that a mailed code gave end, because only the mailbox's owner holds one.
 * Returns what becomes of the request's data; null if it isn't to that address.
 */
async function eraseOpen(
  platform: Platform,
  tx: Transaction,
  id: string,
  email: string,
): Promise<keyof HeldDataErased | null> {
  const row = await lockVerification(tx, id)
  // Its creator may have corrected the address since the request was found.
  if (!row || toComparableEmail(row.thirdPartyEmail) !== email) return null
  if (isRecord(row.status)) return 'kept'
  // A closed account's request counts as cancelled, and is open again if its creator keeps the account.
  if ((await findClosedAt(tx, id)) !== null) return 'erased'
  await destroyGiven(platform, tx, { verificationId: id })
  await notePrivateNo(platform, tx, row, platform.clock.now())
  await endProvenPasses(tx, id)
  return 'waiting'
}

/** Erases what may be erased about a proven address, and revokes the token of the request. */
export async function eraseHeldData(platform: Platform, email: string): Promise<HeldDataErased> {
  const counted = await forgetAddress(platform, email)
  await platform.mailer.outbox?.removeTo(email)
  return counted
}
