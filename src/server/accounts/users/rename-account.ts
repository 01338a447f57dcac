import type { Platform } from '../../platform/platform.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import { renameProfile } from './profile-store.ts'
import { changeUser, lockUser } from './user-store.ts'

/** Changes the full name in the profile and in what the session shows, together. */
export function renameAccount(platform: Platform, userId: string, fullName: string): Promise<void> {
  return platform.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return
    const userMetadata = mergeMetadata(user.userMetadata, { full_name: fullName })
    await changeUser(tx, userId, { userMetadata }, platform.clock.now())
    await renameProfile(tx, userId, fullName)
  })
}
