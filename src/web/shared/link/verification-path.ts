import { toOwnerPath } from '../../../contract/owner-path.ts'
import type { VerificationSummary } from '../../../contract/verification.ts'

/** Where an entry of somebody's history is read: their own by its kind, the record that they were asked for on its page. */
export function writeVerificationPath({
  id,
  role,
  type,
}: Pick<VerificationSummary, 'id' | 'role' | 'type'>): string {
  if (role === 'third_party') return `/records/${id}`
  return toOwnerPath({ id, type })
}
