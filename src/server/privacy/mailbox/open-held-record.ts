import { fillPath } from '../../../contract/address.ts'
import { toComparableEmail } from '../../../domain/verification/email-match.ts'
import { isRecord } from '../../../domain/verification/status.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import { openPass } from '../../records/index.ts'
import { findVerification } from '../../verifications/index.ts'

/** Where a record of a proven address opens, for an hour: there it is read, downloaded and withdrawn as by a mailed link with its code. */
export async function openHeldRecord(
  platform: Platform,
  email: string,
  id: string | null,
): Promise<{ url: string } | Refusal> {
  const row = id === null ? null : await findVerification(platform.database, id)
  const isTheirs = row && isRecord(row.status) && toComparableEmail(row.thirdPartyEmail) === email
  if (!isTheirs) return refuse('record_not_found')
  const { token } = await openPass(platform, platform.database, row.id, 'code')
  return { url: `${fillPath('/records/:id', { id: row.id })}#${token}` }
}
