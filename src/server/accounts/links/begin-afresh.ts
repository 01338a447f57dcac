import type { SignUpMetadata } from '../../../contract/account.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { putProfile } from '../users/profile-store.ts'
import { releaseRegistration } from '../users/release-registration.ts'
import { addUser, changeUser, type UserMetadata, type UserRow } from '../users/user-store.ts'
import { mergeMetadata } from '../wire/metadata.ts'

export type FreshAccount = {
  passwordHash: string | null
  metadata: UserMetadata
  profile: SignUpMetadata | null
}

/**
 * Gives the address of an unproven registration to whoever proved its mailbox, as an account of its own with another id: nothing that was
 * registered, uploaded, made or paid before is theirs, and nothing of theirs can be reached from before. The earlier registration ends; its
 * row must be locked.
 */
export async function beginAfresh(
  platform: Platform,
  tx: Transaction,
  earlier: UserRow,
  { passwordHash, metadata, profile }: FreshAccount,
): Promise<UserRow> {
  const now = platform.clock.now()
  await releaseRegistration(platform, tx, earlier)
  const userMetadata = mergeMetadata(metadata, { email_verified: true })
  const added = await addUser(tx, { email: earlier.email, passwordHash, userMetadata, now })
  if (!added) throw new Error('the released address is taken')
  if (profile) await putProfile(tx, added.id, profile)
  return changeUser(tx, added.id, { emailConfirmedAt: now }, now)
}
