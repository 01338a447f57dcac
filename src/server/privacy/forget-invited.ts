import type { HeldDataErased } from '../../contract/privacy.ts'
import { decline } from '../../domain/verification/transition.ts'
import { forgottenAfterDays, isRecord, toComparableEmail } from '../../domain/verification/verification.ts'
import { deleteReadingsOf } from '../documents/index.ts'
import { blankChecks } from '../identity-checks/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineDuty } from '../platform/jobs/index.ts'
import { forgetMailsAbout } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  endAccess,
  endVerification,
  eraseInvitedDetails,
  findClosedAt,
  findPrivateNo,
  forgetPrivateNo,
  gatePasses,
  listNamingAddress,
  lockVerification,
  mailboxPasses,
  selectWithDetails,
} from '../verifications/index.ts'
import { forgetWalletProofOf } from '../wallets/index.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Forgets the invited person of a request that came to nothing: what was typed about them, what they proved, how their
 * IDs were read, and the mails. The request stays in its creator's list, without them. False, having changed nothing,
 * for any other verification.
 */
export async function forgetInvited(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
): Promise<boolean> {
  const at = clock.now()
  await lockVerification(tx, verificationId)
  if (!(await eraseInvitedDetails(tx, verificationId, at))) return false
  await endAccess(tx, gatePasses, verificationId)
  await forgetProofs(tx, verificationId, at)
  await forgetMailsAbout(tx, verificationId)
  await forgetPrivateNo(tx, verificationId)
  return true
}

/** Forgets what a third party proved with, beyond what the verification itself says of it. */
export async function forgetProofs(tx: Transaction, verificationId: string, at: Date): Promise<void> {
  await forgetWalletProofOf(tx, verificationId)
  await deleteReadingsOf(tx, verificationId)
  await blankChecks(tx, { verificationId }, at)
}

/** Forgets the invited person of each request that came to nothing 30 days ago. */
export const forgetInvitedJob = defineDuty({
  kind: 'forgetting',
  name: 'forget-invited',
  round: 'hour',
  overdueAfterMs: 2 * 60 * 60_000,
  select: (_: Platform, before) => selectWithDetails(before),
  computeDelayMs: () => forgottenAfterDays * dayMs,
  act: (platform, id) => platform.database.transaction((tx) => forgetInvited(platform, tx, id)),
})

/**
 * Forgets the reader of a proven address: open requests to it are refused in their name, and all lose what was typed
 * about them, each in a transaction of its own. Sealed records stay, and so does an open request that they privately
 * refused: its creator would see the erasure. The person who proved the address is forgotten last, so that an
 * interrupted run can be asked for again. Answers how many of each.
 */
export async function forgetAddress(platform: Platform, email: string): Promise<HeldDataErased> {
  const { database } = platform
  const counted = { erased: 0, kept: 0, waiting: 0 }
  for (const id of await listNamingAddress(database, email)) {
    const became = await database.transaction((tx) => forgetIn(platform, tx, id, email))
    if (became) counted[became] += 1
  }
  await database.transaction((tx) => endAccess(tx, mailboxPasses, email))
  return counted
}

async function forgetIn(
  platform: Platform,
  tx: Transaction,
  id: string,
  email: string,
): Promise<keyof HeldDataErased | null> {
  const row = await lockVerification(tx, id)
  // Its creator may have corrected the address since it was found.
  if (!row || toComparableEmail(row.thirdPartyEmail) !== email) return null
  if (isRecord(row.status)) return 'kept'
  // Of a closed account it counts as cancelled, and is open again if its creator keeps the account.
  const isStillOpen = (await findClosedAt(tx, id)) === null
  if (isStillOpen && (await findPrivateNo(platform, tx, row))) return 'waiting'
  await endVerification(platform, tx, id, decline())
  return (await forgetInvited(platform, tx, id)) ? 'erased' : null
}

/** Erases what may be erased of a proven address; the token that asked ends with it. */
export async function eraseHeldData(platform: Platform, email: string): Promise<HeldDataErased> {
  const counted = await forgetAddress(platform, email)
  await platform.mailer.outbox?.removeTo(email)
  return counted
}
