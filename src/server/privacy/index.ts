import { closingMailJob, endRequestsJob } from './closing/close-account.ts'
import { eraseAccountsJob } from './closing/erase-account.ts'
import { destroyExportsJob, exportReadyJob } from './exports/make-export.ts'

export {
  exportsDuty,
  listEveryPartAddress,
  makeExportJob,
  makeLargeExportJob,
} from './exports/make-export.ts'
export { forgetInvitedJob } from './forget-invited.ts'

export { destroyExportsJob, endRequestsJob, eraseAccountsJob }

/** The mails about closing an account and about an export of one's data. */
export const privacyMails = [closingMailJob, exportReadyJob]
