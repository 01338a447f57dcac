import type { LegalHolds } from '../../../contract/legal-hold.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { announceChange } from '../../live/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification } from '../../verifications/index.ts'
import type { Reader } from '../policy.ts'
import { enqueueHoldMails } from './hold-mail-job.ts'
import { presentHolds } from './present-holds.ts'
import { releaseFiles } from './release-files.ts'
import { endHold, listHolds } from './store.ts'

/** Ends one's own hold, for good; what was there for it alone is destroyed in the same transaction. */
export async function liftHold(
  platform: Platform,
  { party, row: { id, userId, status } }: Reader,
): Promise<LegalHolds | Refusal> {
  return platform.database.transaction(async (tx) => {
    await lockVerification(tx, id)
    const at = platform.clock.now()
    if (!(await endHold(tx, { verificationId: id, party, by: 'holder', at }))) return refuse('no_hold')
    await appendAuditEvent(tx, { verificationId: id, event: 'hold_lifted', actor: party, at })
    await releaseFiles(platform, tx, id)
    await enqueueHoldMails(platform, tx, { verificationId: id, holder: party, occasion: 'hold_ended' })
    await announceChange(tx, userId, { verificationId: id, status })
    return presentHolds(await listHolds(tx, id), at)
  })
}
