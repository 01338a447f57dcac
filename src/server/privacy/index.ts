import { closingMailJob } from './closing/closing-mail.ts'
import { endRequestsJob } from './closing/end-requests.ts'
import { eraseAccountsJob } from './closing/erase-account.ts'
import { destroyExportsJob } from './exports/destroy-exports.ts'
import { exportReadyJob } from './exports/export-mail.ts'

export { createDueEndings } from './closing/end-requests.ts'
export { createDueErasure } from './closing/erase-account.ts'
export { createDueExports, makeExportJob, makeLargeExportJob } from './exports/make-export.ts'
export { listEveryPartAddress } from './exports/write-parts.ts'
export { destroyExportsJob, endRequestsJob, eraseAccountsJob }

/** The mails about closing an account and about a copy of one's data. */
export const privacyMails = [closingMailJob, exportReadyJob]
