import type { JobHandlers } from './platform/jobs/index.ts'
import { mailJobs } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'

/** Every task that may be enqueued, with what does it. */
export function jobHandlers(platform: Platform): JobHandlers {
  return { ...mailJobs(platform.mailer) }
}
