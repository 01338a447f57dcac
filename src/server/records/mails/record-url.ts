import { fillPath } from '../../../contract/address.ts'
import { toOwnerPath } from '../../../contract/owner-path.ts'
import type { Party } from '../../../domain/record/record.ts'
import type { Platform } from '../../platform/platform.ts'
import type { VerificationRow } from '../../verifications/index.ts'
import { openPass } from '../open-pass.ts'

/** Where a mail leads one of the two people of a record: the creator to their page, the third party by a new personal link. */
export async function writeRecordUrl(
  platform: Platform,
  row: VerificationRow,
  party: Party,
): Promise<string> {
  const { publicUrl } = platform.settings
  if (party === 'creator') return `${publicUrl}${toOwnerPath(row)}`
  const { token } = await openPass(platform, platform.database, row.id, 'link')
  return `${publicUrl}${fillPath('/records/:id', { id: row.id })}#${token}`
}
