import { dueReadings } from '../document-readings/index.ts'
import { dueDestruction } from '../documents/index.ts'
import type { DueWork } from '../platform/jobs/index.ts'
import { dueMails } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { dueEndings, dueErasure, dueExports } from '../privacy/index.ts'
import { dueArchives, dueHolds, dueRetention, dueSeals } from '../records/index.ts'
import { dueForgetting } from '../third-party/index.ts'
import { dueExpiry } from '../verifications/index.ts'

/** Every kind of work that has to happen. */
export function listDueWork(platform: Platform): DueWork[] {
  return [
    dueSeals(platform),
    dueArchives(platform),
    dueMails(platform),
    dueReadings(platform),
    dueDestruction(platform),
    dueRetention(platform),
    dueHolds(platform),
    dueExpiry(platform),
    dueForgetting(platform),
    dueExports(platform),
    dueEndings(platform),
    dueErasure(platform),
  ]
}
