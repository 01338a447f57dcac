import { isOpen } from '../../domain/verification/status.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { forgetReadings, lockReadings } from '../document-readings/index.ts'
import { destroyUpload } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { doesStillOpen, gatePasses } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification } from '../verifications/index.ts'
import type { GatePass } from './policy.ts'

/**
 * The third party takes away a photo or ID that they uploaded, with what it had taken the place of: no address opens it once this resolves, its
 * bytes go by a job right after, and what was read in it is forgotten. The verification's row is held, as a submission holds it: of both at the
 * same moment one happens, and nothing is removed once it was submitted. What is not there any more, or is another's, is no error.
 */
export function removeFile(
  platform: Platform,
  pass: GatePass,
  documentId: string | null,
): Promise<{ ok: true } | Refusal> {
  const { verificationId } = pass
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, verificationId)
    if (!row || !isOpen(row.status)) return refuse('link_closed')
    if (!(await doesStillOpen(tx, gatePasses, pass))) return refuse('gate_token_invalid')
    if (documentId === null) return { ok: true }
    await lockReadings(tx, [documentId])
    const removed = await destroyUpload(platform, tx, { id: documentId, verificationId })
    if (removed.length === 0) return { ok: true }
    const at = platform.clock.now()
    await forgetReadings(tx, removed, at)
    const detail = { files: removed.length }
    await appendAuditEvent(tx, { verificationId, at, event: 'files_destroyed', actor: 'third_party', detail })
    return { ok: true }
  })
}
