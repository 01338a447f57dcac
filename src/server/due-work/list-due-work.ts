import { createDueReadings } from '../document-readings/index.ts'
import { createDueDestruction } from '../documents/index.ts'
import type { DueWork } from '../platform/jobs/index.ts'
import { createDueMails } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { createDueEndings, createDueErasure, createDueExports } from '../privacy/index.ts'
import { createDueArchives, createDueHolds, createDueRetention, createDueSeals } from '../records/index.ts'
import { createDueForgetting } from '../third-party/index.ts'
import { createDueExpiry } from '../verifications/index.ts'

/** Every kind of work that has to happen. */
export function listDueWork(platform: Platform): DueWork[] {
  return [
    createDueSeals(platform),
    createDueArchives(platform),
    createDueMails(platform),
    createDueReadings(platform),
    createDueDestruction(platform),
    createDueRetention(platform),
    createDueHolds(platform),
    createDueExpiry(platform),
    createDueForgetting(platform),
    createDueExports(platform),
    createDueEndings(platform),
    createDueErasure(platform),
  ]
}
