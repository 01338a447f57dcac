import type { RecordView } from '../../../contract/record.ts'
import { findRenewalDelayMs } from '../../shared/documents/renewal.ts'

/** While something is being sealed, how long until the next look. */
const sealingLookMs = 2000

/** How long until a record is fetched anew by itself, in milliseconds: soon while it, or its addendum, is being sealed. Null for never. */
export function findNextLookMs(view: RecordView, now: Date): number | null {
  const { record, withdrawal, withdrawn } = view
  const isComing = record === null || (withdrawn !== null && withdrawal === null)
  return isComing ? sealingLookMs : findRenewalDelayMs(view.documents, now)
}
