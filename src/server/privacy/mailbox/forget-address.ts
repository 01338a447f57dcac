import { isRecord } from '../../../domain/verification/status.ts'
import { decline } from '../../../domain/verification/transition.ts'
import { endMailbox } from '../../mailed-codes/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetInvited } from '../../third-party/index.ts'
import { endVerification, listNamingAddress, lockVerification } from '../../verifications/index.ts'

/**
 * Forgets whoever reads a proven address: requests to it that are open are refused in their name, and none keeps what was typed about them, each
 * in a transaction of its own. Sealed records stay. Whoever proved the address is forgotten last, so that one that was cut off can be asked for
 * again. Answers how many of each.
 */
export async function forgetAddress(
  platform: Platform,
  email: string,
): Promise<{ erased: number; kept: number }> {
  const { database } = platform
  const counted = { erased: 0, kept: 0 }
  for (const id of await listNamingAddress(database, email)) {
    const became = await database.transaction((tx) => forgetIn(platform, tx, id))
    if (became) counted[became] += 1
  }
  await database.transaction((tx) => endMailbox(tx, email))
  return counted
}

async function forgetIn(platform: Platform, tx: Transaction, id: string): Promise<'erased' | 'kept' | null> {
  const row = await lockVerification(tx, id)
  if (!row) return null
  if (isRecord(row.status)) return 'kept'
  await endVerification(platform, tx, id, decline())
  return (await forgetInvited(platform, tx, id)) ? 'erased' : null
}
